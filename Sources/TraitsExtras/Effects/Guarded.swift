import Synchronization

/// A value that a lock guards. Nothing that the library doesn't know is called under the lock.
final class Guarded<Value>: Sendable {
    // Unchecked: what the values are made of is touched under the lock, or belongs to the thread that took it out.
    private struct Unchecked<Content>: @unchecked Sendable { var content: Content }

    private let value: Mutex<Unchecked<Value>>

    init(_ value: Value) {
        nonisolated(unsafe) let value = value
        self.value = Mutex(Unchecked(content: value))
    }

    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { Unchecked<Result>(content: body(&$0.content)) }.content
    }
}
