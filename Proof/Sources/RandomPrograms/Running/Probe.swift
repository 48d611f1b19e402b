import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// A subject of the test's own, of which the library knows nothing. It numbers its
/// subscriptions, and tells when one is made and when it is cancelled.
final class Probe: Subject {
    typealias Output = Int
    typealias Failure = Fault

    private typealias Conduit = ScriptConduit<Int, Fault>

    private let note: (String) -> Void
    private var conduits: [Conduit] = []
    private var count = 0
    private var ending: Subscribers.Completion<Fault>?

    init(_ note: @escaping (String) -> Void) { self.note = note }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Fault {
        count += 1
        let number = count
        note("subscribed \(number)")
        let conduit = Conduit(
            .asSubject, receive: subscriber.receive, complete: subscriber.receive(completion:)
        ) { [self] conduit, use in
            guard use == .cancelled else { return }
            conduits.removeAll { $0 === conduit }
            note("cancelled \(number)")
        }
        conduit.handshakeDone()
        if ending == nil { conduits.append(conduit) }
        subscriber.receive(subscription: conduit)
        if let ending { conduit.offer(.completion(ending)) }
    }

    func send(_ value: Int) {
        for conduit in conduits { conduit.offer(.value(value)) }
    }

    func send(completion: Subscribers.Completion<Fault>) {
        if ending != nil { return }
        ending = completion
        let conduits = conduits
        self.conduits = []
        for conduit in conduits { conduit.offer(.completion(completion)) }
    }

    func send(subscription: any Subscription) { subscription.request(.unlimited) }

    func release() { conduits = [] }
}
