import Synchronization
import TraitsRuntime

/// A recorder of one traced subscription's events.
///
/// It counts the demand, records the end once, and lets each thread know its innermost subscription.
// Safe to share: `values` belongs to the current delivery; all other state is atomic or constant.
final class TracedSubscription: _TraceRecord, @unchecked Sendable {
    private let intakes: [WeakIntake]
    private let span: TraceSpan
    private let promise: _TracePromise?
    private let choice: TraceValues?
    /// The outstanding demand; `Int.max` for no limit.
    private let demand = Atomic<Int>(0)
    private let hasEnded = Atomic<Bool>(false)
    @exclusivity(unchecked) private var values = 0

    private static let lastID = Atomic<UInt64>(0)

    init(_ intakes: [TraceIntake], _ start: _TraceStart) {
        self.intakes = intakes.map { WeakIntake($0) }
        promise = start.promise
        choice = start.values
        let thread = TraceThread.current
        let (number, innermost, isSubscribing) = thread._withUnsafeGuaranteedRef {
            ($0.number, $0.innermost, $0.isSubscribing)
        }
        let outer = innermost?._withUnsafeGuaranteedRef { $0.span.id }
        span = TraceSpan(
            id: Self.lastID.add(1, ordering: .relaxed).newValue,
            parent: isSubscribing ? outer : nil, cause: isSubscribing ? nil : outer, start)
        super.init()
        record(.begin, at: _steadyTime(), on: number)
    }

    deinit { end(.released) }

    override func subscribe(_ body: () -> Void) {
        let visit = TraceVisit(self, isSubscribing: true)
        body()
        visit.end()
    }

    override func text<Value>(of value: Value, _ text: ((Value) -> String)?) -> String? {
        if isOver { return nil }
        if isHidden { return TraceText.hidden }
        return text.map { TraceText.cut($0(value), to: TraceText.mostCustom) } ?? TraceText.brief(value)
    }

    override func deliver(_ text: String, _ body: () -> Void) {
        var old = demand.load(ordering: .relaxed)
        while old > 0 && old != .max {
            let (isDone, now) = demand.weakCompareExchange(
                expected: old, desired: old - 1, ordering: .relaxed)
            if isDone { break }
            old = now
        }
        let visit = TraceVisit(self, isSubscribing: false)
        record(.value(text, outstanding: outstanding), at: visit.began, on: visit.number)
        values += 1
        if let promise, values == promise.mostValues + 1 {
            broke(promise, promise.mostValues == 0 ? "sent a value" : "sent more than one value")
        }
        body()
        visit.end()
        let duration = _steadyTime() - visit.began
        if duration < 1_000_000 { return }
        record(
            .delivery(nanoseconds: duration, onMainThread: visit.isOnMainThread), at: visit.began,
            on: visit.number)
    }

    override func note(_ event: _TraceEvent) {
        switch event {
        case .requested(let more): requested(more)
        case .dropped(let count): record(.dropped(count))
        case .buffered(let count): record(.buffered(count))
        case .finished: end(.finished)
        case .cancelled: end(.cancelled)
        case .failed(let error):
            if isOver { return }
            end(.failed(isHidden ? TraceTypeNames.of(type(of: error)).row : TraceText.brief(error)))
        }
    }

    // MARK: Events

    /// A Boolean value that indicates whether no session takes the events any more.
    private var isOver: Bool { intakes.allSatisfy { $0.intake.map(\.isEnding) ?? true } }

    private var isHidden: Bool { (choice ?? Tracing.values) == .hidden }

    private func requested(_ more: Subscribers.Demand) {
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

    /// Ends the subscription; only the first end counts.
    private func end(_ end: TraceEvent.End) {
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
        record(kind, at: _steadyTime(), on: TraceThread.current._withUnsafeGuaranteedRef(\.number))
    }

    private func record(_ kind: TraceEvent.Kind, at time: UInt64, on thread: Int) {
        for reference in intakes { reference.intake?.record(span, kind, at: time, on: thread) }
    }

    private var outstanding: Subscribers.Demand {
        let count = demand.load(ordering: .relaxed)
        return count == .max ? .unlimited : .max(count)
    }
}

/// The time for which a thread is inside of a subscription: it subscribes to its publisher, or delivers a value.
struct TraceVisit {
    let began = _steadyTime()
    private let thread = TraceThread.current
    private let outer: (innermost: Unmanaged<TracedSubscription>?, isSubscribing: Bool)

    init(_ traced: TracedSubscription, isSubscribing: Bool) {
        outer = thread._withUnsafeGuaranteedRef { thread in
            let outer = (thread.innermost, thread.isSubscribing)
            (thread.innermost, thread.isSubscribing) = (.passUnretained(traced), isSubscribing)
            return outer
        }
    }

    var number: Int { thread._withUnsafeGuaranteedRef(\.number) }
    var isOnMainThread: Bool { thread._withUnsafeGuaranteedRef(\.isMain) }

    /// Restores the subscription that the thread was inside of before.
    func end() {
        thread._withUnsafeGuaranteedRef { ($0.innermost, $0.isSubscribing) = outer }
    }
}
