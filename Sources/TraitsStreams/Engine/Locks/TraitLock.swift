/// The lock of the trait tools and of the modules beside the runtime: held for a few instructions, never while anything else is
/// called.
///
/// An object and not storage in place, since the classes that need it are open to subclassing elsewhere.
@usableFromInline
package final class TraitLock: Sendable {
    private let base = _Lock()

    @usableFromInline
    package init() {}

    @usableFromInline
    package func lock() { base.lock() }
    @usableFromInline
    package func unlock() { base.unlock() }

    package func withLock<R>(_ body: () -> R) -> R { base.withLock(body) }

    /// Gives up the lock for a call with a value that was taken out under it, as ``_Lock/unlocked(_:_:)`` does.
    package func unlocked<Value, R>(_ value: consuming Value, _ body: (Value) -> R) -> R {
        base.unlocked(consume value, body)
    }
}

/// A value behind a lock. A body may call nothing that isn't the library's own.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: `value` is read and written under the lock.
    @usableFromInline let guardian = TraitLock()
    @usableFromInline var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }

    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        guardian.lock()
        defer { guardian.unlock() }
        return try body(&value)
    }
}
