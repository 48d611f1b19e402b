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
    /// For work that must be finished once it has begun, such as an upload. Upstream keeps itself alive until its end.
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
    public func preventCancellation() -> TraitPublishers.PreventCancellation<Self> {
        TraitPublishers.PreventCancellation(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher that isn't cancelled; see `preventCancellation()`.
    public struct PreventCancellation<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that isn't cancelled.
        public let upstream: Upstream

        /// Protects a publisher from cancellation.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// After a cancellation the work goes on, and the node with it.
        public typealias _Outlives = _Yes

        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_PreventingNode(downstream))
        }
    }
}

extension TraitPublishers.PreventCancellation: Sendable where Upstream: Sendable {}
extension TraitPublishers.PreventCancellation: Equatable where Upstream: Equatable {}

/// The subscriber and subscription of ``TraitPublishers/PreventCancellation``.
private final class _PreventingNode<Downstream: Subscriber>: _SerialNode<Downstream>, _AskingNode {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    init(_ downstream: Downstream) {
        super.init(downstream, _handled(by: _PreventingNode<Downstream>.self))
    }

    override var description: String { "PreventCancellation" }

    @usableFromInline typealias _Unlimited = _No

    func cancelled() {
        guard close() else { return }
        downstream._release()
        requestUpstream(.unlimited)
    }

    func _receive(node: _Node) {
        if connect(node) { attach() }  // nothing waits in the mailbox
    }

    func receive(_ input: Input) -> Subscribers.Demand { isConnected ? send(input) : .none }

    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { send(completion: completion) }
    }
}
