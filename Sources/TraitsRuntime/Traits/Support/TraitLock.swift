/// The lock of the trait tools: held for a few instructions, never while anything else is called.
///
/// An object and not storage in place, since the classes that need it are open to subclassing elsewhere.
final class TraitLock: Sendable {
    private let base = _Lock()

    func lock() { base.lock() }
    func unlock() { base.unlock() }
}
