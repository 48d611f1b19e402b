public import TraitsRuntime

extension Publisher {
    /// Sends each value together with the value before it.
    ///
    /// ```
    ///            --1--2----3----|-->
    /// pairwise() -----1,2--2,3--|-->
    /// ```
    ///
    /// The name and the meaning are those of RxSwiftExt and CombineExt.
    ///
    /// - Demand: passes through; another value is asked for in place of the first.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = [1, 4, 9].publisher.pairwise().sink { print($1 - $0) }
    /// // Prints: 3
    /// // Prints: 5
    /// ```
    @_disfavoredOverload
    @inlinable
    public func pairwise() -> MorePublishers.Pairwise<Self> { MorePublishers.Pairwise(upstream: self) }

    /// Sends each value together with the value before it; the first with `nil`.
    ///
    /// ```
    ///                --1------2----3----|-->
    /// withPrevious() --nil,1--1,2--2,3--|-->
    /// ```
    ///
    /// A single stays a single. ReactiveSwift's `combinePrevious()` leaves out the first value; that is
    /// `pairwise()` here.
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = [1, 4].publisher.withPrevious().sink { print($0.previous ?? 0, $0.current) }
    /// // Prints: 0 1
    /// // Prints: 1 4
    /// ```
    @_disfavoredOverload
    @inlinable
    public func withPrevious() -> MorePublishers.WithPrevious<Self> {
        MorePublishers.WithPrevious(upstream: self)
    }

    /// Sends each value together with the value before it; the first with an initial value.
    ///
    /// ```
    ///                 --1----2----|-->
    /// withPrevious(0) --0,1--1,2--|-->
    /// ```
    ///
    /// Like `combinePrevious(_:)` of ReactiveSwift. Demand, failure, threads and cancellation are those of
    /// `withPrevious()`.
    ///
    /// ```swift
    /// let cancellable = [1, 4].publisher.withPrevious(0).sink { print($0.current - $0.previous) }
    /// // Prints: 1
    /// // Prints: 3
    /// ```
    ///
    /// - Parameter initial: the value to send with the first value.
    @_disfavoredOverload
    @inlinable
    public func withPrevious(
        _ initial: Output
    ) -> Publishers.Map<MorePublishers.WithPrevious<Self>, (previous: Output, current: Output)> {
        Publishers.Map(upstream: withPrevious()) { ($0.previous ?? initial, $0.current) }
    }
}

extension MorePublishers {
    /// A publisher that sends each value together with the value before it; see `pairwise()`.
    @frozen
    public struct Pairwise<Upstream: Publisher>: StageOperator {
        /// The type of the values that the publisher sends.
        public typealias Output = (Upstream.Output, Upstream.Output)
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are paired.
        public let upstream: Upstream

        /// Creates a publisher that sends each value together with the value before it.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.Pairs<Upstream.Output, Failure> { .init() }
    }

    /// A publisher that sends each value together with the value before it, if there is one; see `withPrevious()`.
    @frozen
    public struct WithPrevious<Upstream: Publisher>: StageOperator {
        /// The type of the values that the publisher sends.
        public typealias Output = (previous: Upstream.Output?, current: Upstream.Output)
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are paired.
        public let upstream: Upstream

        /// Creates a publisher that sends each value together with the value before it, if there is one.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.Predecessors<Upstream.Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The stage of `MorePublishers.Pairwise`.
    @frozen
    public struct Pairs<Input, Failure: Error>: OperatorStage {
        @usableFromInline var last: Input?

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "Pairwise" }

        /// Handles a value.
        @inlinable
        public mutating func receive(_ input: Input) -> OperatorStep<(Input, Input), Failure> {
            let before = last
            last = input
            return if let before { .next((before, input)) } else { .skip }
        }
    }

    /// The stage of `MorePublishers.WithPrevious`.
    @frozen
    public struct Predecessors<Input, Failure: Error>: OperatorStage {
        @usableFromInline var last: Input?

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "WithPrevious" }

        /// Handles a value.
        @inlinable
        public mutating func receive(
            _ input: Input
        ) -> OperatorStep<(previous: Input?, current: Input), Failure> {
            let before = last
            last = input
            return .next((before, input))
        }
    }
}

extension MorePublishers.Pairwise: Sendable where Upstream: Sendable {}
extension MorePublishers.WithPrevious: Sendable where Upstream: Sendable {}
