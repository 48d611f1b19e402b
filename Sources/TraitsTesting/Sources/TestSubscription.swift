import TraitsRuntime

/// A subscription that does nothing but write down what is asked of it.
///
/// ```swift
/// let subscription = TestSubscription()
/// subscriber.receive(subscription: subscription)
/// #expect(subscription.history == [.requested(.max(1))])
/// ```
///
/// - Threads: everything may be called from every thread; the closures are called under no lock.
public final class TestSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
    // Unchecked, because the closures may be anybody's: they never change, all else is under `lock`.

    /// How the subscription describes itself, for histories that print it.
    public let description: String
    private let onRequest: ((Subscribers.Demand) -> Void)?
    private let onCancel: (() -> Void)?
    private let lock = Lock()
    private var log: [SubscriptionUse] = []

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - description: How it describes itself.
    ///   - request: Called with each demand, after it is written down.
    ///   - cancel: Called at each cancellation, after it is written down.
    public init(
        _ description: String = "TestSubscription",
        request: ((Subscribers.Demand) -> Void)? = nil,
        cancel: (() -> Void)? = nil
    ) {
        self.description = description
        self.onRequest = request
        self.onCancel = cancel
    }

    /// What was asked: demands and cancellations, in order.
    public var history: [SubscriptionUse] { lock.withLock { log } }

    /// Whether it was cancelled.
    public var isCancelled: Bool { history.contains(.cancelled) }

    /// The sum of all that was requested.
    public var requested: Subscribers.Demand {
        history.reduce(into: .none) { sum, use in
            if case .requested(let demand) = use { sum += demand }
        }
    }

    /// Writes the demand down.
    public func request(_ demand: Subscribers.Demand) {
        lock.withLock { log.append(.requested(demand)) }
        onRequest?(demand)
    }

    /// Writes the cancellation down, each one.
    public func cancel() {
        lock.withLock { log.append(.cancelled) }
        onCancel?()
    }
}
