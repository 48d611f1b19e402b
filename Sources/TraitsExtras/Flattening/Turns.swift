import TraitsRuntime

/// A queue that lets a limited number of callers go on at a time, in order of arrival.
@usableFromInline
final class Turns: Sendable {
    @usableFromInline typealias Promise = (Result<Void, Never>) -> Void

    private struct State {
        var waiting = Line()
        /// The number of turns that have begun and haven't finished.
        var running = 0
        /// Indicates whether a thread is fulfilling promises.
        var isTelling = false
        /// The number of finished turns that haven't been passed on yet.
        var finished = 0
    }

    /// The promises that wait, oldest first. The list doesn't retain a promise that was taken out. A slice of an array would,
    /// and would release it under the lock.
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

    @usableFromInline
    init(limit: Int) { self.limit = limit }

    /// Fulfils a promise when its turn has come.
    @usableFromInline
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

    /// Ends a turn and begins the next. Any number of turns that end where they begin use as much stack as one turn.
    @usableFromInline
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
