public import TraitsRuntime

extension Publisher {
    #if !StrictIsolation  // strict: sending
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
        /// Values that come while an inner publisher runs wait, so no value of a subject is lost, as in RxSwift. CombineExt's
        /// `concatMap` is `flatMap(maxPublishers: .max(1))`, which asks for one value at a time, and a subject drops values
        /// that aren't asked for. A single of singles stays a single.
        ///
        /// - Demand: this publisher is asked for everything. The inner publisher gets the subscriber's demand.
        /// - Failure: a failure of this publisher or of the inner publisher ends the stream, even if values wait.
        /// - Completion: when this publisher and all inner publishers have finished.
        /// - Threads: the closure runs wherever this publisher sends, or where the previous inner publisher has ended.
        /// - Cancellation: cancels this publisher and the inner publisher.
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
        @inlinable
        public func concatMap<P: Publisher>(
            _ transform: @escaping (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<InTurn<P>>, Self>>
        where P.Failure == Failure {
            inTurns(of: 1, transform)
        }
    #endif

    /// Merges the publishers that are made of this publisher's values, at most `limit` at a time.
    @inlinable
    func inTurns<P: Publisher>(
        of limit: Int, _ transform: @escaping (Output) -> P
    ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<InTurn<P>>, Self>> where P.Failure == Failure {
        deferred {
            let turns = Turns(limit: limit)
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

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Turns each value into a publisher, and sends the values of the newest publisher.
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
    #endif
}

/// A publisher that starts when its turn has come; see `concatMap(_:)`.
public typealias InTurn<P: Publisher> = Publishers.FlatMap<
    P, Publishers.SetFailureType<Future<Void, Never>, P.Failure>
>
