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
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: _ImmediateOperator
    where Upstream.Failure == Never {
        public typealias Output = Upstream.Output

        /// The publisher that can't fail.
        public let upstream: Upstream

        /// Creates a publisher with a failure type, around a publisher that can't fail.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(_SetFailureSubscriber(consume subscriber))
        }

        /// Changes the failure type again.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }

        @inlinable @inline(__always)
        public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
            switch answer {
            case .no: return .no
            case .value(let value): return .value(value)
            case .empty: return .empty
            case .then(let rest):
                return .then(
                    _rest(SetFailureType<AnyPublisher<Output, Never>, Failure>(upstream: rest)))
            }
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The subscriber of ``Publishers/SetFailureType``.
@frozen @usableFromInline
struct _SetFailureSubscriber<Input, Downstream: Subscriber>: _PassThrough where Downstream.Input == Input {
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream

    @inlinable @inline(__always)
    init(_ downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { "SetFailureType" }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Never>) {
        downstream.receive(completion: .finished)
    }
}
