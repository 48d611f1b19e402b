public import TraitsRuntime

extension Publisher {
    /// Sends the newest value of another publisher whenever this publisher sends.
    ///
    /// ```
    ///                    --1-----2--3--|
    ///                    ----a--b---------->
    /// withLatestFrom(_:) --------b--b--|
    /// ```
    ///
    /// Values that arrive before the other publisher's first value are left out. So a single stays a single if the other
    /// publisher has a current value, as `allValues` of a property has.
    ///
    /// The name and the meaning are those of RxSwift and CombineExt.
    ///
    /// - Demand: this publisher gets the subscriber's demand, and is asked for another value in place of each value that is
    ///   left out. The other publisher is asked for everything.
    /// - Failure: a failure of either publisher ends all.
    /// - Completion: when this publisher finishes. When the other one finishes, its newest value stays.
    /// - Threads: values are sent wherever this publisher sends.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let taps = PassthroughSubject<Void, Never>()
    /// let names = CurrentValueSubject<String, Never>("Alice")
    /// let cancellable = taps.withLatestFrom(names).sink { print($0) }
    /// taps.send()            // Prints: Alice
    /// names.send("Bob")
    /// taps.send()            // Prints: Bob
    /// ```
    ///
    /// - Parameter other: the publisher whose newest value is sent; subscribed to first.
    @_disfavoredOverload
    @inlinable
    public func withLatestFrom<Other: Publisher>(
        _ other: Other
    ) -> Publishers.Map<MorePublishers.WithLatestFrom<Self, Other>, Other.Output>
    where Other.Failure == Failure {
        withLatestFrom(other, resultSelector: { $1 })
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends the result of a closure for each value and the newest value of another publisher.
        ///
        /// ```
        ///                 --1-----2--3--|
        ///                 ----a--b---------->
        /// withLatestFrom(_:) { "\($0)\($1)" }
        ///                 --------2b-3b-|
        /// ```
        ///
        /// Demand, failure, completion, threads and cancellation are those of `withLatestFrom(_:)`. The closure
        /// runs wherever this
        /// publisher sends.
        ///
        /// ```swift
        /// let taps = PassthroughSubject<Int, Never>()
        /// let names = CurrentValueSubject<String, Never>("Alice")
        /// let cancellable = taps.withLatestFrom(names) { "\($1) \($0)" }.sink { print($0) }
        /// taps.send(1)           // Prints: Alice 1
        /// ```
        ///
        /// - Parameters:
        ///   - other: the publisher whose newest value is used; subscribed to first.
        ///   - resultSelector: combines the two values.
        @_disfavoredOverload
        @inlinable
        public func withLatestFrom<Other: Publisher, Result>(
            _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
        ) -> Publishers.Map<MorePublishers.WithLatestFrom<Self, Other>, Result>
        where Other.Failure == Failure {
            Publishers.Map(upstream: MorePublishers.WithLatestFrom(upstream: self, other: other)) {
                resultSelector($0.0, $0.1)
            }
        }
    #endif

    /// Sends the newest values of two other publishers whenever this publisher sends.
    ///
    /// Values that arrive before both have sent a value are left out. Otherwise like `withLatestFrom(_:)`.
    ///
    /// ```swift
    /// let taps = PassthroughSubject<Void, Never>()
    /// let cancellable = taps.withLatestFrom(Just("a"), Just(1)).sink { print($0.0, $0.1) }
    /// taps.send()            // Prints: a 1
    /// ```
    @_disfavoredOverload
    @inlinable
    public func withLatestFrom<A: Publisher, B: Publisher>(
        _ first: A, _ second: B
    )
        -> Publishers.Map<
            MorePublishers.WithLatestFrom<Self, Publishers.CombineLatest<A, B>>, (A.Output, B.Output)
        > where A.Failure == Failure, B.Failure == Failure
    {
        withLatestFrom(Publishers.CombineLatest(first, second))
    }

    /// Sends the newest values of three other publishers whenever this publisher sends.
    ///
    /// Values that arrive before all three have sent a value are left out. Otherwise like `withLatestFrom(_:)`.
    ///
    /// ```swift
    /// let taps = PassthroughSubject<Void, Never>()
    /// let cancellable = taps.withLatestFrom(Just("a"), Just(1), Just(true)).sink { print($0.0, $0.1, $0.2) }
    /// taps.send()            // Prints: a 1 true
    /// ```
    @_disfavoredOverload
    @inlinable
    public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher>(
        _ first: A, _ second: B, _ third: C
    )
        -> Publishers.Map<
            MorePublishers.WithLatestFrom<Self, Publishers.CombineLatest3<A, B, C>>,
            (A.Output, B.Output, C.Output)
        > where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure
    {
        withLatestFrom(Publishers.CombineLatest3(first, second, third))
    }

    /// Sends the newest values of four other publishers whenever this publisher sends.
    ///
    /// Values that arrive before all four have sent a value are left out. Otherwise like `withLatestFrom(_:)`.
    ///
    /// ```swift
    /// let taps = PassthroughSubject<Void, Never>()
    /// let cancellable = taps.withLatestFrom(Just(1), Just(2), Just(3), Just(4)).sink { print($0.0 + $0.3) }
    /// taps.send()            // Prints: 5
    /// ```
    @_disfavoredOverload
    @inlinable
    public func withLatestFrom<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
        _ first: A, _ second: B, _ third: C, _ fourth: D
    )
        -> Publishers.Map<
            MorePublishers.WithLatestFrom<Self, Publishers.CombineLatest4<A, B, C, D>>,
            (A.Output, B.Output, C.Output, D.Output)
        > where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure
    {
        withLatestFrom(Publishers.CombineLatest4(first, second, third, fourth))
    }
}

extension MorePublishers {
    /// A publisher that pairs each value of one publisher with the newest value of another; see
    /// `withLatestFrom(_:)`.
    @frozen
    public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: MachineOperator
    where Upstream.Failure == Other.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = (Upstream.Output, Other.Output)
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are paired.
        public let upstream: Upstream

        /// The publisher whose newest value is paired with each value of `upstream`.
        public let other: Other

        /// Creates a publisher that pairs each value of one publisher with the newest value of another.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Makes the machine of one subscription.
        @inlinable
        public func makeMachine() -> ExtraParts.LatestFrom<Upstream.Output, Other.Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The machine of `MorePublishers.WithLatestFrom`.
    @frozen
    public struct LatestFrom<Input, Signal, Failure: Error>: OperatorMachine {
        @usableFromInline var newest: Signal?

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "WithLatestFrom" }
        /// The demand towards upstream.
        @inlinable public static var demand: MachineDemand { .asSubscriber }
        /// Of several values of the other publisher, the newest one matters.
        @inlinable public static var keepsNewestSignal: Bool { true }

        /// Handles a value.
        @inlinable
        public func receive(_ input: Input) -> OperatorStep<(Input, Signal), Failure> {
            if let newest { .next((input, newest)) } else { .skip }
        }

        /// Handles a value of the other publisher.
        @inlinable
        public mutating func receive(signal: Signal) -> OperatorStep<(Input, Signal), Failure> {
            newest = signal
            return .skip
        }
    }
}

extension MorePublishers.WithLatestFrom: Sendable where Upstream: Sendable, Other: Sendable {}
