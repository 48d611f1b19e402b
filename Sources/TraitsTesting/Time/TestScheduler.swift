import TraitsRuntime

/// A scheduler whose clock moves only when the test moves it.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let recorder = Just("hello").delay(for: 3, scheduler: scheduler).record(on: scheduler)
///
/// scheduler.advance(by: 2)
/// #expect(recorder.values == [])
/// scheduler.advance(by: 1)
/// #expect(recorder.values == ["hello"])
/// ```
///
/// - Order: Actions run by their time; actions of one tick run in the order in which they were scheduled, unless ``Order`` says
///   otherwise. Of two repeating actions that meet, the action that was scheduled first runs first. An action that is scheduled for the past, or for now, waits for the next call that moves the clock;
///   `advance(by: 0)` is enough.
/// - Threads: Scheduling, cancelling and reading the clock are safe from any thread. Actions run on the thread that moves the
///   clock, outside of every lock, so they may schedule, cancel and even advance; with ``Order/parallel(threads:)`` they run on
///   threads of the scheduler's own. Let one thread at a time move the clock: two would run the actions of one tick
///   concurrently.
/// - Memory: An action is released when it has run or is cancelled.
/// - Complexity: O(log *n*) for each action, *n* being the number of waiting actions.
///
/// A tick is one millisecond for code that uses units, see ``VirtualTime/Stride``.
public final class TestScheduler: Scheduler, @unchecked Sendable {
    // Unchecked, because actions need not be sendable: mutable state is touched under `lock` only, and the thread that moves
    // the clock calls the actions outside of it.

    /// Ticks of virtual time.
    public typealias SchedulerTimeType = VirtualTime
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// The number of actions that may run before the scheduler reports endless work.
    ///
    /// For ``run()`` this counts all actions, for ``advance(to:)`` the actions of one tick.
    public let actionLimit: Int

    private let lock = Lock()
    private var clock: VirtualTime
    private var queue = WorkQueue()
    private var orders: UInt64 = 0
    private var choices: OrderChoices
    private var freedom = false
    /// The closure that counts the work of a publisher under test.
    private var work: (() -> Int)?
    private var hasTaken = false
    private var isDropping = false

    /// The order in which the actions of one tick run.
    public let order: Order
    /// The way in which the actions of code under test are treated.
    public let manner: Manner

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - now: The initial time of the clock.
    ///   - order: The order in which the actions of one tick run.
    ///   - manner: The way in which the actions of code under test are treated.
    ///   - actionLimit: The number of actions that may run before the scheduler reports endless work.
    public init(
        now: VirtualTime = .zero, order: Order = .asScheduled, manner: Manner = .punctual,
        actionLimit: Int = 1_000_000
    ) {
        self.clock = now
        self.order = order
        self.manner = manner
        self.choices = OrderChoices(order)
        self.actionLimit = actionLimit
    }

    /// Creates a scheduler that makes the given choices, see ``inEveryOrder(atMost:_:)``.
    init(repeating choices: [Int]) {
        self.clock = .zero
        self.order = .asScheduled
        self.manner = .punctual
        self.choices = OrderChoices(repeating: choices)
        self.actionLimit = 1_000_000
    }

    /// Counts the work of a publisher for the law `sharing`, which can't see the work of a source.
    ///
    /// ```swift
    /// var openCount = 0
    /// scheduler.countWork { openCount }
    /// ```
    ///
    /// - Parameter count: Returns the number of times that work has begun. The number must not grow if a subscriber of a
    ///   publisher that is `shared` arrives while another one is there.
    public func countWork(_ count: @escaping () -> Int) { lock.withLock { work = count } }

    /// The number of times that work has begun; nil if it isn't counted.
    var workCount: Int? { lock.withLock { work }?() }

    /// Indicates whether code under test has scheduled anything.
    var isUsed: Bool { lock.withLock { hasTaken } }

    /// Indicates whether actions of one tick could have run in another order.
    var hadFreedom: Bool { lock.withLock { freedom } }

    /// The choices so far, with the number of candidates for each.
    var choicesMade: [(choice: Int, count: Int)] { lock.withLock { choices.made } }

    /// The time of the clock.
    ///
    /// Inside of an action this is the time for which it was scheduled.
    public var now: VirtualTime {
        requireNoLock("now")
        return lock.withLock { clock }
    }

    /// No time at all: virtual time is exact.
    public var minimumTolerance: VirtualTime.Stride { 0 }

    /// The number of actions that wait; an action that repeats counts once.
    public var pendingCount: Int { lock.withLock { queue.count } }

    /// The time at which the next action is due, if one waits.
    public var nextTime: VirtualTime? { lock.withLock { queue.first()?.date } }
}

// MARK: - Scheduling

extension TestScheduler {
    /// Runs the action at the current tick, behind actions that wait already.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        take(at: nil, action)
    }

    /// Runs the action at `date`, or at the current tick if `date` is past.
    ///
    /// The tolerance is not used: virtual time is exact.
    public func schedule(
        after date: VirtualTime,
        tolerance: VirtualTime.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        take(at: date, action)
    }

    /// Runs the action at `date` and then again each time `interval` has passed, until it is cancelled.
    ///
    /// An interval of no time repeats within one tick for ever; the scheduler reports it as endless. Only `cancel()` cancels:
    /// releasing the returned object doesn't.
    public func schedule(
        after date: VirtualTime,
        interval: VirtualTime.Stride,
        tolerance: VirtualTime.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        take(at: date, interval: max(interval, 0), action)
    }

    /// Runs the action at `date` unless it is cancelled first.
    ///
    /// Schedulers as such can't cancel a single action; sources on this scheduler need it, so that a cancelled subscription
    /// leaves nothing behind. A source sends its events in order: these actions keep the order in which they were scheduled
    /// among themselves, whatever ``order`` says.
    func scheduleOnce(after date: VirtualTime, _ action: @escaping () -> Void) -> any Cancellable {
        WorkCancellation(
            scheduler: self, work: enqueue(at: date, interval: nil, isOrdered: true, action))
    }

    /// Runs the action at `date`, or at the current tick, as an event of a source: such actions keep their order among
    /// themselves, whatever ``order`` says.
    ///
    /// Such actions stand for the outside world; use them in tests for the events that drive the code under test.
    ///
    /// ```swift
    /// let clock = TestScheduler(order: .shuffled(seed: 7))
    /// let subject = PassthroughSubject<Int, Never>()
    /// for number in 1...3 { clock.scheduleInOrder { subject.send(number) } }
    /// ```
    public func scheduleInOrder(after date: VirtualTime? = nil, _ action: @escaping () -> Void) {
        _ = enqueue(at: date, interval: nil, isOrdered: true, action)
    }

    func noteUse() { lock.withLock { hasTaken = true } }

    /// Returns whether a scheduler that drops every other action keeps the next one.
    func isKept() -> Bool {
        lock.withLock {
            isDropping.toggle()
            return !isDropping
        }
    }

    func enqueue(
        at date: VirtualTime?, interval: VirtualTime.Stride?, isOrdered: Bool = false,
        _ action: @escaping () -> Void
    ) -> Work {
        requireNoLock("schedule(_:)")
        return lock.withLock {
            orders += 1
            let work = Work(
                at: max(date ?? clock, clock), order: orders, interval: interval, isOrdered: isOrdered,
                action: action)
            queue.push(work)
            return work
        }
    }

    fileprivate func cancel(_ work: Work) {
        requireNoLock("cancel()")
        // The action is released outside of the lock: it may own objects that schedule when they are deinitialised.
        let action = lock.withLock {
            let action = work.action
            work.action = nil
            if action != nil { queue.noteCancellation() }
            return action
        }
        withExtendedLifetime(action) {}
    }
}

// MARK: - Moving the clock

extension TestScheduler {
    /// Lets `stride` pass and runs all actions that become due, each at its own time.
    ///
    /// Traps if one tick never ends, see ``actionLimit``.
    ///
    /// - Precondition: `stride` is not negative.
    public func advance(by stride: VirtualTime.Stride = 0) {
        precondition(stride >= 0, "virtual time can't go back: advance(by: \(stride))")
        advance(to: now.advanced(by: stride))
    }

    /// Moves the clock to `time` and runs all actions that are due until then, each at its own time.
    ///
    /// If `time` is past, it only runs actions that are due now. Traps if one tick never ends, see ``actionLimit``.
    public func advance(to time: VirtualTime) {
        var tick = now
        var actions = 0
        let time = max(time, now)
        while runNext(through: time) {
            let reached = now
            if reached != tick { (tick, actions) = (reached, 0) }
            actions += 1
            if actions > actionLimit {
                fatalError(endlessWork(after: actions - 1, from: tick).description)
            }
        }
        lock.withLock { clock = max(clock, time) }
    }

    /// Runs until no action waits any more; the clock stays at the last action.
    ///
    /// - Throws: ``EndlessWorkError`` if more than ``actionLimit`` actions had to run, as when an interval
    ///   is never cancelled.
    public func run() throws(EndlessWorkError) {
        let start = now
        var actions = 0
        while lock.withLock({ queue.count > 0 }) {
            if actions == actionLimit { throw endlessWork(after: actions, from: start) }
            guard runNext(through: .distantFuture) else { return }
            actions += 1
        }
    }

    /// Runs one action, or concurrently all actions that are due next, outside of the lock. Returns `false` if none is due.
    private func runNext(through limit: VirtualTime) -> Bool {
        if case .parallel(let threads) = order { return runTogether(on: threads, through: limit) }
        let action: (() -> Void)? = lock.withLock {
            guard let next = queue.first(), next.date <= limit, let work = choose() else { return nil }
            return take(work)
        }
        if let action { LawPlace.scheduler.run(action) }
        return action != nil
    }

    /// Takes the action of a work that was removed from the queue. The caller holds the lock.
    private func take(_ work: Work) -> (() -> Void)? {
        clock = max(clock, work.date)
        let action = work.action
        if let interval = work.interval {
            // The work goes back into the queue before it runs: the action may cancel itself. It keeps its place in the order.
            work.date = max(work.date, clock).advanced(by: interval)
            queue.push(work)
        } else {
            work.action = nil
        }
        return action
    }

    /// Removes one of the works that are due next from the queue. The caller holds the lock.
    private func choose() -> Work? {
        if choices.areForced {
            guard let work = queue.popFirst() else { return nil }
            if !freedom, let other = queue.first(), other.time == work.time {
                freedom = !work.isOrdered || !other.isOrdered
            }
            return work
        }
        var due = queue.popAllDueNext()
        // Of the ordered works, only the first can be next.
        let ordered = due.firstIndex(where: \.isOrdered)
        let candidates = due.indices.filter { !due[$0].isOrdered || $0 == ordered }
        if candidates.count > 1 { freedom = true }
        let work = due.remove(at: candidates[choices.choose(among: candidates.count)])
        for other in due { queue.push(other) }
        return work
    }

    /// Runs all works that are due next: events of sources on one thread, in order, the rest on several threads concurrently.
    private func runTogether(on threads: Int, through limit: VirtualTime) -> Bool {
        let (ordered, free): ([() -> Void], [() -> Void]) = lock.withLock {
            guard let next = queue.first(), next.date <= limit else { return ([], []) }
            let due = queue.popAllDueNext()
            if due.count > 1, due.contains(where: { !$0.isOrdered }) { freedom = true }
            return (
                due.filter(\.isOrdered).compactMap { take($0) },
                due.filter { !$0.isOrdered }.compactMap { take($0) }
            )
        }
        var bodies = ordered.isEmpty ? [] : [ordered]
        let count = min(max(threads, 1), free.count)
        bodies += (0..<count).map { thread in
            stride(from: thread, to: free.count, by: count).map { free[$0] }
        }
        if bodies.count > 1 {
            Threads.race(
                bodies.map { actions in { LawPlace.scheduler.run { for action in actions { action() } } } },
                seed: lock.withLock { orders })
        } else {
            LawPlace.scheduler.run { for action in bodies.first ?? [] { action() } }
        }
        return !bodies.isEmpty
    }

    private func endlessWork(after actions: Int, from start: VirtualTime) -> EndlessWorkError {
        lock.withLock {
            let next = queue.first()
            return EndlessWorkError(
                actions: actions, start: start, now: clock, pendingCount: queue.count,
                nextTime: next?.date, nextInterval: next?.interval)
        }
    }
}

/// Cancels a work of a scheduler, any number of times, from any thread.
final class WorkCancellation: Cancellable {
    private let scheduler: TestScheduler
    private let work: Work

    init(scheduler: TestScheduler, work: Work) {
        self.scheduler = scheduler
        self.work = work
    }

    func cancel() {
        // A work that has run for the last time has no action left and is not in the queue.
        scheduler.cancel(work)
    }
}
