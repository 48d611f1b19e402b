extension Publisher where Output: Sendable {
    /// Calls closures on an actor, which they get as their first argument, for each value and for the end.
    ///
    /// ```
    /// --1--2--|-->
    /// sink(on: log, receiveCompletion: c, receiveValue: v)     v(log, 1) v(log, 2) c(log, .finished)
    /// ```
    ///
    /// The closures are isolated to the actor: they use its state without `await`.
    ///
    /// ```swift
    /// actor Log {
    ///     var lines: [String] = []
    /// }
    ///
    /// func gather(_ source: AnyPublisher<String, Never>, in log: Log) -> AnyCancellable {
    ///     source.sink(on: log) { log, line in log.lines.append(line) }
    /// }
    /// ```
    ///
    /// - Demand: unlimited, immediately.
    /// - Threads: each closure runs in a job of its own on the actor, in the order of the events.
    /// - Cancellation: the stream ends when the returned object is cancelled or released.
    ///
    /// The subscription holds the actor until it ends.
    ///
    /// - Parameters:
    ///   - actor: the actor that the closures run on.
    ///   - receiveCompletion: called at most once, when the publisher finishes or fails.
    ///   - receiveValue: called for each value.
    public func sink<A: Actor>(
        on actor: A, receiveCompletion: @escaping (isolated A, Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (isolated A, Output) -> Void
    ) -> AnyCancellable {
        // The closures are called on the actor only.
        nonisolated(unsafe) let (receiveCompletion, receiveValue) = (receiveCompletion, receiveValue)
        return receive(on: actor).sink(
            receiveCompletion: { completion in
                actor.assumeIsolated { receiveCompletion($0, completion) }
            },
            receiveValue: { value in actor.assumeIsolated { receiveValue($0, value) } })
    }
}

extension Publisher where Output: Sendable, Failure == Never {
    /// Calls a closure on an actor, which it gets as its first argument, for each value.
    ///
    /// ```swift
    /// actor Counter {
    ///     var sum = 0
    /// }
    ///
    /// func count(_ numbers: AnyPublisher<Int, Never>, in counter: Counter) -> AnyCancellable {
    ///     numbers.sink(on: counter) { counter, number in counter.sum += number }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - actor: the actor that the closure runs on. The subscription holds it until it ends.
    ///   - receiveValue: called for each value, in a job of its own on the actor.
    public func sink<A: Actor>(
        on actor: A, receiveValue: @escaping (isolated A, Output) -> Void
    ) -> AnyCancellable {
        sink(on: actor, receiveCompletion: { _, _ in }, receiveValue: receiveValue)
    }
}
