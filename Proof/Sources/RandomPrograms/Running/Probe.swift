import TraitsRuntime

/// A subject of the test's own, of which the library knows nothing. It numbers its
/// subscriptions, and tells when one is made and when it is cancelled.
final class Probe: Subject {
    typealias Output = Int
    typealias Failure = Fault

    private let note: (String) -> Void
    private var conduits: [Conduit] = []
    private var count = 0
    private var ending: Subscribers.Completion<Fault>?

    init(_ note: @escaping (String) -> Void) { self.note = note }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Fault {
        count += 1
        note("subscribed \(count)")
        let conduit = Conduit(AnySubscriber(subscriber), self, count)
        if ending == nil { conduits.append(conduit) }
        subscriber.receive(subscription: conduit)
        if let ending { conduit.end(ending) }
    }

    func send(_ value: Int) {
        for conduit in conduits { conduit.offer(value) }
    }

    func send(completion: Subscribers.Completion<Fault>) {
        if ending != nil { return }
        ending = completion
        let conduits = conduits
        self.conduits = []
        for conduit in conduits { conduit.end(completion) }
    }

    func send(subscription: any Subscription) { subscription.request(.unlimited) }

    func release() { conduits = [] }

    private final class Conduit: Subscription {
        private var downstream: AnySubscriber<Int, Fault>?
        private let probe: Probe
        private let number: Int
        private var demand = Subscribers.Demand.none

        init(_ downstream: AnySubscriber<Int, Fault>, _ probe: Probe, _ number: Int) {
            self.downstream = downstream
            self.probe = probe
            self.number = number
        }

        func offer(_ value: Int) {
            guard let downstream, demand > .none else { return }
            demand -= 1
            demand += downstream.receive(value)
        }

        func request(_ more: Subscribers.Demand) {
            if downstream != nil { demand += more }
        }

        func end(_ completion: Subscribers.Completion<Fault>) {
            let subscriber = downstream
            downstream = nil
            subscriber?.receive(completion: completion)
        }

        func cancel() {
            if downstream == nil { return }
            downstream = nil
            probe.conduits.removeAll { $0 === self }
            probe.note("cancelled \(number)")
        }
    }
}
