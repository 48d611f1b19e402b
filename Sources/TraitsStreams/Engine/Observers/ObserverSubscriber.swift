/// The subscriber of an observer that passes upstream's subscription on: it needs no node. All events pass, as in Combine, also
/// before the subscription and after the end.
struct _ObserverSubscriber<Observer: _Observer, Downstream: Subscriber>: _Transparent
where Downstream.Input == Observer.Output, Downstream.Failure == Observer.Failure {
    typealias Input = Observer.Input
    typealias Failure = Downstream.Failure
    /// Sources make no real subscription for a subscriber that asks for everything, but the observer has to see one.
    @usableFromInline typealias _Unlimited = _No

    let downstream: Downstream
    let observer: Observer
    /// The subscription that the observer is being shown. It belongs to upstream, whose calls never overlap.
    let shown = _Cell<(any Subscription)?>(nil)

    init(_ downstream: Downstream, _ observer: Observer) {
        self.downstream = downstream
        self.observer = observer
    }

    var description: String { Observer.name }

    func receive(subscription: any Subscription) {
        attach()
        shown.value = subscription
        observer.connected(subscription)
        attach()
    }

    func _receive(node: _Node) { receive(subscription: node) }

    /// Gives downstream the subscription that is being shown, if there is one: before an event that upstream sends meanwhile.
    private func attach() {
        if let subscription = shown.value.take() { downstream.receive(subscription: subscription) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        attach()
        return downstream.receive(observer.sent(input))
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        attach()
        observer.ended(completion)
        downstream.receive(completion: completion)
    }
}
