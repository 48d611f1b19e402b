import TraitsRuntime

/// How a subscriber of a run behaves.
enum LawDemand: Hashable {
    case unlimited
    case oneAtATime
    case exactly(Int)
    /// Nothing until it is told.
    case none
    /// One value, and another one when all that has to do with the last is done: so does a loop over `values`.
    case afterwards
    case cancelAtSubscription
    case cancelAtFirstValue
}

/// The subscriber of a run: it behaves as told, and watches the contract. Where threads are inside of it side by side,
/// the first one alone is listened to.
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
    /// Whether it has cancelled inside of an event that isn't over: what a closure holds meanwhile may still come.
    private var isDeaf = false

    init(_ behaviour: LawDemand, log: LawLog<Output, Failure>) {
        self.behaviour = behaviour
        self.log = log
    }

    var isOver: Bool { hasEnded || hasCancelled }

    /// The call that subscribes has returned.
    func noteSubscribed() {
        isSubscribing = false
        log.noteSubscribed()
    }

    /// Asks for a value if none is still to come. If there is no subscription yet, it asks as soon as there is.
    ///
    /// - Returns: Whether it has asked.
    func requestAfterwards() -> Bool {
        if isOver { return false }
        guard hasSubscription else {
            isWaiting = true
            return false
        }
        guard outstanding == .none else { return false }
        request(.max(1))
        return true
    }

    /// Asks, after the subscription has come.
    func request(_ demand: Subscribers.Demand) { LawPlace.asker.run { ask(demand) } }

    private func ask(_ demand: Subscribers.Demand) {
        outstanding += demand
        subscription?.request(demand)
    }

    /// - Parameter isPartOfTheRun: Not so for a run that is only being cleared away.
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

    /// The event is over.
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
        if isDeaf { return .none }
        watch("a value came")
        if outstanding == .none { log.note(.demand, "a value came that was not demanded") }
        log.add(.value(input))
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
