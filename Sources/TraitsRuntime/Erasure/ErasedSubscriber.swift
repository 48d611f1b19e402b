/// A subscriber behind one pointer: a node that holds it, entered through closures that were specialised
/// where the subscriber's type was known and capture nothing.
@usableFromInline
class _SubscriberNode<Input, Failure: Error> {
    @frozen @usableFromInline
    enum Signal {
        case subscription(any Subscription)
        case node(_Node)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline typealias OnValue = (_SubscriberNode<Input, Failure>, Input) -> Subscribers.Demand
    @usableFromInline typealias OnSignal = (_SubscriberNode<Input, Failure>, Signal) -> Void

    @usableFromInline let onValue: OnValue
    @usableFromInline let onSignal: OnSignal

    @inlinable
    init(_ onValue: @escaping OnValue, _ onSignal: @escaping OnSignal) {
        self.onValue = onValue
        self.onSignal = onSignal
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
    @usableFromInline var splice: _Splice<Input, Failure>? { nil }
    @usableFromInline var base: Any { self }
}

@usableFromInline
final class _SubscriberBox<S: Subscriber>: _SubscriberNode<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    @inlinable
    init(_ subscriber: S) {
        self.subscriber = subscriber
        super.init(
            { node, value in
                unsafeDowncast(node, to: _SubscriberBox<S>.self).subscriber.receive(value)
            },
            { node, signal in
                let me = unsafeDowncast(node, to: _SubscriberBox<S>.self)
                switch signal {
                case .subscription(let subscription): me.subscriber.receive(subscription: subscription)
                case .node(let node): me.subscriber._receive(node: node)
                case .completion(let completion): me.subscriber.receive(completion: completion)
                }
            })
    }

    @usableFromInline override var combineIdentifier: CombineIdentifier { subscriber.combineIdentifier }
    @usableFromInline override var splice: _Splice<S.Input, S.Failure>? { subscriber._splice }
    @usableFromInline override var base: Any { subscriber }
}

// There are two erased subscribers so that "asks for everything" survives the erasure as a fact of the type.

/// A subscriber of any type.
@frozen
public struct _ErasedSubscriber<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let node: _SubscriberNode<Input, Failure>

    @inlinable
    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        node = _SubscriberBox(subscriber)
    }

    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { false }

    public var description: String { _Portrait.description(of: node.base) }
    public var customMirror: Mirror { _Portrait.mirror(of: node.base) }
    public var combineIdentifier: CombineIdentifier { node.combineIdentifier }
    public var _splice: _Splice<Input, Failure>? { node.splice }

    @inlinable
    public func receive(subscription: any Subscription) { node.onSignal(node, .subscription(subscription)) }

    @inlinable
    public func _receive(node subscription: _Node) { node.onSignal(node, .node(subscription)) }

    @inlinable
    public func receive(_ input: Input) -> Subscribers.Demand { node.onValue(node, input) }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        node.onSignal(node, .completion(completion))
    }
}

/// A subscriber of any type that asks for everything at once.
@frozen
public struct _ErasedUnlimitedSubscriber<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let node: _SubscriberNode<Input, Failure>

    @inlinable
    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        node = _SubscriberBox(subscriber)
    }

    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { true }

    public var description: String { _Portrait.description(of: node.base) }
    public var customMirror: Mirror { _Portrait.mirror(of: node.base) }
    public var combineIdentifier: CombineIdentifier { node.combineIdentifier }
    public var _splice: _Splice<Input, Failure>? { node.splice }

    @inlinable
    public func receive(subscription: any Subscription) { node.onSignal(node, .subscription(subscription)) }

    @inlinable
    public func _receive(node subscription: _Node) { node.onSignal(node, .node(subscription)) }

    @inlinable
    public func receive(_ input: Input) -> Subscribers.Demand { node.onValue(node, input) }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        node.onSignal(node, .completion(completion))
    }
}
