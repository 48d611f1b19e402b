import Synchronization

/// Makes events of what a traced subscription does.
///
/// Demand is counted, the end is told once, and each thread knows which subscription it is inside of.
// Safe to share: `values` belongs to the delivery that goes on, all else is atomic or never changes.
final class _TracedSubscription: @unchecked Sendable {
    private let sessions: [TraceSession]
    private let span: TraceSpan
    private let promise: _TracePromise?
    /// `Int.max` for no limit.
    private let demand = Atomic<Int>(0)
    private let hasEnded = Atomic<Bool>(false)
    @exclusivity(unchecked) private var values = 0

    private static let lastID = Atomic<UInt64>(0)

    init(
        _ sessions: [TraceSession], name: String, source: TraceSpan.Place?, publisher: Any.Type,
        object: UInt?,
        subscriber: Any.Type, promise: _TracePromise?
    ) {
        self.sessions = sessions
        self.promise = promise
        let thread = _TraceThread.current
        let (number, innermost, isSubscribing) = thread._withUnsafeGuaranteedRef {
            ($0.number, $0.innermost, $0.isSubscribing)
        }
        let outer = innermost?._withUnsafeGuaranteedRef { $0.id }
        span = TraceSpan(
            id: Self.lastID.add(1, ordering: .relaxed).newValue, name: name,
            parent: isSubscribing ? outer : nil,
            cause: isSubscribing ? nil : outer, source: source,
            publisher: .type(publisher),
            subscriber: .type(subscriber), promise: promise?.name, object: object)
        record(.begin, at: _steadyTime(), on: number)
    }

    deinit { end(.released) }

    var id: UInt64 { span.id }

    /// What a node says of the values that it gets.
    func note(_ kind: TraceEvent.Kind) { record(kind) }

    /// The call that subscribes begins.
    func enter() -> _TraceVisit { _TraceVisit(self, isSubscribing: true) }

    /// The subscriber asks for values.
    func requested(_ more: Subscribers.Demand) {
        var old = demand.load(ordering: .relaxed)
        while old != .max {
            let (sum, overflow) = old.addingReportingOverflow(more.max ?? .max)
            let new = overflow ? .max : sum
            let (isDone, now) = demand.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if isDone { break }
            old = now
        }
        record(.request(more, outstanding: outstanding))
    }

    /// A value is about to be delivered: its delivery begins.
    func deliver(_ text: String) -> _TraceVisit {
        var old = demand.load(ordering: .relaxed)
        while old > 0 && old != .max {
            let (isDone, now) = demand.weakCompareExchange(
                expected: old, desired: old - 1, ordering: .relaxed)
            if isDone { break }
            old = now
        }
        let visit = _TraceVisit(self, isSubscribing: false)
        record(.value(text, outstanding: outstanding), at: visit.began, on: visit.number)
        values += 1
        if let promise, values == promise.mostValues + 1 {
            broke(promise, promise.mostValues == 0 ? "sent a value" : "sent more than one value")
        }
        return visit
    }

    /// The delivery of a value, or the call that subscribes, is over.
    func leave(_ visit: _TraceVisit) {
        visit.end()
        if visit.isSubscribing { return }
        let duration = _steadyTime() - visit.began
        if duration < 1_000_000 { return }
        record(
            .delivery(nanoseconds: duration, onMainThread: visit.isOnMainThread), at: visit.began,
            on: visit.number)
    }

    /// The subscription ends; only the first end counts.
    func end(_ end: TraceEvent.End) {
        if hasEnded.exchange(true, ordering: .relaxed) { return }
        if let promise {
            switch end {
            case .finished where values == 0 && !promise.allowsEmptyFinish:
                broke(promise, "finished without a value")
            case .failed where values > 0 && promise.mostValues > 0: broke(promise, "failed after a value")
            default: break
            }
        }
        record(.end(end))
    }

    private func broke(_ promise: _TracePromise, _ history: String) {
        record(.broken(promise: promise.name, history: history))
    }

    private func record(_ kind: TraceEvent.Kind) {
        let thread = _TraceThread.current._withUnsafeGuaranteedRef(\.number)
        record(kind, at: _steadyTime(), on: thread)
    }

    private func record(_ kind: TraceEvent.Kind, at time: UInt64, on thread: Int) {
        for session in sessions { session.record(span, kind, at: time, on: thread) }
    }

    private var outstanding: Subscribers.Demand {
        let count = demand.load(ordering: .relaxed)
        return count == .max ? .unlimited : .max(count)
    }
}

/// The time for which a thread is inside of a subscription: it subscribes to its publisher, or delivers a value.
struct _TraceVisit {
    let began = _steadyTime()
    let isSubscribing: Bool
    private let thread = _TraceThread.current
    private let outer: (innermost: Unmanaged<_TracedSubscription>?, isSubscribing: Bool)

    init(_ traced: _TracedSubscription, isSubscribing: Bool) {
        self.isSubscribing = isSubscribing
        outer = thread._withUnsafeGuaranteedRef { thread in
            let outer = (thread.innermost, thread.isSubscribing)
            (thread.innermost, thread.isSubscribing) = (.passUnretained(traced), isSubscribing)
            return outer
        }
    }

    var number: Int { thread._withUnsafeGuaranteedRef(\.number) }
    var isOnMainThread: Bool { thread._withUnsafeGuaranteedRef(\.isMain) }

    /// The thread is inside of what it was inside of before.
    func end() {
        thread._withUnsafeGuaranteedRef { ($0.innermost, $0.isSubscribing) = outer }
    }
}

/// What a promise says about the number of values, for a trace to notice that it is broken.
struct _TracePromise {
    /// The trait's name, without "Publisher".
    var name: String
    var mostValues = 1
    var allowsEmptyFinish = true
}
