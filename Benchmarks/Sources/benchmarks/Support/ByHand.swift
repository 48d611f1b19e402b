import Synchronization

/// What one writes without a library to tell others of values: closures in an array, called in a loop.
final class Emitter<Value> {
    private var handlers: [(Value) -> Void] = []

    func add(_ handler: @escaping (Value) -> Void) { handlers.append(handler) }

    func send(_ value: Value) {
        for handler in handlers { handler(value) }
    }
}

/// The same with handlers that can be removed: in a dictionary, under a lock.
final class RemovableEmitter<Value>: Sendable {
    private struct State {
        var handlers: [Int: (Value) -> Void] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    func add(_ handler: sending @escaping (Value) -> Void) -> Int {
        let box = Handler(handler)
        return state.withLock { state in
            state.next += 1
            state.handlers[state.next] = box.handler
            return state.next
        }
    }

    func remove(_ token: Int) {
        state.withLock { state in _ = state.handlers.removeValue(forKey: token) }
    }

    private struct Handler: @unchecked Sendable {
        let handler: (Value) -> Void
        init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
    }
}

/// A current value and its observers, under a lock.
final class LockedValue {
    private struct State {
        var value: Int
        var handlers: [@Sendable (Int) -> Void] = []
    }

    private let state: Mutex<State>

    init(_ value: Int) { state = Mutex(State(value: value)) }

    func add(_ handler: @escaping @Sendable (Int) -> Void) {
        state.withLock { $0.handlers.append(handler) }
    }

    var value: Int { state.withLock { $0.value } }

    func send(_ value: Int) {
        let handlers = state.withLock { state in
            state.value = value
            return state.handlers
        }
        for handler in handlers { handler(value) }
    }
}

/// A queue whose storage is used again and again.
struct Ring<Element> {
    private var storage: [Element?] = Array(repeating: nil, count: 8)
    private var first = 0
    private var count = 0

    mutating func push(_ element: Element) {
        if count == storage.count { grow() }
        storage[(first &+ count) & (storage.count - 1)] = element
        count += 1
    }

    mutating func pop() -> Element? {
        if count == 0 { return nil }
        let element = storage[first].take()
        first = (first &+ 1) & (storage.count - 1)
        count -= 1
        return element
    }

    private mutating func grow() {
        let old = storage
        storage = Array(repeating: nil, count: old.count * 2)
        for index in 0..<count { storage[index] = old[(first + index) & (old.count - 1)] }
        first = 0
    }
}
