/// An object that holds a subscriber of any type. It is called through closures that capture nothing and were specialised
/// where the subscriber's type was known.
@usableFromInline
class _SubscriberNode<Input, Failure: Error> {
    @usableFromInline typealias OnNode = (_SubscriberNode<Input, Failure>, _Node) -> Void
    @usableFromInline typealias OnValue = (_SubscriberNode<Input, Failure>, Input) -> Subscribers.Demand
    @usableFromInline typealias OnCompletion =
        (_SubscriberNode<Input, Failure>, Subscribers.Completion<Failure>) -> Void

    @usableFromInline let onNode: OnNode
    @usableFromInline let onValue: OnValue
    @usableFromInline let onCompletion: OnCompletion
    /// Indicates whether the subscriber immediately asks for unlimited demand.
    @usableFromInline final let isUnlimited: Bool

    @inlinable
    init(
        isUnlimited: Bool, onNode: @escaping OnNode, onValue: @escaping OnValue,
        onCompletion: @escaping OnCompletion
    ) {
        self.isUnlimited = isUnlimited
        self.onNode = onNode
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    /// Takes a subscription that isn't the engine's.
    @usableFromInline func receive(subscription: any Subscription) {}

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    @usableFromInline var splice: _Splice<Input, Failure>? { nil }
    @usableFromInline var base: Any { self }
}

@usableFromInline
final class _SubscriberBox<S: Subscriber>: _SubscriberNode<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    @inlinable
    init(_ subscriber: __owned S) {
        self.subscriber = subscriber
        super.init(
            isUnlimited: S._asksForAll,
            onNode: { node, subscription in
                unsafeDowncast(node, to: _SubscriberBox<S>.self).subscriber._receive(node: subscription)
            },
            onValue: { node, value in
                _unsafeUncheckedDowncast(node, to: _SubscriberBox<S>.self).deliver(value)
            },
            onCompletion: { node, completion in
                unsafeDowncast(node, to: _SubscriberBox<S>.self).subscriber.receive(completion: completion)
            })
    }

    // A method, because unoptimised code copies the subscriber when it reads it from an object other than `self`.
    @inlinable @inline(__always)
    func deliver(_ value: S.Input) -> Subscribers.Demand { subscriber.receive(value) }

    @usableFromInline override func receive(subscription: any Subscription) {
        subscriber.receive(subscription: subscription)
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { subscriber.combineIdentifier }
    @usableFromInline override var splice: _Splice<S.Input, S.Failure>? { subscriber._splice }
    @usableFromInline override var base: Any { subscriber }
}

// There are two erased subscribers, so that unlimited demand survives the erasure as a fact of the type.

/// A type-erased subscriber.
@frozen @usableFromInline
struct _ErasedSubscriber<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let node: _SubscriberNode<Input, Failure>

    @inlinable
    init(node: __owned _SubscriberNode<Input, Failure>) { self.node = node }

    @usableFromInline typealias _Unlimited = _No
    @usableFromInline typealias _Splices = _Sometimes

    @usableFromInline var description: String { _Reflection.description(of: node.base) }
    @usableFromInline var customMirror: Mirror { _Reflection.mirror(of: node.base) }
    @usableFromInline var combineIdentifier: CombineIdentifier { node.combineIdentifier }
    @usableFromInline var _splice: _Splice<Input, Failure>? { node.splice }

    @inlinable
    func receive(subscription: any Subscription) { node.receive(subscription: subscription) }

    @inlinable
    func _receive(node subscription: _Node) { node.onNode(node, subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { node.onValue(node, input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        node.onCompletion(node, completion)
    }
}

/// A type-erased subscriber that immediately asks for unlimited demand.
@frozen @usableFromInline
struct _ErasedUnlimitedSubscriber<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let node: _SubscriberNode<Input, Failure>

    @inlinable
    init(node: __owned _SubscriberNode<Input, Failure>) { self.node = node }

    @usableFromInline typealias _Unlimited = _Yes
    @usableFromInline typealias _Splices = _Sometimes

    @usableFromInline var description: String { _Reflection.description(of: node.base) }
    @usableFromInline var customMirror: Mirror { _Reflection.mirror(of: node.base) }
    @usableFromInline var combineIdentifier: CombineIdentifier { node.combineIdentifier }
    @usableFromInline var _splice: _Splice<Input, Failure>? { node.splice }

    @inlinable
    func receive(subscription: any Subscription) { node.receive(subscription: subscription) }

    @inlinable
    func _receive(node subscription: _Node) { node.onNode(node, subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { node.onValue(node, input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        node.onCompletion(node, completion)
    }
}
