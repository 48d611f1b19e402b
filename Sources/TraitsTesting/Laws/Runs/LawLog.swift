import TraitsRuntime

/// The history that one subscriber of a run received, with the laws that were broken on the way.
///
/// One thread drives a run, unless a parallel scheduler runs due work: then events may come from any thread.
final class LawLog<Output, Failure: Error> {
    let name: String
    private let scheduler: TestScheduler
    /// The places where events may arrive; nil if they aren't checked.
    private let places: LawPlaces?
    private let start: VirtualTime
    private let lock = Lock()
    private var received: [TimedSignal<Output, Failure>] = []
    private var broken: [(law: Law, detail: String)] = []
    /// The number of events that came inside of the call that subscribed; nil if it wasn't noted.
    private(set) var immediateCount: Int?
    private var arrived: Set<LawArrival> = []
    private var isClosed = false
    private var isCancelled = false
    private var isOverfull = false
    /// The number of events that have come although nobody listens.
    private var excess = 0

    init(_ name: String, on scheduler: TestScheduler, at places: LawPlaces?) {
        self.name = name
        self.places = places
        self.scheduler = scheduler
        self.start = scheduler.now
    }

    var events: [TimedSignal<Output, Failure>] { lock.withLock { received } }

    /// The places where events have arrived.
    var arrivals: Set<LawArrival> { lock.withLock { arrived } }

    var breaches: [(law: Law, detail: String)] { lock.withLock { broken } }

    /// The greatest number of events of a history, far more than any law needs.
    private var mostEvents: Int { 500 }

    /// The greatest number of further events, which a subscriber that has cancelled doesn't want.
    private var mostExcess: Int { 10_000 }

    /// Indicates whether events seem to come for ever. The run ends then.
    var isFull: Bool { lock.withLock { isOverfull } }

    /// Adds an event.
    ///
    /// - Returns: A Boolean value that indicates whether the subscriber may ask for more.
    @discardableResult
    func add(_ signal: Signal<Output, Failure>) -> Bool {
        let time = VirtualTime.zero.advanced(by: start.distance(to: scheduler.now))
        let place = LawPlace.current
        let goesOn = lock.withLock {
            note(signal, at: place)
            if isClosed {
                if isCancelled {
                    broken.append((.cancellation, "\(signal) came inside of cancel() or after it"))
                }
            } else if received.count < mostEvents {
                received.append(TimedSignal(time, signal))
            } else if !isOverfull {
                isOverfull = true
                broken.append((.release, "more than \(mostEvents) events come, perhaps for ever"))
            }
            return !isOverfull
        }
        if !goesOn { noteExcess() }
        return goesOn
    }

    /// Counts an event that nobody listens to any more. A call that sends for ever, whatever is asked for or cancelled, never
    /// returns, so its thread stops here.
    func noteExcess() {
        let isEndless = lock.withLock {
            excess += 1
            return excess > mostExcess
        }
        if isEndless { Ward.giveUp("\(name): events come for ever inside of one call") }
    }

    /// Notes the place of an event. The caller holds the lock.
    private func note(_ signal: Signal<Output, Failure>, at place: LawPlace) {
        let isEnd: Bool
        switch signal {
        case .cancelled: return
        case .completion: isEnd = true
        case .value: isEnd = false
        }
        guard let places else { return }
        arrived.insert(LawArrival(place: place, isEnd: isEnd))
        if !places.allows(place, isEnd: isEnd) { broken.append((.place, "\(signal) arrived \(place.text)")) }
    }

    func note(_ law: Law, _ detail: String) { lock.withLock { broken.append((law, detail)) } }

    func noteSubscribed() { lock.withLock { immediateCount = received.count } }

    /// Ends the history: later events are not part of it.
    ///
    /// - Parameter isCancelled: Indicates whether later events break a law.
    func close(isCancelled: Bool) { lock.withLock { (isClosed, self.isCancelled) = (true, isCancelled) } }

    var shape: HistoryShape { HistoryShape(of: events, isImmediate: immediateCount ?? 0 > 0) }

    var marbles: String { MarbleKey<Output, Failure>().drawing(of: events, end: .zero).text }

    /// - Parameter outcomeAlone: Indicates whether only the first event of the other log counts.
    func isSame(as other: LawLog, outcomeAlone: Bool = false) -> Bool {
        let (events, others) = (events, outcomeAlone ? Array(other.events.prefix(1)) : other.events)
        if let immediateCount, let expected = other.immediateCount {
            let isSame =
                outcomeAlone ? immediateCount == min(expected, 1) : immediateCount == expected
            if !isSame { return false }
        }
        return events.count == others.count && zip(events, others).allSatisfy(isSame)
    }

    /// Returns the events from an index on, with the times of the run.
    func timed(from first: Int) -> [TimedSignal<Output, Failure>] {
        events.dropFirst(first).map {
            TimedSignal(start.advanced(by: VirtualTime.zero.distance(to: $0.time)), $0.signal)
        }
    }

    func isSame(_ lhs: TimedSignal<Output, Failure>, _ rhs: TimedSignal<Output, Failure>) -> Bool {
        guard lhs.time == rhs.time else { return false }
        switch (lhs.signal, rhs.signal) {
        case (.value(let lhs), .value(let rhs)): return areEqual(lhs, rhs)
        case (.completion(.finished), .completion(.finished)): return true
        case (.completion(.failure), .completion(.failure)): return true
        default: return false
        }
    }

    /// Compares values. Values that can't be compared count as equal: then the law is about their number and time.
    private func areEqual(_ lhs: Output, _ rhs: Output) -> Bool {
        guard let lhs = lhs as? any Equatable else { return true }
        return lhs.isSame(as: rhs)
    }
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}
