import TraitsRuntime

/// A publisher that reports its subscriber's demand to a closure: each request, and the demand in return for a value.
struct Requested<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let onRequest: ((Subscribers.Demand) -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        guard let onRequest else { return upstream.receive(subscriber: subscriber) }
        upstream.receive(subscriber: RequestedSubscriber(subscriber: subscriber, onRequest: onRequest))
    }
}

private struct RequestedSubscriber<Downstream: Subscriber>: Subscriber {
    let subscriber: Downstream
    let onRequest: (Subscribers.Demand) -> Void
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
        subscriber.receive(
            subscription: RequestedSubscription(subscription: subscription, onRequest: onRequest))
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let demand = subscriber.receive(input)
        if demand > .none { onRequest(demand) }
        return demand
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        subscriber.receive(completion: completion)
    }
}

private struct RequestedSubscription: Subscription {
    let subscription: any Subscription
    let onRequest: (Subscribers.Demand) -> Void

    var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

    func request(_ demand: Subscribers.Demand) {
        if demand > .none { onRequest(demand) }
        subscription.request(demand)
    }

    func cancel() { subscription.cancel() }
}
