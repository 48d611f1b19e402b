public import TraitsRuntime

extension Publisher {
    /// Subscribes to upstream several times, each time when it has finished.
    ///
    /// ```
    ///            --1--2|
    ///                  --1--2|
    /// repeat(2)  --1--2--1--2|
    /// ```
    ///
    /// The name and the meaning are those of ReactiveSwift: the first time counts.
    ///
    /// - Demand: what one time hasn't met is asked of the next.
    /// - Failure: ends all.
    /// - Threads: values are sent wherever upstream sends. Upstreams that finish synchronously need no more
    ///   stack than one.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.repeat(2).collect().sink { print($0) }
    /// // Prints: [1, 2, 1, 2]
    /// ```
    ///
    /// - Parameter times: how many times upstream is subscribed to.
    @_disfavoredOverload
    public func `repeat`(_ times: Int) -> Publishers.FlatMap<Self, Publishers.Sequence<Range<Int>, Failure>> {
        precondition(times >= 0, "the number of times can't be negative")
        return Publishers.FlatMap(
            upstream: Publishers.Sequence(sequence: 0..<times), maxPublishers: .max(1)
        ) { _ in self }
    }

    /// Sends a separator between values.
    ///
    /// ```
    ///                        --1--2----3----|-->
    /// interspersed(with: 0)  --1--02---03---|-->
    /// ```
    ///
    /// The name and the meaning are those of Swift Async Algorithms.
    ///
    /// - Demand: one value of upstream is asked for at a time.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends, or where they are asked for.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = ["a", "b"].publisher.interspersed(with: "-").collect().sink { print($0) }
    /// // Prints: ["a", "-", "b"]
    /// ```
    ///
    /// - Parameter separator: what is sent between values.
    @_disfavoredOverload
    public func interspersed(
        with separator: Output
    ) -> Publishers.FlatMap<Publishers.Sequence<[Output], Failure>, Publishers.WithPrevious<Self>> {
        Publishers.FlatMap(upstream: withPrevious(), maxPublishers: .max(1)) { pair in
            Publishers.Sequence(sequence: pair.previous == nil ? [pair.current] : [separator, pair.current])
        }
    }
}
