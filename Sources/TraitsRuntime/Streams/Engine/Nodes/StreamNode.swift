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

extension _AskingNode where Failure == Downstream.Failure {
    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { downstream.receive(completion: completion) }
    }
}
