import Synchronization
public import TraitsRuntime

extension Publisher {
    /// Sends the values of the publishers that are made of this publisher's values, one publisher after the
    /// other.
    ///
    /// ```
    ///                --a--b------------------>
    ///                  1--2--3|
    ///                         4--5|
    /// concatMap(_:)  --1--2--34--5----------->
    /// ```
    ///
    /// Values that come while an inner publisher runs wait, so a subject loses none, as in RxSwift.
    /// `flatMap(maxPublishers: .max(1))`, which CombineExt's `concatMap` is, asks for one value at a time
    /// instead, and a subject
    /// drops what isn't asked for. A single of singles stays a single.
    ///
    /// - Demand: this publisher is asked for everything. The inner publisher is asked for what the subscriber
    ///   asks for.
    /// - Failure: a failure of this publisher or of the inner one ends all, whatever waits.
    /// - Completion: when this publisher and all inner ones have finished.
    /// - Threads: the closure runs wherever this publisher sends, or where the inner one before has ended.
    /// - Cancellation: cancels both.
    /// - Complexity: keeps the values that wait.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.concatMap { [$0, $0 * 10].publisher }.sink { print($0) }
    /// // Prints: 1
    /// // Prints: 10
    /// // Prints: 2
    /// // Prints: 20
    /// ```
    ///
    /// - Parameter transform: makes a publisher of a value.
    @_disfavoredOverload
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<InTurn<P>>, Self>> where P.Failure == Failure {
        Deferred {
            let turns = Turns()
            return Publishers.FlatMap(upstream: self, maxPublishers: .unlimited) { value in
                let turn = Publishers.SetFailureType<Future<Void, Never>, Failure>(
                    upstream: Future(turns.wait))
                let inner = Publishers.FlatMap(upstream: turn, maxPublishers: .unlimited) { transform(value) }
                return Publishers.HandleEvents(
                    upstream: inner,
                    receiveCompletion: { if case .finished = $0 { turns.finish() } }, receiveRequest: nil)
            }
        }
    }

    /// Sends the values of the newest of the publishers that are made of this publisher's values.
    ///
    /// ```
    ///                   --a-----b-----------|-->
    ///                     1--2--
    ///                           3--4--5--|
    /// flatMapLatest(_:) --1--2--3--4--5-----|-->
    /// ```
    ///
    /// The same as `map` and `switchToLatest()`, under the name that RxSwift and CombineExt have for it.
    ///
    /// - Demand, failure, completion, threads and cancellation: those of `switchToLatest()`. The closure runs
    ///   wherever this
    ///   publisher sends.
    ///
    /// ```swift
    /// let queries = PassthroughSubject<String, Never>()
    /// let cancellable = queries.flatMapLatest { Just("results for \($0)") }.sink { print($0) }
    /// queries.send("a")      // Prints: results for a
    /// ```
    ///
    /// - Parameter transform: makes a publisher of a value.
    @_disfavoredOverload
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
        Publishers.SwitchToLatest(upstream: Publishers.Map(upstream: self, transform: transform))
    }
}

/// A publisher that starts when it is its turn; see `concatMap(_:)`.
public typealias InTurn<P: Publisher> = Publishers.FlatMap<
    P, Publishers.SetFailureType<Future<Void, Never>, P.Failure>
>

/// Lets one go on at a time, in the order in which they came.
private final class Turns: Sendable {
    typealias Promise = (Result<Void, Never>) -> Void

    private struct State {
        var waiting: ArraySlice<Promise> = []
        /// Whether it is somebody's turn.
        var isTaken = false
        /// Whether a thread is telling the next one that it may go on.
        var isTelling = false
        /// Whether that one has finished meanwhile.
        var hasFinished = false
    }

    // Unchecked: the promises are those of this module's futures, which may be kept on any thread.
    private struct Guarded: @unchecked Sendable {
        var state = State()
    }

    private let guarded = Mutex(Guarded())

    /// Keeps a promise when it is its turn.
    func wait(_ promise: @escaping Promise) {
        nonisolated(unsafe) let promise = promise
        let isFirst = guarded.withLock { guarded in
            if guarded.state.isTaken {
                guarded.state.waiting.append(promise)
            } else {
                guarded.state.isTaken = true
            }
            return guarded.state.waiting.isEmpty
        }
        if isFirst { promise(.success(())) }
    }

    /// The turn is over: the next one's begins. Turns that end where they begin take no more stack than one.
    func finish() {
        var next = guarded.withLock { guarded in
            guarded.state.hasFinished = guarded.state.isTelling
            return guarded.state.isTelling ? nil : Self.next(&guarded.state)
        }
        while let promise = next {
            promise.keep(.success(()))
            next = guarded.withLock { guarded in
                guarded.state.isTelling = guarded.state.hasFinished
                return guarded.state.hasFinished ? Self.next(&guarded.state) : nil
            }
        }
    }

    private struct Kept: @unchecked Sendable {
        let keep: Promise
    }

    private static func next(_ state: inout State) -> Kept? {
        state.hasFinished = false
        let promise = state.waiting.popFirst()
        state.isTaken = promise != nil
        state.isTelling = promise != nil
        return promise.map(Kept.init)
    }
}
