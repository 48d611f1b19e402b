extension Subscriber {
    /// `true` is a promise: this subscriber requests unlimited demand inside `receive(subscription:)`, or
    /// cancels there; it returns nothing it means from `receive(_:)`, and shows its subscription to no one.
    /// A source may then run as a plain loop and give it a subscription that knows only `cancel`.
    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { _Fact<_Unlimited>.holds }

    /// `true` is a promise: this subscriber releases its subscription when it is sent the completion and when
    /// it cancels. The subscription may then hold the subscriber for as long as it lives itself, in a constant,
    /// which costs no reference counting to call.
    @inlinable @inline(__always)
    public static var _dropsSubscription: Bool { _Fact<_Drops>.holds(_isUnlimited) }

    // Both as the engine asks, with the facts first; see `Fact.swift`.

    @_transparent @usableFromInline
    static var _asksForAll: Bool { _Fact<_Unlimited>.holds(_isUnlimited) }

    @_transparent @usableFromInline
    static var _drops: Bool { _Fact<_Drops>.holds(_dropsSubscription) }

    @inlinable @inline(__always)
    public var _splice: _Splice<Input, Failure>? { nil }

    @inlinable
    public func _receive(node: _Node) { receive(subscription: node) }

    /// Called by a subscription that holds its subscriber in a constant, when it is cancelled: a subscriber that is
    /// ``_Owned`` is released then. All others have nothing to do.
    @inlinable @inline(__always)
    public func _release() {}

    /// The source promises that it sends from inside the call that subscribes, and has made sure that there
    /// was no cancellation before this value: the subscriber need not look again. A source that sends later
    /// can't promise it, because a closure on the way, such as that of `map`, may cancel the sink it leads to.
    /// Subscribers that don't look, or hand values on to one that needn't, say more than this.
    @inlinable @inline(__always)
    public func _receive(live input: Input) -> Subscribers.Demand { receive(input) }

    /// The source promises that it has made sure, right before this call, that there was no cancellation. A
    /// subscriber that calls the closure of a sink need not look again. One that hands values on must not hand
    /// this promise on, if a closure of its own comes in between.
    @inlinable @inline(__always)
    public func _receive(checked input: Input) -> Subscribers.Demand { receive(input) }
}

/// How a concatenation that is a part of another hands over its own parts, so that a chain of any length runs
/// as one node with a list, in constant stack and with constant work for a value.
@frozen
public struct _Splice<Output, Failure: Error> {
    @usableFromInline typealias Insert =
        (_Node, AnyPublisher<Output, Failure>, AnyPublisher<Output, Failure>) -> Void

    @usableFromInline let node: _Node
    /// Captures nothing; is given the node, and the two parts that take the place of one.
    @usableFromInline let insert: Insert

    @inlinable
    init(_ node: _Node, _ insert: @escaping Insert) {
        self.node = node
        self.insert = insert
    }
}

/// A subscriber of the engine: subscriptions reach it as nodes.
@usableFromInline
protocol _NodeSubscriber: Subscriber {}

extension _NodeSubscriber {
    @inlinable
    public func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }
}

/// What subscribers of this library print as: the operator's name, and no insides.
@usableFromInline
protocol _Described: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}

extension _Described {
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    public var playgroundDescription: Any { description }
}

/// A subscriber that asks upstream for what downstream asks it for.
@usableFromInline
protocol _DemandPassing: Subscriber where _Unlimited == Downstream._Unlimited {
    associatedtype Downstream: Subscriber
}

extension _DemandPassing {
    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { Downstream._isUnlimited }
}

/// A stateless subscriber: it does something to values, or to the completion, and hands all else through.
/// Downstream sees upstream's own subscription.
@usableFromInline
protocol _Transparent: _Described, Subscriber where _Drops == Downstream._Drops {
    associatedtype Downstream: Subscriber
    var downstream: Downstream { get }
}

/// A subscriber through which a source may see whether everything is asked for.
@usableFromInline
protocol _PassThrough: _Transparent, _DemandPassing {}

extension _Transparent {
    @inlinable
    public var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable @inline(__always)
    public static var _dropsSubscription: Bool { Downstream._dropsSubscription }

    @inlinable
    public func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable @inline(__always)
    public func _receive(node: _Node) { downstream._receive(node: node) }
}

extension _Transparent where Failure == Downstream.Failure {
    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}
