extension Publisher where Failure == Never {
    /// Changes the failure type of a publisher that can't fail, so that it fits a publisher that can.
    ///
    /// ```
    ///                --1--2--|-->
    /// setFailureType
    ///                --1--2--|-->
    /// ```
    ///
    /// - Demand: passes through.
    ///
    /// ```swift
    /// struct Offline: Error {}
    /// let numbers = [1, 2].publisher.setFailureType(to: Offline.self)
    /// ```
    ///
    /// - Parameter failureType: the failure type of the result.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers {
    /// A publisher with a failure type, around a publisher that can't fail; see `setFailureType(to:)`.
    @frozen
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: _StageOperator
    where Upstream.Failure == Never {
        public typealias Output = Upstream.Output

        /// The publisher that can't fail.
        public let upstream: Upstream

        /// Creates a publisher with a failure type, around a publisher that can't fail.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Changes the failure type again.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}

// MARK: - Inside

extension Publishers.SetFailureType {
    @inlinable @inline(__always)
    var _stage: _SetFailureTypeStage<Upstream.Output, Failure> { .init() }
}

/// The stage of ``Publishers/SetFailureType``.
@frozen @usableFromInline
struct _SetFailureTypeStage<Output, Failure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Never
    @usableFromInline typealias _PassesSubscription = _Yes

    @inlinable @inline(__always)
    init() {}

    @usableFromInline static var name: String { "SetFailureType" }

    @inlinable @inline(__always)
    func completion(_ completion: Subscribers.Completion<Never>) -> Subscribers.Completion<Failure> {
        .finished
    }
}
