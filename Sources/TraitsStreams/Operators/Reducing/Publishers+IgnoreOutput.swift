extension Publisher {
    /// Sends no values, only the completion.
    ///
    /// ```
    ///                --1--2--3--|-->
    /// ignoreOutput()
    ///                -----------|-->
    /// ```
    ///
    /// - Demand: unlimited towards upstream, immediately.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.ignoreOutput()      // finishes
    /// ```
    @inlinable
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}

extension Publishers {
    /// A publisher of the completion of another, without its values; see `ignoreOutput()`.
    @frozen
    public struct IgnoreOutput<Upstream: Publisher>: _StageOperator {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are left out.
        public let upstream: Upstream

        /// Creates a publisher of the completion of another, without its values.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}

// MARK: - Inside

extension Publishers.IgnoreOutput {
    @inlinable
    var _stage: _IgnoreOutputStage<Upstream.Output, Upstream.Failure> { .init() }
}

/// The stage of ``Publishers/IgnoreOutput``.
@frozen @usableFromInline
struct _IgnoreOutputStage<Input, Failure: Error>: OperatorStage {
    @usableFromInline typealias Output = Never
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _PassesSubscription = _Yes
    @usableFromInline typealias _AsksForAll = _Yes

    @inlinable
    init() {}

    @usableFromInline static var name: String { "IgnoreOutput" }

    @inlinable @inline(__always)
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Never {
        .none
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Never, Failure> { .skip }
}
