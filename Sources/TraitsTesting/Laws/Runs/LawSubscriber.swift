import TraitsRuntime

/// The behaviour of a subscriber of a run.
enum LawDemand: Hashable {
    case unlimited
    case oneAtATime
    case exactly(Int)
    /// The subscriber asks for nothing until it is told to.
    case none
    /// The subscriber asks for one value, and for another when all work for the last value is done, as a loop over `values`
    /// does.
    case afterwards
    case cancelAtSubscription
    case cancelAtFirstValue
}

/// The subscriber of a run: it behaves as told, and checks the contract. If several threads are inside of it at the same time,
/// it listens only to the first.
final class LawSubscriber<Output, Failure: Error>: Subscriber {
    let log: LawLog<Output, Failure>
    private let behaviour: LawDemand
    private var subscription: (any Subscription)?
    private let contract = StreamContract()
    private var hasCancelled = false
    private var isWaiting = false
    /// Indicates whether it has cancelled inside of an event that isn't over: a value that a closure delays meanwhile may still
    /// come.
    private var isDeaf = false

    init(_ behaviour: LawDemand, log: LawLog<Output, Failure>) {
        self.behaviour = behaviour
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
        switch behaviour {
        case .unlimited, .cancelAtFirstValue: ask(.unlimited)
        case .oneAtATime: ask(.max(1))
        case .exactly(let count): ask(.max(count))
        case .none: break
        case .afterwards: if isWaiting { ask(.max(1)) }
        case .cancelAtSubscription: cancel()
        }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
        guard let entry = enter("a value came") else { return .none }
        defer { contract.leave(entry) }
        if isDeaf {
            log.noteExcess()
            return .none
        }
        contract.receiveValue(note)
        guard log.add(.value(input)) else {
            cancel()
            return .none
        }
        switch behaviour {
        case .oneAtATime:
            contract.demand(.max(1))
            return .max(1)
        case .cancelAtFirstValue:
            cancel()
            return .none
        default:
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard let entry = enter("a completion came") else { return }
        defer { contract.leave(entry) }
        if isDeaf { return }
        let cancelsInside = behaviour == .cancelAtSubscription
        guard contract.receiveCompletion(hasCancelledInside: cancelsInside, note) else { return }
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
