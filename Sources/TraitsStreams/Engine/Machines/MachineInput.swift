/// A machine whose input subscribers can be cast to downstream's subscription, as in Combine.
@usableFromInline
package protocol _SubscriptionShowing {}

extension _MachineInput: Subscription, Cancellable where Machine: _SubscriptionShowing {
    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { node.request(demand) }

    @usableFromInline
    package func cancel() { node.cancel() }
}

/// The subscriber of one input.
@frozen @usableFromInline
package struct _MachineInput<Port: _Port, Machine: _Machine, Downstream: Subscriber>: _InputSubscriber
where
    Port.Values == Machine._Value, Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure
{
    @usableFromInline package typealias Input = Port.Value
    @usableFromInline package typealias Failure = Machine.Failure

    @usableFromInline let node: _MachineNode<Machine, Downstream>
    @usableFromInline let port: Port

    @inlinable @inline(__always)
    init(node: _MachineNode<Machine, Downstream>, port: Port) {
        self.node = node
        self.port = port
    }

    @usableFromInline package typealias _Unlimited = Machine._AsksForAll

    /// Indicates whether the node requests unlimited demand, or cancels, as soon as the input connects.
    @inlinable @inline(__always)
    package static var _isUnlimited: Bool {
        switch Machine.rule(of: Port.number) {
        case .unlimited: true
        case .once, .competes: false
        case .asDownstream:
            switch Machine.attachment {
            case .first: Downstream._isUnlimited
            case .with(let first): first == Port.number && Downstream._isUnlimited
            case .last: false
            }
        }
    }

    @inlinable
    package func _receive(node subscription: _Node) { node.connected(subscription, port.index) }

    @inlinable @inline(__always)
    package func receive(_ input: Port.Value) -> Subscribers.Demand { node.receive(input, from: port) }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        node.receive(completion: completion, from: port.index)
    }
}
