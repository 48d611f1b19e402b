import TraitsRuntime

/// A publisher that sends the events that the test tells it to send, sound or not.
///
/// ```swift
/// let source = ManualPublisher<Int, Never>()
/// let recorder = source.first().record()
/// source.send(1)
/// source.send(2)                       // after the end: nobody checks
/// #expect(source.uses == [.requested(.unlimited), .cancelled])
/// #expect(recorder.recording == "1|")
/// ```
///
/// It looks at no demand and keeps no rule. Use it to show that an operator stays sane when its upstream sends a value before
/// the subscription, two subscriptions, or values after the end:
///
/// ```swift
/// let source = ManualPublisher<Int, Never>(subscribing: .byHand)
/// let recorder = source.map { $0 + 1 }.record()
/// source.send(1)                                  // before the subscription
/// source.send(subscription: TestSubscription())
/// source.send(subscription: TestSubscription())   // twice
/// source.send(completion: .finished)
/// source.send(3)                                  // after the end
/// ```
///
/// - Threads: All members may be used from any thread; signals come on the thread that sends.
/// - Memory: It keeps its subscribers until ``releaseSubscribers()``, whatever they were sent.
public final class ManualPublisher<Output, Failure: Error>: Publisher {
    /// The sender of the subscription.
    public enum Subscribing: Hashable, Sendable {
        /// The publisher sends its ``ManualPublisher/subscription`` inside of the call that subscribes.
        case automatic
        /// The test sends it, by ``ManualPublisher/send(subscription:to:)``.
        case byHand
    }

    private struct Downstream {
        let subscribe: (any Subscription) -> Void
        let receive: (Output) -> Subscribers.Demand
        let complete: (Subscribers.Completion<Failure>) -> Void
    }

    /// The subscription that subscribers receive from an automatic publisher; it keeps the ``uses``.
    public let subscription: TestSubscription
    private let subscribing: Subscribing
    private let onSubscribe: (() -> Void)?
    private let lock = Lock()
    private var downstreams: [Downstream] = []
    private var count = 0

    /// Creates a publisher.
    ///
    /// - Parameters:
    ///   - subscribing: The sender of the subscription.
    ///   - subscription: The subscription for all subscribers.
    ///   - willSubscribe: Called for each new subscriber, before its subscription.
    public init(
        subscribing: Subscribing = .automatic,
        subscription: TestSubscription = TestSubscription("ManualPublisher"),
        willSubscribe: (() -> Void)? = nil
    ) {
        self.subscribing = subscribing
        self.subscription = subscription
        self.onSubscribe = willSubscribe
    }

    /// Keeps the subscriber and, unless the test does so, sends it the subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let downstream = Downstream(
            subscribe: subscriber.receive(subscription:), receive: subscriber.receive,
            complete: subscriber.receive(completion:))
        lock.withLock {
            downstreams.append(downstream)
            count += 1
        }
        onSubscribe?()
        if subscribing == .automatic { downstream.subscribe(subscription) }
    }

    /// The demands and cancellations that the ``subscription`` received.
    public var uses: [SubscriptionUse] { subscription.history }

    /// The number of subscribers that have come.
    public var subscriptionCount: Int { lock.withLock { count } }

    /// The number of subscribers that are kept.
    public var subscriberCount: Int { lock.withLock { downstreams.count } }

    /// Releases all subscribers; later events reach only new subscribers.
    public func releaseSubscribers() {
        let garbage = lock.withLock {
            let garbage = downstreams
            downstreams = []
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// Sends a subscription.
    ///
    /// - Parameters:
    ///   - subscription: The subscription to send.
    ///   - index: The number of the subscriber, counted from zero; all subscribers if there is none.
    public func send(subscription: any Subscription, to index: Int? = nil) {
        for downstream in receivers(index) { downstream.subscribe(subscription) }
    }

    /// Sends a value, even if it wasn't demanded.
    ///
    /// - Parameters:
    ///   - value: The value to send.
    ///   - index: The number of the subscriber, counted from zero; all subscribers if there is none.
    /// - Returns: The sum of the demands that the subscribers returned.
    @discardableResult
    public func send(_ value: Output, to index: Int? = nil) -> Subscribers.Demand {
        var sum = Subscribers.Demand.none
        for downstream in receivers(index) { sum += downstream.receive(value) }
        return sum
    }

    /// Sends a completion, even if it isn't the first.
    ///
    /// - Parameters:
    ///   - completion: The completion to send.
    ///   - index: The number of the subscriber, counted from zero; all subscribers if there is none.
    public func send(completion: Subscribers.Completion<Failure>, to index: Int? = nil) {
        for downstream in receivers(index) { downstream.complete(completion) }
    }

    private func receivers(_ index: Int?) -> [Downstream] {
        lock.withLock {
            guard let index else { return downstreams }
            precondition(
                downstreams.indices.contains(index),
                "there is no subscriber \(index), there are \(downstreams.count)")
            return [downstreams[index]]
        }
    }
}

// Unchecked, because not all subscribers are sendable: a test that sends from several threads calls them so on purpose. Mutable
// state of the publisher is touched under `lock` only.
extension ManualPublisher: @unchecked Sendable where Output: Sendable {}

extension ManualPublisher where Output == Void {
    /// Sends a value, even if it wasn't demanded.
    @discardableResult
    public func send() -> Subscribers.Demand { send(()) }
}
