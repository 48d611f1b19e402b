public import TraitsRuntime

extension Publisher where Output: Hashable {
    /// Leaves out each value that has been sent before.
    ///
    /// ```
    ///                --1--2--1--3--2--|-->
    /// uniqueValues() --1--2-----3-----|-->
    /// ```
    ///
    /// A single stays a single. The name is that of ReactiveSwift; RxSwiftExt says `distinct()`, CombineExt
    /// `removeAllDuplicates()`. To leave out only repetitions that follow each other, use
    /// `removeDuplicates()`.
    ///
    /// - Demand: passes through; in place of a value that is left out another one is asked for.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends.
    /// - Cancellation: cancels upstream.
    /// - Complexity: all values that have been sent are kept until the end.
    ///
    /// ```swift
    /// let cancellable = [1, 2, 1].publisher.uniqueValues().sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func uniqueValues() -> Publishers.UniqueValues<Self> { Publishers.UniqueValues(upstream: self) }
}

extension Publishers {
    /// A publisher that leaves out each value that has been sent before; see `uniqueValues()`.
    @frozen
    public struct UniqueValues<Upstream: Publisher>: StageOperator where Upstream.Output: Hashable {
        /// What the publisher sends.
        public typealias Output = Upstream.Output
        /// How the publisher may fail.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent once.
        public let upstream: Upstream

        /// Creates a publisher that leaves out each value that has been sent before.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.Seen<Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The stage of `Publishers.UniqueValues`.
    @frozen
    public struct Seen<Input: Hashable, Failure: Error>: OperatorStage {
        @usableFromInline var values: Set<Input> = []

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "UniqueValues" }

        /// Handles a value.
        @inlinable
        public mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
            values.insert(input).inserted ? .next(input) : .skip
        }
    }
}

extension Publishers.UniqueValues: Sendable where Upstream: Sendable {}
