import TraitsRuntime

/// Lets some go on at a time, in the order in which they came.
final class Turns: Sendable {
    typealias Promise = (Result<Void, Never>) -> Void

    private struct State {
        var waiting = Line()
        /// How many turns have begun and haven't finished.
        var running = 0
        /// Whether a thread is telling the next one that it may go on.
        var isTelling = false
        /// How many have finished meanwhile.
        var finished = 0
    }

    /// The promises that wait, oldest first. One that is taken out leaves nothing behind, as it does in a slice of an array, which
    /// would release it under the lock.
    private struct Line {
        private var promises: [Promise?] = []
        private var first = 0

        mutating func append(_ promise: @escaping Promise) { promises.append(promise) }

        mutating func popFirst() -> Promise? {
            guard first < promises.count else { return nil }
            let promise = promises[first]
            promises[first] = nil
            first += 1
            if first * 2 > promises.count {
                promises.removeFirst(first)
                first = 0
            }
            return promise
        }
    }

    private let limit: Int
    private let state = Guarded(State())

    init(limit: Int) { self.limit = limit }

    /// Keeps a promise when it is its turn.
    func wait(_ promise: @escaping Promise) {
        let isNow = state.withLock { state in
            if state.running < limit {
                state.running += 1
                return true
            }
            state.waiting.append(promise)
            return false
        }
        if isNow { promise(.success(())) }
    }

    /// A turn is over: the next one's begins. Turns that end where they begin take no more stack than one.
    func finish() {
        let isTelling = state.withLock { state in
            state.finished += 1
            defer { state.isTelling = true }
            return state.isTelling
        }
        if isTelling { return }
        while let promise = state.withLock(Self.next) { promise(.success(())) }
    }

    private static func next(_ state: inout State) -> Promise? {
        while state.finished > 0 {
            state.finished -= 1
            if let promise = state.waiting.popFirst() { return promise }
            state.running -= 1
        }
        state.isTelling = false
        return nil
    }
}
