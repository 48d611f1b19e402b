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
    private var outstanding = Subscribers.Demand.none
    private var hasSubscription = false
    private var hasEnded = false
    private var hasCancelled = false
    private var isCancelDone = false
    private var isSubscribing = true
    private var isWaiting = false
    /// Indicates whether it has cancelled inside of an event that isn't over: a value that a closure delays meanwhile may still
    /// come.
    private var isDeaf = false

    init(_ behaviour: LawDemand, log: LawLog<Output, Failure>) {
        self.behaviour = behaviour
        self.log = log
    }

    var isOver: Bool { hasEnded || hasCancelled }

    /// Notes that the call that subscribes has returned.
    func noteSubscribed() {
        isSubscribing = false
        log.noteSubscribed()
    }

    /// Asks for a value if no value is still to come. If there is no subscription yet, it asks as soon as there is.
    ///
    /// - Returns: A Boolean value that indicates whether it has asked.
    func requestAfterwards() -> Bool {
        if isOver || log.isFull { return false }
        guard hasSubscription else {
            isWaiting = true
            return false
        }
        guard outstanding == .none else { return false }
        request(.max(1))
        return true
    }

    /// Asks for values after the subscription has come.
    func request(_ demand: Subscribers.Demand) { LawPlace.asker.run { ask(demand) } }

    private func ask(_ demand: Subscribers.Demand) {
        outstanding += demand
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
        isCancelDone = true
    }

    /// Cancels inside of an event.
    func cancelInside() {
        isDeaf = true
        cancel()
    }

    /// Listens again, because the event is over.
    func listen() { isDeaf = false }

    func receive(subscription: any Subscription) {
        guard log.enter() else { return }
        defer { log.leave() }
        if hasSubscription { return log.note(.subscription, "a second subscription came") }
        hasSubscription = true
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
        guard log.enter() else { return .none }
        defer { log.leave() }
        if isDeaf {
            log.noteExcess()
            return .none
        }
        watch("a value came")
        if outstanding == .none { log.note(.demand, "a value came that was not demanded") }
        guard log.add(.value(input)) else {
            cancel()
            return .none
        }
        if outstanding > .none { outstanding -= 1 }
        switch behaviour {
        case .oneAtATime:
            outstanding += 1
            return .max(1)
        case .cancelAtFirstValue:
            cancel()
            return .none
        default:
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard log.enter() else { return }
        defer { log.leave() }
        if isDeaf { return }
        // `Empty` and similar sources give a subscription that ignores `cancel()`, and then the end.
        if behaviour == .cancelAtSubscription, isSubscribing, isCancelDone { return }
        watch("a completion came")
        log.add(.completion(completion))
        hasEnded = true
        subscription = nil
    }

    private func watch(_ event: String) {
        if !hasSubscription { log.note(.subscription, "\(event) before the subscription") }
        if hasEnded { log.note(.end, "\(event) after the completion") }
        if isCancelDone { log.note(.cancellation, "\(event) after cancel() had returned") }
    }
}
