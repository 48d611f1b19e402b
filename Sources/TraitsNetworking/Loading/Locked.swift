import TraitsRuntime

/// A value behind a lock.
final class Locked<Value>: @unchecked Sendable {
    // Unchecked: `lock` guards `value`.
    private let lock = TraitLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&value) }
    }
}
