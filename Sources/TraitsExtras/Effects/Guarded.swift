import TraitsRuntime

/// A value that a lock guards. Nothing that the library doesn't know is called under the lock.
final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: what the values are made of is touched under the lock, or belongs to the thread that took it out.
    private let lock = TraitLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
