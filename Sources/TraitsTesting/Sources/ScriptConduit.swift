import TraitsRuntime

/// One subscription to a ``TestPublisher``, with the events that have happened and were not asked for yet.
final class ScriptConduit<Output, Failure: Error>: Subscription, CustomStringConvertible {
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

    private let kind: TestPublisher<Output, Failure>.Kind
    private let note: (ScriptConduit, SubscriptionUse?) -> Void
    /// A closure that is called before a value that hasn't been asked for is sent.
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

    init(
        kind: TestPublisher<Output, Failure>.Kind, _ habit: ScriptHabit,
        receive: @escaping (Output) -> Subscribers.Demand,
        complete: @escaping (Subscribers.Completion<Failure>) -> Void,
        noteUnasked: @escaping () -> Void,
        note: @escaping (ScriptConduit, SubscriptionUse?) -> Void
    ) {
        self.kind = kind
        self.habit = habit
        self.noteUnasked = noteUnasked
        self.downstream = Downstream(receive: receive, complete: complete)
        self.note = note
    }

    var description: String { "TestPublisher" }

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
    func offer(_ signal: Signal<Output, Failure>) {
        lock.withLock { if downstream != nil { due.append(signal) } }
        drain()
    }

    /// Notes that the subscriber has its subscription. A completion without a value before it waits for this.
    func handshakeDone() {
        lock.withLock { isHandshakeDone = true }
        drain()
    }

    func request(_ demand: Subscribers.Demand) {
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

    func cancel() {
        let (wasActive, belongings) = lock.withLock { (downstream != nil, clear()) }
        for work in belongings.1 { work.cancel() }
        if wasActive { note(self, .cancelled) }
    }

    /// Sends the signals that are due and asked for. One caller at a time sends; others, and calls from inside of the
    /// subscriber, leave their signals to it.
    private func drain() {
        let isMine = lock.withLock {
            if isDraining, habit != .sendsInside { return false }
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
            switch step {
            case .nothing:
                return
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
    }

    /// Adds the demand that the subscriber has returned for a value. The caller sends what it pays for.
    private func returned(_ more: Subscribers.Demand) {
        if habit == .answersLate { return add(more) }
        lock.withLock { demand += more }
    }

    /// Returns the next step. The caller holds the lock.
    private func nextStep() -> Step {
        guard let downstream else { return .nothing }
        guard head < due.count else {
            return hasCompleted && remaining == 0 ? .close(clear()) : .nothing
        }
        switch due[head] {
        case .value(let value):
            let isUnasked = demand == .none
            if isUnasked, habit != .ignoresDemand || !isHandshakeDone { return .nothing }
            if !isUnasked { demand -= 1 }
            hasSentValue = true
            removeFirst()
            return .value(downstream, value, isUnasked: isUnasked)
        case .completion(let completion):
            guard isHandshakeDone || hasSentValue else { return .nothing }
            hasCompleted = true
            removeFirst()
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
