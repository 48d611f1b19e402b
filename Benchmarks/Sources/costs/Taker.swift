import TraitsRuntime

/// A subscriber that counts, and asks for everything or for nothing at first.
final class Taker<Input, Failure: Error>: Subscriber {
    private(set) var subscription: (any Subscription)?
    private(set) var isOver = false
    var count = 0
    private let demand: Subscribers.Demand

    init(_ demand: Subscribers.Demand = .unlimited) { self.demand = demand }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { isOver = true }

    func cancel() { subscription?.cancel() }
}
