/// A type that receives the values and the completion of a publisher.
///
/// A subscriber is in charge of the pace: it receives no value before it has asked its subscription for
/// some, and never more than it asked for. What ``receive(_:)`` returns is *added* to the demand already
/// made.
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

    /// Tells the subscriber that it is attached, and hands it the means to ask for values and to cancel.
    func receive(subscription: any Subscription)

    /// Delivers a value the subscriber has asked for.
    ///
    /// - Returns: how many *more* values the subscriber wants, on top of its earlier demand.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Tells the subscriber that the publisher has finished or failed; nothing follows.
    func receive(completion: Subscribers.Completion<Failure>)

    // The engine's hooks, with safe defaults; Engine/SubscriberHooks.swift says what each one promises.

    /// Whether this type asks for everything immediately and never looks at its subscription again.
    associatedtype _Unlimited = _No

    /// The same, where it depends on more.
    static var _isUnlimited: Bool { get }

    /// Whether this type releases its subscription as soon as it is over.
    associatedtype _Drops = _Unlimited

    /// The same, where it depends on more.
    static var _dropsSubscription: Bool { get }

    /// Whether there is something in ``_splice``: ``_Yes`` if always, until this subscriber is sent nothing any more.
    associatedtype _Splices = _No

    /// The concatenation this subscriber is a part of, for another one to join instead of nesting in it.
    var _splice: _Splice<Input, Failure>? { get }

    /// Delivers a value from a source that sends all it has while it is subscribed to.
    func _receive(live input: Input) -> Subscribers.Demand

    /// Delivers a value from a source that has just looked for a cancellation.
    func _receive(checked input: Input) -> Subscribers.Demand

    /// Delivers a subscription of the engine's own without boxing it.
    func _receive(node: _Node)

    /// Releases a subscriber that a node owns, after its cancellation.
    func _release()
}

extension Subscriber where Input == Void {
    /// Delivers a value to a subscriber of `Void`.
    ///
    /// - Returns: how many more values the subscriber wants.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of subscriber types, and of the words they use: ``Subscribers/Demand`` and
/// ``Subscribers/Completion``.
@frozen public enum Subscribers {}
