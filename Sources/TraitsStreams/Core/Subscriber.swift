/// A type that receives the values and the completion of a publisher.
///
/// A subscriber sets the pace: it receives no value before it has asked its subscription for values, and never more
/// than it asked for. The demand that ``receive(_:)`` returns is *added* to the earlier demand.
///
/// ```swift
/// final class Printer: Subscriber {
///     func receive(subscription: any Subscription) { subscription.request(.max(1)) }
///     func receive(_ input: Int) -> Subscribers.Demand { print(input); return .max(1) }
///     func receive(completion: Subscribers.Completion<Never>) { print("done") }
/// }
/// ```
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The kind of values this subscriber receives.
    associatedtype Input

    /// The kind of error this subscriber may receive; `Never` if it can't receive one.
    associatedtype Failure: Error

    /// Tells the subscriber that it is attached, and gives it the subscription, with which it can ask for values and cancel.
    ///
    /// If this method asks for values, the first one may arrive on another thread before the method has returned. So ask last,
    /// after the subscriber's own state is set.
    func receive(subscription: any Subscription)

    /// Delivers a value that the subscriber has asked for.
    ///
    /// - Returns: the number of *further* values that the subscriber wants, in addition to its earlier demand.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Tells the subscriber that the publisher has finished or failed; nothing follows.
    func receive(completion: Subscribers.Completion<Failure>)

    // The engine's hooks, with safe defaults; Engine/Nodes/SubscriberHooks.swift documents their promises.

    /// The fact that this type immediately asks for unlimited demand and makes no further request.
    associatedtype _Unlimited = _No

    /// The same fact as a property, for types where it depends on another type.
    static var _isUnlimited: Bool { get }

    /// The fact that this type releases its subscription as soon as it is over.
    associatedtype _Drops = _Unlimited

    /// The same fact as a property, for types where it depends on another type.
    static var _dropsSubscription: Bool { get }

    /// The fact that ``_splice`` isn't `nil`: ``_Yes`` if it is never `nil` until the subscriber's last event.
    associatedtype _Splices = _No

    /// The concatenation that this subscriber is a part of. Another concatenation joins it instead of nesting in it.
    var _splice: _Splice<Input, Failure>? { get }

    /// Delivers a value from a source that sends all of its values inside the call that subscribes.
    func _receive(live input: Input) -> Subscribers.Demand

    /// Delivers a value from a source that has just checked for a cancellation.
    func _receive(checked input: Input) -> Subscribers.Demand

    /// Delivers one of the engine's own subscriptions without boxing it.
    func _receive(node: _Node)

    /// Releases a subscriber that a node owns, after its cancellation.
    func _release()
}

extension Subscriber where Input == Void {
    /// Delivers a value to a subscriber of `Void`.
    ///
    /// - Returns: the number of further values that the subscriber wants.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of subscriber types, and of the types in their methods: ``Subscribers/Demand`` and
/// ``Subscribers/Completion``.
@frozen public enum Subscribers {}
