import TraitsRuntime

/// The subscriber of a run: it behaves as told, and checks the contract. If several threads are inside of it at the same time,
/// it listens only to the first.
final class LawSubscriber<Output, Failure: Error>: Subscriber {
    let log: LawLog<Output, Failure>
    private let policy: DemandPolicy
    private let lastValue: Int?
    private var subscription: (any Subscription)?
    private let contract = StreamContract()
    private var hasCancelled = false
    private var isWaiting = false
    /// Indicates whether it has cancelled inside of an event that isn't over: a value that a closure delays meanwhile may still
    /// come.
    private var isDeaf = false

    /// Creates a subscriber.
    ///
    /// - Parameter lastValue: The number of values after which it cancels. With 0 it cancels when its subscription comes.
    init(_ policy: DemandPolicy, cancelAfter lastValue: Int?, log: LawLog<Output, Failure>) {
        self.policy = policy
        self.lastValue = lastValue
        self.log = log
    }

    var isOver: Bool { contract.hasEnded || hasCancelled }

    /// Notes that the call that subscribes has returned.
    func noteSubscribed() {
        contract.noteSubscribed()
        log.noteSubscribed()
    }

    /// Asks for a value if no value is still to come. If there is no subscription yet, it asks as soon as there is.
    ///
    /// - Returns: A Boolean value that indicates whether it has asked.
    func requestAfterwards() -> Bool {
        if isOver || log.isFull { return false }
        guard contract.hasSubscription else {
            isWaiting = true
            return false
        }
        guard contract.isOwedNothing else { return false }
        request(.max(1))
        return true
    }

    /// Asks for values after the subscription has come.
    func request(_ demand: Subscribers.Demand) { LawPlace.asker.run { ask(demand) } }

    private func ask(_ demand: Subscribers.Demand) {
        contract.demand(demand)
        subscription?.request(demand)
    }

    /// - Parameter isPartOfTheRun: `false` if the run is over and the subscriber is only released.
    func cancel(isPartOfTheRun: Bool = true) {
        if isOver { return }
        hasCancelled = true
        let subscription = subscription
        self.subscription = nil
        if isPartOfTheRun { log.add(.cancelled) }
        subscription?.cancel()
        contract.noteCancelled()
    }

    /// Cancels inside of an event.
    func cancelInside() {
        isDeaf = true
        cancel()
    }

    /// Listens again, because the event is over.
    func listen() { isDeaf = false }

    func receive(subscription: any Subscription) {
        guard let entry = enter("a subscription came") else { return }
        defer { contract.leave(entry) }
        guard contract.receiveSubscription(note) else { return }
        if hasCancelled { return subscription.cancel() }
        self.subscription = subscription
        if lastValue == 0 { return cancel() }
        let demand = isWaiting ? .max(1) : policy.initial
        if demand > .none { ask(demand) }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
        guard let entry = enter("a value came") else { return .none }
        defer { contract.leave(entry) }
        if isDeaf {
            log.noteExcess()
            return .none
        }
        let count = contract.receiveValue(note)
        guard log.add(.value(input)), count != lastValue else {
            cancel()
            return .none
        }
        let more = policy.next(after: count)
        contract.demand(more)
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard let entry = enter("a completion came") else { return }
        defer { contract.leave(entry) }
        if isDeaf { return }
        guard contract.receiveCompletion(hasCancelledInside: lastValue == 0, note) else { return }
        log.add(.completion(completion))
        subscription = nil
    }

    /// Begins a call. If another thread is inside, the call is ignored.
    private func enter(_ event: String) -> StreamContract.Entry? {
        let entry = contract.enter(event, note)
        return entry == .beside ? nil : entry
    }

    private func note(_ breach: StreamContract.Breach, _ detail: String) { log.note(breach.law, detail) }
}

extension StreamContract.Breach {
    /// The law that the breach breaks.
    fileprivate var law: Law {
        switch self {
        case .subscription: .subscription
        case .serial: .serial
        case .demand: .demand
        case .end: .end
        case .cancellation: .cancellation
        }
    }
}
