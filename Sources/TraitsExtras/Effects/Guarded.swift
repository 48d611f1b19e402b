import TraitsRuntime

/// A value that a lock guards. No code of clients runs under the lock.
final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: the value's parts are accessed under the lock, or belong to the thread that took them out.
    private let lock = TraitLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
