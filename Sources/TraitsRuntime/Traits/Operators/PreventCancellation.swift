extension Publisher {
    /// Lets the work go on when the subscriber cancels.
    ///
    /// ```
    ///                           ----o|
    /// preventCancellation()     ----o|
    ///                           ----o|       upstream, which is not cancelled
    /// cancelled here            --^          downstream, which hears nothing more
    /// ```
    ///
    /// Use it for work that must be finished once it has begun, such as an upload. Upstream keeps itself alive until its
    /// end.
    ///
    /// - Demand: passes through; once downstream has cancelled, everything is asked for.
    /// - Failure, threads: those of upstream.
    /// - Cancellation: releases the subscriber and leaves upstream alone.
    ///
    /// ```swift
    /// let upload = AnySinglePublisher<String, any Error>.just("done").preventCancellation()
    /// upload.sinkSingle { print($0) }.cancel()      // the upload goes on
    /// ```
    @_disfavoredOverload
    @inlinable
    public func preventCancellation() -> TraitPublishers.PreventCancellation<Self> {
        TraitPublishers.PreventCancellation(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher that isn't cancelled; see `preventCancellation()`.
    @frozen
    public struct PreventCancellation<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that isn't cancelled.
        public let upstream: Upstream

        /// Protects a publisher from cancellation.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// After a cancellation the work goes on, and the node with it.
        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_PreventingNode(downstream))
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
            answer.map({ .value($0) }) { rest in
                _rest(TraitPublishers.PreventCancellation<AnyPublisher<Output, Failure>>(upstream: rest))
            }
        }
    }
}

extension TraitPublishers.PreventCancellation: Sendable where Upstream: Sendable {}
extension TraitPublishers.PreventCancellation: Equatable where Upstream: Equatable {}

/// The subscriber and subscription of ``TraitPublishers/PreventCancellation``.
@usableFromInline
final class _PreventingNode<Downstream: Subscriber>: _SerialNode<Downstream>, _AskingNode {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @inlinable
    init(_ downstream: Downstream) {
        super.init(downstream, _handled(by: _PreventingNode<Downstream>.self))
    }

    @usableFromInline override var description: String { "PreventCancellation" }

    @usableFromInline typealias _Unlimited = _No

    @inlinable
    func cancelled() {
        guard close() else { return }
        downstream._release()
        requestUpstream(.unlimited)
    }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { attach() }  // nothing waits in the mailbox
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { isConnected ? send(input) : .none }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { send(completion: completion) }
    }
}
