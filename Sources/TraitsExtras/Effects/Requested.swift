import TraitsRuntime

/// A publisher that reports its subscriber's demand to a closure: each request, and the demand in return for a value.
@usableFromInline
struct Requested<Upstream: Publisher>: Publisher {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let onRequest: ((Subscribers.Demand) -> Void)?

    @inlinable
    init(upstream: Upstream, onRequest: ((Subscribers.Demand) -> Void)?) {
        self.upstream = upstream
        self.onRequest = onRequest
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        guard let onRequest else { return upstream.receive(subscriber: subscriber) }
        upstream.receive(subscriber: RequestedSubscriber(subscriber: subscriber, onRequest: onRequest))
    }
}

@usableFromInline
struct RequestedSubscriber<Downstream: Subscriber>: Subscriber {
    @usableFromInline let subscriber: Downstream
    @usableFromInline let onRequest: (Subscribers.Demand) -> Void
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(subscriber: Downstream, onRequest: @escaping (Subscribers.Demand) -> Void) {
        self.subscriber = subscriber
        self.onRequest = onRequest
    }

    @inlinable
    func receive(subscription: any Subscription) {
        subscriber.receive(
            subscription: RequestedSubscription(subscription: subscription, onRequest: onRequest))
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let demand = subscriber.receive(input)
        if demand > .none { onRequest(demand) }
        return demand
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        subscriber.receive(completion: completion)
    }
}

@usableFromInline
struct RequestedSubscription: Subscription {
    @usableFromInline let subscription: any Subscription
    @usableFromInline let onRequest: (Subscribers.Demand) -> Void

    @inlinable
    init(subscription: any Subscription, onRequest: @escaping (Subscribers.Demand) -> Void) {
        self.subscription = subscription
        self.onRequest = onRequest
    }

    @inlinable
    var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        if demand > .none { onRequest(demand) }
        subscription.request(demand)
    }

    @inlinable
    func cancel() { subscription.cancel() }
}
