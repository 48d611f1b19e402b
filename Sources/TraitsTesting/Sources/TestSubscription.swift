import TraitsRuntime

/// A subscription that only records demands and cancellations.
///
/// ```swift
/// let subscription = TestSubscription()
/// subscriber.receive(subscription: subscription)
/// #expect(subscription.history == [.requested(.max(1))])
/// ```
///
/// - Threads: All members may be used from any thread; the closures are called under no lock.
public final class TestSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
    // Unchecked, because the closures need not be sendable: they never change, all other state is under `lock`.

    /// The description of the subscription, for histories that print it.
    public let description: String
    private let onRequest: ((Subscribers.Demand) -> Void)?
    private let onCancel: (() -> Void)?
    private let lock = Lock()
    private var log: [SubscriptionUse] = []

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - description: The description of the subscription.
    ///   - request: Called with each demand, after it is recorded.
    ///   - cancel: Called at each cancellation, after it is recorded.
    public init(
        _ description: String = "TestSubscription",
        request: ((Subscribers.Demand) -> Void)? = nil,
        cancel: (() -> Void)? = nil
    ) {
        self.description = description
        self.onRequest = request
        self.onCancel = cancel
    }

    /// The demands and cancellations, in order.
    public var history: [SubscriptionUse] { lock.withLock { log } }

    /// A Boolean value that indicates whether it was cancelled.
    public var isCancelled: Bool { history.contains(.cancelled) }

    /// The sum of all requested demands.
    public var requested: Subscribers.Demand {
        history.reduce(into: .none) { sum, use in
            if case .requested(let demand) = use { sum += demand }
        }
    }

    /// Records the demand.
    public func request(_ demand: Subscribers.Demand) {
        lock.withLock { log.append(.requested(demand)) }
        onRequest?(demand)
    }

    /// Records the cancellation, even if it isn't the first.
    public func cancel() {
        lock.withLock { log.append(.cancelled) }
        onCancel?()
    }
}
