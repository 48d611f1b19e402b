import TraitsRuntime

/// A subscriber's action on a publisher of this module.
public enum SubscriptionUse: Hashable, Sendable, CustomStringConvertible {
    /// The subscriber subscribed.
    case subscribed
    /// The subscriber asked for values.
    case requested(Subscribers.Demand)
    /// The subscriber cancelled.
    case cancelled

    /// The action, in words.
    public var description: String {
        switch self {
        case .subscribed: "subscribed"
        case .requested(let demand): "requested(\(demand))"
        case .cancelled: "cancelled"
        }
    }
}

/// A use with the time at which it happened.
public struct TimedUse: Hashable, Sendable, CustomStringConvertible {
    /// The time of the use.
    public var time: VirtualTime
    /// The number of the subscription, counted from zero.
    public var subscription: Int
    /// The action at that time.
    public var use: SubscriptionUse

    /// Creates a use with its time.
    public init(_ time: VirtualTime, subscription: Int = 0, _ use: SubscriptionUse) {
        self.time = time
        self.subscription = subscription
        self.use = use
    }

    /// The time, the subscription and the use.
    public var description: String { "\(time): #\(subscription) \(use)" }
}
