public import TraitsRuntime

extension Publisher {
    /// Sends each value together with its number, from 0.
    ///
    /// ```
    ///              --a----b----|-->
    /// enumerated() --0,a--1,b--|-->
    /// ```
    ///
    /// A single stays a single. The name and the labels are those of RxSwift.
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// let cancellable = ["a", "b"].publisher.enumerated().sink { print($0.index, $0.element) }
    /// // Prints: 0 a
    /// // Prints: 1 b
    /// ```
    @_disfavoredOverload
    @inlinable
    public func enumerated() -> MorePublishers.Enumerated<Self> { MorePublishers.Enumerated(upstream: self) }
}

extension MorePublishers {
    /// A publisher that sends each value together with its number; see `enumerated()`.
    @frozen
    public struct Enumerated<Upstream: Publisher>: StageOperator {
        /// The type of the values that the publisher sends.
        public typealias Output = (index: Int, element: Upstream.Output)
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are numbered.
        public let upstream: Upstream

        /// Creates a publisher that sends each value together with its number.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.Numbers<Upstream.Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The stage of `MorePublishers.Enumerated`.
    @frozen
    public struct Numbers<Input, Failure: Error>: OperatorStage {
        @usableFromInline var next = 0

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "Enumerated" }

        /// Handles a value.
        @inlinable
        public mutating func receive(
            _ input: Input
        ) -> OperatorStep<(index: Int, element: Input), Failure> {
            let index = next
            next &+= 1
            return .next((index, input))
        }
    }
}

extension MorePublishers.Enumerated: Sendable where Upstream: Sendable {}
