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
        /// The inner publishers are started, and their values sent, as `flatMap(maxPublishers: .max(1))` does it, apart from the
        /// values that wait.
        ///
        /// - Demand: this publisher is asked for everything, because its values wait. The inner publisher is asked for one
        ///   value at a time, and the next one starts when all values of the previous one have been sent.
        /// - Failure: a failure of the inner publisher ends the stream. A failure of this publisher ends the stream when no
        ///   value waits any more.
        /// - Completion: when this publisher and all inner publishers have finished.
        /// - Threads: the closure runs wherever this publisher sends, where the previous inner publisher has ended, or where its
        ///   last value has been asked for.
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
        ) -> Publishers.FlatMap<P, MorePublishers.Backlog<Self>> where P.Failure == Failure {
            inTurns(of: 1, transform)
        }
    #endif

    /// Merges the publishers that are made of this publisher's values, at most `limit` at a time.
    @inlinable
    func inTurns<P: Publisher>(
        of limit: Int, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, MorePublishers.Backlog<Self>> where P.Failure == Failure {
        Publishers.FlatMap(
            upstream: MorePublishers.Backlog(upstream: self), maxPublishers: .max(limit), transform: transform
        )
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
