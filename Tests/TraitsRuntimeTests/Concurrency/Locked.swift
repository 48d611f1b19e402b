import Foundation

/// A value under a lock that the thread sanitizer understands, which `Synchronization.Mutex` is not on Linux: it reports
/// races there that are none.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
