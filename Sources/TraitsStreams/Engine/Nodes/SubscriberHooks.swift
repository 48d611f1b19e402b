extension Subscriber {
    /// A Boolean value that promises that this subscriber requests unlimited demand inside `receive(subscription:)`, or
    /// cancels there. The demand that it returns from `receive(_:)` may be ignored, and it keeps its subscription private.
    /// A source may then run as a plain loop and give it a subscription that only supports `cancel`.
    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { _Fact<_Unlimited>.holds }

    /// A Boolean value that promises that this subscriber releases its subscription when it is sent the completion and when it
    /// cancels. The subscription may then hold the subscriber for its whole lifetime, in a constant, which it can call without
    /// reference counting.
    @inlinable @inline(__always)
    public static var _dropsSubscription: Bool { _Fact<_Drops>.holds(_isUnlimited) }

    // The engine asks for both in this form, with the facts first; see `Fact.swift`.

    @_transparent @usableFromInline
    static var _asksForAll: Bool { _Fact<_Unlimited>.holds(_isUnlimited) }

    @_transparent @usableFromInline
    package static var _drops: Bool { _Fact<_Drops>.holds(_dropsSubscription) }

    @inlinable @inline(__always)
    public var _splice: _Splice<Input, Failure>? { nil }

    @inlinable
    public func _receive(node: _Node) { receive(subscription: node) }

    /// Called by a subscription that holds its subscriber in a constant, when it is cancelled. An ``_Owned`` subscriber is
    /// released then; all others do nothing.
    @inlinable @inline(__always)
    public func _release() {}

    /// Receives a value that the source sends from inside the call that subscribes, after it has checked that there was
    /// no cancellation: the subscriber need not check again. A source that sends later can't promise this, because a closure
    /// on the way, such as the closure of `map`, may cancel the sink. Subscribers that use the promise, or pass it on,
    /// implement this method.
    @inlinable @inline(__always)
    public func _receive(live input: Input) -> Subscribers.Demand { receive(input) }

    /// Receives a value, with the promise of ``_receive(live:)`` or without.
    @inlinable @inline(__always)
    func _receive(_ input: Input, live: Bool) -> Subscribers.Demand {
        live ? _receive(live: input) : receive(input)
    }

    /// Receives a value that the source sends right after it has checked that there was no cancellation. A subscriber that
    /// calls the closure of a sink need not check again. A subscriber that calls a closure of its own first must not pass
    /// this promise on.
    @inlinable @inline(__always)
    public func _receive(checked input: Input) -> Subscribers.Demand { receive(input) }
}

/// The means by which a concatenation inside another concatenation hands over its parts. So a chain of any length runs as
/// one node with a list, with constant stack space and constant work for each value.
@frozen
public struct _Splice<Output, Failure: Error> {
    @usableFromInline typealias Insert =
        (_Node, AnyPublisher<Output, Failure>, AnyPublisher<Output, Failure>) -> Void

    @usableFromInline let node: _Node
    /// A closure that captures nothing. Its arguments are the node and the two parts that take the place of one part.
    @usableFromInline let insert: Insert

    @inlinable
    init(_ node: _Node, _ insert: @escaping Insert) {
        self.node = node
        self.insert = insert
    }
}

/// A subscriber of the engine: subscriptions reach it as nodes.
@usableFromInline
package protocol _NodeSubscriber: Subscriber {}

extension _NodeSubscriber {
    @inlinable
    public func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }
}

/// A subscriber of this library that prints as the operator's name, without its properties.
@usableFromInline
package protocol _Described: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}

extension _Described {
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    public var playgroundDescription: Any { description }
}

/// A subscriber that passes downstream's requests to upstream: a source may see whether they are unlimited.
@usableFromInline
package protocol _DemandPassing: Subscriber where _Unlimited == Downstream._Unlimited {
    associatedtype Downstream: Subscriber
}

extension _DemandPassing {
    @inlinable @inline(__always)
    public static var _isUnlimited: Bool { Downstream._isUnlimited }
}

/// A subscriber without a node, which transforms values or the completion, and passes everything else through.
/// By default downstream sees upstream's own subscription.
@usableFromInline
protocol _Transparent: _Described, Subscriber where _Drops == Downstream._Drops {
    associatedtype Downstream: Subscriber
    var downstream: Downstream { get }
}

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
