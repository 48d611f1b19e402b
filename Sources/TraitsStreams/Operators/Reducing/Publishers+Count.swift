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
    public struct Count<Upstream: Publisher>: _ReductionOperator {
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
    var _reduction: _CountReduction<Upstream.Output, Upstream.Failure> { .init() }
}

/// The reduction of ``Publishers/Count``.
@frozen @usableFromInline
struct _CountReduction<Input, Failure: Error>: OperatorReduction {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline var number = 0

    @inlinable
    init() {}

    @usableFromInline static var name: String { "Count" }

    @inlinable
    var _initial: Int? { 0 }

    @inlinable
    func result() -> Int? { number }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        number &+= 1
        return .more
    }
}
