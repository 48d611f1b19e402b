import TraitsRuntime

/// One subscription to a scripted publisher, with the events that have happened and were not asked for yet.
///
/// The conduit of a ``TestPublisher`` sends on the thread that moves the clock or that requests. An input of a race drives its
/// conduit on a thread of its own.
@_spi(Proof) public final class ScriptConduit<Output, Failure: Error>: Subscription, CustomStringConvertible {
    /// The receiver of the events.
    private struct Downstream {
        let receive: (Output) -> Subscribers.Demand
        let complete: (Subscribers.Completion<Failure>) -> Void
    }

    /// The objects that a subscription keeps; they must be released outside of the lock.
    private typealias Belongings = (Downstream?, [any Cancellable], [Signal<Output, Failure>])

    private enum Step {
        case value(Downstream, Output, isUnasked: Bool)
        case completion(Downstream, Subscribers.Completion<Failure>)
        case close(Belongings)
        case nothing
    }

    private let note: (ScriptConduit, SubscriptionUse?) -> Void
    private let noteUnasked: () -> Void
    /// The time of the script, for answers that come later.
    private weak var scheduler: TestScheduler?
    private let lock = Lock()
    private var downstream: Downstream?
    private var scheduled: [any Cancellable] = []
    /// The signals that have happened; those before index `head` have been sent.
    private var due: [Signal<Output, Failure>] = []
    private var head = 0
    /// The number of signals of the script that are not due yet.
    private var remaining = 0
    private var demand = Subscribers.Demand.none
    private var isDraining = false
    private let habit: ScriptHabit
    private var hasSentValue = false
    private var hasCompleted = false
    private var isHandshakeDone = false

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - due: The events that have happened already.
    ///   - noteUnasked: Called before a value that hasn't been asked for is sent.
    ///   - note: Called with each use, and without one when all events have been sent.
    public init(
        _ habit: ScriptHabit, due: [Signal<Output, Failure>] = [],
        receive: @escaping (Output) -> Subscribers.Demand,
        complete: @escaping (Subscribers.Completion<Failure>) -> Void,
        noteUnasked: @escaping () -> Void = {},
        note: @escaping (ScriptConduit, SubscriptionUse?) -> Void
    ) {
        self.habit = habit
        self.due = due
        self.noteUnasked = noteUnasked
        self.downstream = Downstream(receive: receive, complete: complete)
        self.note = note
    }

    /// `TestPublisher`, for histories that print their subscriptions.
    public var description: String { "TestPublisher" }

    /// Begins the script: events at tick zero are due immediately, the rest is scheduled. Called before any other object knows
    /// of this subscription.
    func follow(_ script: [TimedSignal<Output, Failure>], on scheduler: TestScheduler) {
        let start = scheduler.now
        self.scheduler = scheduler
        for event in script {
            if event.time <= .zero {
                due.append(event.signal)
                continue
            }
            remaining += 1
            let time = start.advanced(by: VirtualTime.zero.distance(to: event.time))
            // The script keeps the subscription, as a real source would: downstream need not.
            scheduled.append(
                scheduler.scheduleOnce(after: time) {
                    self.lock.withLock { self.remaining -= 1 }
                    self.offer(event.signal)
                })
        }
    }

    /// Adds a signal that happens now.
    public func offer(_ signal: Signal<Output, Failure>) {
        lock.withLock { if downstream != nil { due.append(signal) } }
        drain()
    }

    /// Notes that the subscriber has its subscription. A completion without a value before it waits for this.
    public func handshakeDone() {
        lock.withLock { isHandshakeDone = true }
        drain()
    }

    /// Asks for values.
    public func request(_ demand: Subscribers.Demand) {
        note(self, .requested(demand))
        add(demand)
    }

    /// Adds demand, and sends the values that it pays for.
    private func add(_ demand: Subscribers.Demand) {
        guard habit == .answersLate, let scheduler else { return grant(demand) }
        let answer = scheduler.scheduleOnce(after: scheduler.now.advanced(by: 1)) { self.grant(demand) }
        let isOver = lock.withLock {
            if downstream != nil { scheduled.append(answer) }
            return downstream == nil
        }
        if isOver { answer.cancel() }
    }

    private func grant(_ demand: Subscribers.Demand) {
        lock.withLock { self.demand += demand }
        drain()
    }

    /// Ends the subscription.
    public func cancel() {
        let (wasActive, belongings) = lock.withLock { (downstream != nil, clear()) }
        for work in belongings.1 { work.cancel() }
        if wasActive { note(self, .cancelled) }
    }

    /// Indicates whether the subscription was cancelled, or all events have been sent.
    var isOver: Bool { lock.withLock { downstream == nil } }

    /// Sends the next event, if it has been asked for. Only the thread that drives the conduit calls this.
    ///
    /// - Parameter before: A closure that is called before the event.
    /// - Returns: A Boolean value that indicates whether the event has been asked for.
    func sendNext(before: () -> Void) -> Bool {
        guard lock.withLock({ isReady }) else { return false }
        before()
        // A cancellation may have come since.
        perform(lock.withLock { nextStep() })
        // The last event closes the subscription.
        if lock.withLock({ head == due.count }) { perform(lock.withLock { nextStep() }) }
        return true
    }

    /// Sends the signals that are due and asked for. One caller at a time sends; others, and calls from inside of the
    /// subscriber, leave their signals to it.
    private func drain() {
        let isMine = lock.withLock {
            if habit == .isDriven || isDraining && !habit.nests { return false }
            isDraining = true
            return true
        }
        guard isMine else { return }
        while true {
            let step = lock.withLock {
                let step = nextStep()
                if case .nothing = step { isDraining = false }
                return step
            }
            if case .nothing = step { return }
            perform(step)
        }
    }

    private func perform(_ step: Step) {
        switch step {
        case .nothing: break
        case .value(let downstream, let value, let isUnasked):
            if isUnasked { noteUnasked() }
            let more = downstream.receive(value)
            if more > .none { returned(more) }
        case .completion(let downstream, let completion):
            downstream.complete(completion)
        case .close(let belongings):
            withExtendedLifetime(belongings) {}
            note(self, nil)
        }
    }

    /// Adds the demand that the subscriber has returned for a value. The caller sends what it pays for.
    private func returned(_ more: Subscribers.Demand) {
        if habit == .answersLate { return add(more) }
        lock.withLock { demand += more }
    }

    /// Indicates whether the next event may be sent. The caller holds the lock.
    private var isReady: Bool {
        guard downstream != nil, head < due.count else { return false }
        return switch due[head] {
        case .value: demand > .none || habit == .asSubject || habit == .ignoresDemand && isHandshakeDone
        case .completion: isHandshakeDone || hasSentValue
        case .cancelled: true
        }
    }

    /// Returns the next step. The caller holds the lock.
    private func nextStep() -> Step {
        guard let downstream else { return .nothing }
        guard head < due.count else {
            return hasCompleted && remaining == 0 ? .close(clear()) : .nothing
        }
        guard isReady else { return .nothing }
        switch due[head] {
        case .value(let value):
            let isUnasked = demand == .none
            removeFirst()
            if isUnasked, habit == .asSubject { return nextStep() }
            if !isUnasked { demand -= 1 }
            hasSentValue = true
            return .value(downstream, value, isUnasked: isUnasked)
        case .completion(let completion):
            hasCompleted = true
            removeFirst()
            if habit == .asSubject { _ = clear() }
            return .completion(downstream, completion)
        case .cancelled:
            removeFirst()
            return nextStep()
        }
    }

    private func removeFirst() {
        head += 1
        if head > 256, head * 2 > due.count {
            due.removeFirst(head)
            head = 0
        }
    }

    /// Removes all objects that the subscription keeps. The caller holds the lock.
    private func clear() -> Belongings {
        let belongings = (downstream, scheduled, due)
        downstream = nil
        scheduled = []
        due = []
        head = 0
        return belongings
    }
}
