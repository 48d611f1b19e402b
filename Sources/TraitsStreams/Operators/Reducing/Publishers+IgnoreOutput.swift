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
    public struct IgnoreOutput<Upstream: Publisher>: _ImmediateOperator {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are left out.
        public let upstream: Upstream

        /// Creates a publisher of the completion of another, without its values.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Never, S.Failure == Failure {
            upstream.subscribe(_IgnoringSubscriber(consume subscriber))
        }

        @inlinable
        public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Never, Failure> {
            return answer.map({ _ in .empty }) { rest in
                _rest(IgnoreOutput<AnyPublisher<Upstream.Output, Failure>>(upstream: rest))
            }
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
extension Publishers.IgnoreOutput: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The subscriber of ``Publishers/IgnoreOutput``.
@frozen @usableFromInline
struct _IgnoringSubscriber<Input, Downstream: Subscriber>: _PassThrough where Downstream.Input == Never {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream

    @inlinable
    init(_ downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { "IgnoreOutput" }

    @inlinable
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
        subscription.request(.unlimited)
    }

    @inlinable
    func _receive(node: _Node) {
        downstream._receive(node: node)
        node.request(.unlimited)
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { .none }
}
