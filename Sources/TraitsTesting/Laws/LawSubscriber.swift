import TraitsRuntime

/// What one subscriber of a run received, and which laws were broken on the way.
final class LawLog<Output, Failure: Error> {
    let name: String
    private let scheduler: TestScheduler
    private let start: VirtualTime
    private(set) var events: [TimedSignal<Output, Failure>] = []
    private(set) var breaches: [(law: Law, detail: String)] = []
    private var immediateCount = 0

    init(_ name: String, on scheduler: TestScheduler) {
        self.name = name
        self.scheduler = scheduler
        self.start = scheduler.now
    }

    func add(_ signal: Signal<Output, Failure>) {
        events.append(TimedSignal(VirtualTime.zero.advanced(by: start.distance(to: scheduler.now)), signal))
    }

    func note(_ law: Law, _ detail: String) { breaches.append((law, detail)) }

    func noteSubscribed() { immediateCount = events.count }

    var hasEnded: Bool { shape.ending != .silent }

    var shape: HistoryShape { HistoryShape(of: events, isImmediate: immediateCount > 0) }

    var marbles: String { MarbleKey<Output, Failure>().drawing(of: events, end: .zero).text }

    func isSame(as other: LawLog) -> Bool {
        events.count == other.events.count
            && zip(events, other.events).allSatisfy { lhs, rhs in
                guard lhs.time == rhs.time else { return false }
                switch (lhs.signal, rhs.signal) {
                case (.value(let lhs), .value(let rhs)): return areEqual(lhs, rhs)
                case (.completion(.finished), .completion(.finished)): return true
                case (.completion(.failure), .completion(.failure)): return true
                default: return false
                }
            }
    }

    /// Values that can't be compared count as equal: then the law is about their number and time.
    private func areEqual(_ lhs: Output, _ rhs: Output) -> Bool {
        guard let lhs = lhs as? any Equatable else { return true }
        return lhs.isSame(as: rhs)
    }
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}

/// How a subscriber of a run behaves.
enum LawDemand: Hashable {
    case unlimited
    case oneAtATime
    /// Nothing until it is told.
    case none
    case cancelAtSubscription
    case cancelAtFirstValue
}

/// The subscriber of a run: it behaves as told, and watches the contract. One thread drives a run.
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

    func request(_ demand: Subscribers.Demand) {
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

    func receive(subscription: any Subscription) {
        if hasSubscription { return log.note(.subscription, "a second subscription came") }
        hasSubscription = true
        if hasCancelled { return subscription.cancel() }
        self.subscription = subscription
        switch behaviour {
        case .unlimited, .cancelAtFirstValue: request(.unlimited)
        case .oneAtATime: request(.max(1))
        case .none: break
        case .cancelAtSubscription: cancel()
        }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
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
        // `Empty` and its like hand out a subscription that knows no cancel, and then the end.
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
