/// A node between one upstream and downstream: upstream's subscriber and downstream's subscription. By default it passes
/// demand up, the end down, and a cancellation both ways. If it asks for everything whenever downstream does, it is also
/// ``_DemandPassing``.
@usableFromInline
package protocol _AskingNode: _UpstreamNode, _OperatorNode, _NodeSubscriber where _Drops == _Yes {
    associatedtype Downstream: Subscriber
    var downstream: Downstream { get }
}

extension _AskingNode {
    /// Indicates that a request for no values is passed on too.
    @inlinable @inline(__always)
    package static var acceptsZeroDemand: Bool { true }

    @inlinable
    package func requested(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    @inlinable
    package func cancelled() {
        if isAwaiting { return }
        cancelUpstream()
        downstream._release()
    }

    @inlinable
    package func _receive(node: _Node) {
        if connect(node) { downstream._receive(node: self) }
    }
}

extension _AskingNode where Failure == Downstream.Failure {
    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { downstream.receive(completion: completion) }
    }
}
