public import TraitsRuntime

extension Publisher {
    /// Subscribes to upstream several times, one subscription after the other.
    ///
    /// ```
    ///            --1--2|
    ///                  --1--2|
    /// repeat(2)  --1--2--1--2|
    /// ```
    ///
    /// The name and the meaning are those of ReactiveSwift: the first time counts.
    ///
    /// - Demand: the demand that one subscription hasn't met is asked of the next.
    /// - Failure: ends the stream.
    /// - Threads: values are sent wherever upstream sends. Any number of synchronous upstreams use as much stack as one
    ///   upstream.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.repeat(2).collect().sink { print($0) }
    /// // Prints: [1, 2, 1, 2]
    /// ```
    ///
    /// - Parameter times: the number of subscriptions to upstream.
    @_disfavoredOverload
    @inlinable
    public func `repeat`(_ times: Int) -> MorePublishers.Repeat<Self> {
        MorePublishers.Repeat(upstream: self, times: times)
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Subscribes to upstream again when it has finished, up to some number of times, after a wait that may grow.
        ///
        /// ```
        ///            --1|
        ///                 --1|
        ///                          --1|
        /// repeat(3, backoff: .exponential(initial: 2), scheduler:)
        ///            --1----1--------1|
        /// ```
        ///
        /// Like `retry(_:backoff:scheduler:)`, but after a finish instead of a failure. The meaning is that of `repeatWhen`
        /// with `Repeat.backoff` in Reactor.
        ///
        /// - Demand: the demand that one subscription hasn't met is asked of the next.
        /// - Failure: ends the stream.
        /// - Completion: after the last subscription, or when `shouldRepeat` refuses another one.
        /// - Threads: the closures run where upstream finishes. Each further subscription begins on the scheduler.
        /// - Cancellation: cancels upstream, or the wait.
        ///
        /// ```swift
        /// var count = 0
        /// let polling = Deferred { count += 1; return Just(count) }
        ///     .repeat(3, backoff: .none, scheduler: ImmediateScheduler.shared, while: { count < 2 })
        ///     .sink { print($0) }
        /// // Prints: 1
        /// // Prints: 2
        /// ```
        ///
        /// - Parameters:
        ///   - times: the number of subscriptions to upstream, including the first.
        ///   - backoff: how long to wait.
        ///   - scheduler: where the wait takes place.
        ///   - shouldRepeat: whether to subscribe again after a finish.
        ///   - onFinish: called with the number of each subscription that has finished, from 1, before the decision to
        ///     repeat; not for the last one that `times` allows.
        ///   - random: returns a number from 0 to 1 for each wait, if the backoff has a jitter. Tests can pass a known number.
        @_disfavoredOverload
        @inlinable
        public func `repeat`<Context: Scheduler>(
            _ times: Int, backoff: Backoff, scheduler: Context,
            while shouldRepeat: @escaping () -> Bool = { true },
            onFinish: @escaping (Int) -> Void = { _ in },
            random: @escaping () -> Double = { .random(in: 0...1) }
        ) -> AnyPublisher<Output, Failure> {
            repeating(times, backoff, scheduler, shouldRepeat, onFinish, random)
        }
    #endif

    @inlinable
    func repeating<Context: Scheduler>(
        _ times: Int, _ backoff: Backoff, _ scheduler: Context,
        _ shouldRepeat: @escaping () -> Bool,
        _ onFinish: @escaping (Int) -> Void,
        _ random: @escaping () -> Double
    ) -> AnyPublisher<Output, Failure> {
        precondition(times >= 0, "the number of times can't be negative")
        if times == 0 { return Empty().eraseToAnyPublisher() }
        return deferred {
            let failure = DelayedFailure<Failure>()
            let attempts = TraitPublishers.RetryWhen(upstream: Rounds(upstream: self, failure: failure)) {
                ends in
                let count = Counter()
                return Publishers.FlatMap(
                    upstream: ends.setFailureType(to: RoundEnd.self), maxPublishers: .unlimited
                ) { end -> AnyPublisher<Void, RoundEnd> in
                    let number = count.next()
                    guard number < times else { return Fail(error: end).eraseToAnyPublisher() }
                    onFinish(number)
                    guard shouldRepeat() else { return Fail(error: end).eraseToAnyPublisher() }
                    let timer = TraitPublishers.Timer<Context, RoundEnd>(
                        after: .seconds(backoff.wait(after: number, random: random)), scheduler: scheduler)
                    return Publishers.Map(upstream: timer) { _ in }.eraseToAnyPublisher()
                }.eraseToAnyPublisher()
            }
            return AfterRounds(upstream: attempts, failure: failure)
        }.eraseToAnyPublisher()
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
    /// - Demand: one value of upstream is asked for at a time, the first one in advance. A subject drops what it is sent from inside
    ///   of a value; put `buffer(size:prefetch:whenFull:)` in front to keep that.
    /// - Failure: passes through, after the values before it.
    /// - Threads: values are sent wherever upstream sends, or where they are asked for.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = ["a", "b"].publisher.interspersed(with: "-").collect().sink { print($0) }
    /// // Prints: ["a", "-", "b"]
    /// ```
    ///
    /// - Parameter separator: the value to send between values.
    @_disfavoredOverload
    public func interspersed(
        with separator: Output
    ) -> AnyPublisher<Output, Failure> {
        deferred {
            let failure = DelayedFailure<Failure>()
            // A failure would end `flatMap` before its values have been sent.
            return failure.end(
                Publishers.FlatMap(upstream: failure.delayed(withPrevious()), maxPublishers: .max(1)) {
                    pair in
                    Publishers.Sequence<[Output], Never>(
                        sequence: pair.previous == nil ? [pair.current] : [separator, pair.current])
                })
        }.eraseToAnyPublisher()
    }
}

extension MorePublishers {
    /// A publisher that subscribes to upstream several times, one subscription after the other; see `repeat(_:)`.
    public struct Repeat<Upstream: Publisher>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream
        /// The number of subscriptions to upstream.
        public let times: Int

        /// Creates a publisher that subscribes to upstream several times, one subscription after the other.
        @inlinable
        public init(upstream: Upstream, times: Int) {
            precondition(times >= 0, "the number of times can't be negative")
            self.upstream = upstream
            self.times = times
        }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if times == 0 { return Empty().receive(subscriber: subscriber) }
            let failure = DelayedFailure<Failure>()
            let attempts = Publishers.Retry(
                upstream: Rounds(upstream: upstream, failure: failure), retries: times - 1)
            AfterRounds(upstream: attempts, failure: failure).receive(subscriber: subscriber)
        }
    }
}

/// The end of a subscription that may be followed by another one.
@usableFromInline
struct RoundEnd: Error {
    @inlinable
    init() {}
}

/// An operator that fails when upstream finishes, so that `retry` subscribes again, and finishes when upstream fails.
@usableFromInline
struct Rounds<Upstream: Publisher>: StageOperator {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = RoundEnd

    @usableFromInline let upstream: Upstream
    /// The failure that has ended the stream.
    @usableFromInline let failure: DelayedFailure<Upstream.Failure>

    @inlinable
    init(upstream: Upstream, failure: DelayedFailure<Upstream.Failure>) {
        self.upstream = upstream
        self.failure = failure
    }

    @inlinable
    func makeStage() -> Stage { Stage(failure: failure) }

    @usableFromInline
    struct Stage: OperatorStage {
        @usableFromInline typealias UpstreamFailure = Upstream.Failure
        @usableFromInline typealias _PassesSubscription = _Yes

        @usableFromInline let failure: DelayedFailure<Upstream.Failure>

        @inlinable
        init(failure: DelayedFailure<Upstream.Failure>) { self.failure = failure }

        @usableFromInline static var name: String { "Repeat" }

        @inlinable
        func receive(_ input: Output) -> OperatorStep<Output, RoundEnd> { .next(input) }

        @inlinable
        func completion(
            _ completion: Subscribers.Completion<Upstream.Failure>
        ) -> Subscribers.Completion<RoundEnd> {
            guard case .failure(let error) = completion else { return .failure(RoundEnd()) }
            failure.note(error)
            return .finished
        }
    }
}

/// An operator that ends as the last one of several subscriptions did.
@usableFromInline
struct AfterRounds<Upstream: Publisher, Failure: Error>: StageOperator where Upstream.Failure == RoundEnd {
    @usableFromInline typealias Output = Upstream.Output

    @usableFromInline let upstream: Upstream
    @usableFromInline let failure: DelayedFailure<Failure>

    @inlinable
    init(upstream: Upstream, failure: DelayedFailure<Failure>) {
        self.upstream = upstream
        self.failure = failure
    }

    @inlinable
    func makeStage() -> Stage { Stage(failure: failure) }

    @usableFromInline
    struct Stage: OperatorStage {
        @usableFromInline typealias UpstreamFailure = RoundEnd
        @usableFromInline typealias _PassesSubscription = _Yes

        @usableFromInline let failure: DelayedFailure<Failure>

        @inlinable
        init(failure: DelayedFailure<Failure>) { self.failure = failure }

        @usableFromInline static var name: String { "Repeat" }

        @inlinable
        func receive(_ input: Output) -> OperatorStep<Output, Failure> { .next(input) }

        @inlinable
        func completion(_ completion: Subscribers.Completion<RoundEnd>) -> Subscribers.Completion<Failure> {
            failure.completion
        }
    }
}

extension MorePublishers.Repeat: Sendable where Upstream: Sendable {}
