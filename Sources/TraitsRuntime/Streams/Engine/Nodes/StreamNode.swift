/// A node between one upstream and downstream, subscriber of the one and subscription of the other. What it doesn't
/// say itself goes through: demand up, the end down, a cancellation both ways.
@usableFromInline
protocol _StreamNode: _AskingNode, _DemandPassing {}

/// A node between one upstream and downstream that asks the one for something else than the other asks for.
@usableFromInline
protocol _AskingNode: _UpstreamNode, _OperatorNode, _NodeSubscriber where _Drops == _Yes {
    associatedtype Downstream: Subscriber
    var downstream: Downstream { get }
}

extension _AskingNode {
    /// Demand goes through as it is.
    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { true }

    @inlinable
    func requested(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        cancelUpstream()
        downstream._release()
    }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { downstream._receive(node: self) }
    }
}

/// A node that shows upstream's subscription to a closure before downstream has its own. What upstream sends inside of
/// the closure comes after downstream's subscription, which is handed over then.
@usableFromInline
protocol _AnnouncingNode: _AskingNode, _AttachingNode {}

extension _AnnouncingNode {
    /// Takes upstream's subscription, has it shown, and hands downstream its own.
    @inlinable
    func receive(subscription: any Subscription, showing show: () -> Void) {
        let node = _Node.wrapping(subscription)
        guard isAwaiting, connect(node) else {
            show()
            return node.cancel()
        }
        show()
        attach()
    }

    /// Hands downstream its subscription, unless it has it.
    @inlinable
    func attach() {
        if noteAttachment() { downstream._receive(node: self) }
    }

    /// Upstream sends something: if it does so while its subscription is shown, downstream has to have its own first.
    @inlinable @inline(__always)
    func attachBeforeEvent() {
        if !isAttached && isConnected { attach() }
    }
}

extension _AskingNode where Failure == Downstream.Failure {
    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { downstream.receive(completion: completion) }
    }
}
