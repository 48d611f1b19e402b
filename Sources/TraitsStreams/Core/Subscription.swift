/// The connection of one subscriber to one publisher.
///
/// A subscription takes requests and can be cancelled, from any thread and at any time, also from inside any call of the
/// publisher to the subscriber. Cancelling is final, and cancelling twice is harmless.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks the publisher for more values, in addition to the earlier demand.
    ///
    /// - Parameter demand: the number of further values that the subscriber can take; more than none.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
@frozen public enum Subscriptions {
    /// A subscription that ignores requests and cancellation: for publishers that have nothing to send.
    @inlinable
    public static var empty: any Subscription { _EmptyNode.shared }
}
