import TraitsRuntime

/// A subscriber whose answers the test programs, and that keeps the history of its events.
///
/// ```swift
/// let subscriber = TrackingSubscriber<Int, Never>(
///     receiveSubscription: { $0.request(.max(1)) },
///     receiveValue: { $0 < 10 ? .max(1) : .none })
/// [1, 20, 3].publisher.subscribe(subscriber)
///
/// #expect(subscriber.history == [.subscription("Sequence"), .value(1), .value(20)])
/// subscriber.request(.unlimited)
/// #expect(subscriber.values == [1, 20, 3])
/// ```
///
/// Unlike a ``Recorder`` it knows no time, keeps every subscription it is sent, and never decides anything by itself. That
/// makes it the tool for the contract between publisher and subscriber.
///
/// - Threads: All members may be used from any thread.
/// - Memory: It keeps its subscriptions until ``cancel()`` or ``releaseSubscriptions()``.
public final class TrackingSubscriber<Input, Failure: Error>: Subscriber, Cancellable,
    CustomStringConvertible
{
    /// An event that the subscriber received.
    public enum Event {
        /// A subscription, by its description.
        case subscription(String)
        /// A value.
        case value(Input)
        /// A completion.
        case completion(Subscribers.Completion<Failure>)
    }

    private let onSubscription: ((any Subscription) -> Void)?
    private let onValue: ((Input) -> Subscribers.Demand)?
    private let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    private let lock = Lock()
    private var received: [Event] = []
    private var kept: [any Subscription] = []

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Called with the subscription after it is kept. Requests nothing by default.
    ///   - receiveValue: Returns the demand for a value. None by default.
    ///   - receiveCompletion: Called with the completion.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.onSubscription = receiveSubscription
        self.onValue = receiveValue
        self.onCompletion = receiveCompletion
    }

    /// Creates a subscriber with an initial demand and a demand for each value.
    public convenience init(demand: Subscribers.Demand, thenForEach more: Subscribers.Demand = .none) {
        self.init(receiveSubscription: { $0.request(demand) }, receiveValue: { _ in more })
    }

    /// All events, in order.
    public var history: [Event] { lock.withLock { received } }

    /// The values that were received.
    public var values: [Input] {
        history.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    /// The completions that were received; a sound publisher sends one at most.
    public var completions: [Subscribers.Completion<Failure>] {
        history.compactMap { if case .completion(let completion) = $0 { completion } else { nil } }
    }

    /// The subscriptions that were received; a sound publisher sends exactly one.
    public var subscriptions: [any Subscription] { lock.withLock { kept } }

    /// The last subscription, if one has come.
    public var subscription: (any Subscription)? { lock.withLock { kept.last } }

    /// Forgets the events until now; the subscriptions stay.
    public func clearHistory() { lock.withLock { received = [] } }

    /// Requests more values from the last subscription. Does nothing without one.
    public func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

    /// Cancels all subscriptions and releases them.
    public func cancel() {
        let subscriptions = take()
        for subscription in subscriptions { subscription.cancel() }
    }

    /// Releases the subscriptions without cancelling them.
    public func releaseSubscriptions() { _ = take() }

    private func take() -> [any Subscription] {
        lock.withLock {
            let subscriptions = kept
            kept = []
            return subscriptions
        }
    }

    /// Keeps the subscription, records it and calls the closure.
    public func receive(subscription: any Subscription) {
        let description = String(describing: subscription)
        lock.withLock {
            kept.append(subscription)
            received.append(.subscription(description))
        }
        onSubscription?(subscription)
    }

    /// Records the value and returns the closure's demand.
    public func receive(_ input: Input) -> Subscribers.Demand {
        lock.withLock { received.append(.value(input)) }
        return onValue?(input) ?? .none
    }

    /// Records the completion and calls the closure.
    public func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { received.append(.completion(completion)) }
        onCompletion?(completion)
    }

    /// `TrackingSubscriber`, for histories that print their subscriber.
    public var description: String { "TrackingSubscriber" }
}

// Unchecked, because not all closures and subscriptions are sendable: they are called by the caller of the subscriber. Mutable
// state is touched under `lock` only.
extension TrackingSubscriber: @unchecked Sendable where Input: Sendable {}

extension TrackingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}
extension TrackingSubscriber.Event: Hashable where Input: Hashable, Failure: Hashable {}
extension TrackingSubscriber.Event: Sendable where Input: Sendable, Failure: Sendable {}

extension TrackingSubscriber.Event: CustomStringConvertible {
    /// The event, written as its case.
    public var description: String {
        switch self {
        case .subscription(let text): "subscription(\"\(text)\")"
        case .value(let value): "value(\(quoted(value)))"
        case .completion(let completion): "completion(\(completion))"
        }
    }
}

extension TrackingSubscriber where Input: Equatable {
    /// Returns whether the history is equal to the given events; `areEqual` compares failures, which need not be equatable.
    public func historyEquals(_ other: [Event], by areEqual: (Failure, Failure) -> Bool) -> Bool {
        let history = history
        return history.count == other.count
            && zip(history, other).allSatisfy { lhs, rhs in
                switch (lhs, rhs) {
                case (.subscription(let lhs), .subscription(let rhs)): lhs == rhs
                case (.value(let lhs), .value(let rhs)): lhs == rhs
                case (.completion(.finished), .completion(.finished)): true
                case (.completion(.failure(let lhs)), .completion(.failure(let rhs))): areEqual(lhs, rhs)
                default: false
                }
            }
    }
}
