import TraitsRuntime

/// What a subscriber did to a publisher of this module.
public enum SubscriptionUse: Hashable, Sendable, CustomStringConvertible {
    /// It subscribed.
    case subscribed
    /// It asked for values.
    case requested(Subscribers.Demand)
    /// It cancelled.
    case cancelled

    /// What was done, in words.
    public var description: String {
        switch self {
        case .subscribed: "subscribed"
        case .requested(let demand): "requested(\(demand))"
        case .cancelled: "cancelled"
        }
    }
}

/// A use and when it happened.
public struct TimedUse: Hashable, Sendable, CustomStringConvertible {
    /// When it happened.
    public var time: VirtualTime
    /// The number of the subscription, counted from zero.
    public var subscription: Int
    /// What was done.
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
