extension Publisher {
    /// Sends the number of upstream's values, when that finishes.
    ///
    /// ```
    ///         --a--b--c--|-->
    /// count()
    ///         -----------3|->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through, and no number is sent.
    ///
    /// ```swift
    /// ["a", "b", "c"].publisher.count()      // 3
    /// ```
    @inlinable
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}

extension Publishers {
    /// A publisher of the number of values of another; see `count()`.
    @frozen
    public struct Count<Upstream: Publisher>: _ReduceOperator {
        public typealias Output = Int
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are counted.
        public let upstream: Upstream

        /// Creates a publisher of the number of values of another.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
extension Publishers.Count: Sendable where Upstream: Sendable {}

// MARK: - Inside

extension Publishers.Count {
    @inlinable
    var _stage: _CountStage<Upstream.Output, Upstream.Failure> { .init() }
}

/// The stage of ``Publishers/Count``.
@frozen @usableFromInline
struct _CountStage<Input, Failure: Error>: _ReduceStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline var number = 0

    @inlinable
    init() {}

    @usableFromInline static var name: String { "Count" }

    @inlinable
    var initial: Int? { 0 }

    @inlinable
    var soFar: Int? { number }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        number &+= 1
        return .more
    }
}
