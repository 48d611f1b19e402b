import Synchronization

/// The node of a custom operator of time.
///
/// A custom machine is foreign code, so it isn't called under `lock`, as the engine's own machines of time are. Events wait in
/// `moments`. A thread *takes a turn*: it takes the machine and the oldest event, calls the machine without a lock, and puts
/// it back. A thread that finds no machine leaves its event to the thread that has the turn, so no thread waits.
@usableFromInline
final class _CustomTimeNode<Machine: OperatorTimeMachine, Context: Scheduler, Downstream: Subscriber>:
    _SerialNode<Downstream>, _AskingNode, _DrainingNode
where
    Context.SchedulerTimeType == Machine.Time, Downstream.Input == Machine.Output,
    Downstream.Failure == Machine.Failure
{
    @usableFromInline typealias Input = Machine.Input
    @usableFromInline typealias Failure = Machine.Failure
    @usableFromInline typealias Step = OperatorStep<Machine.Output, Failure>
    @usableFromInline typealias Completion = Subscribers.Completion<Failure>

    /// An event that the machine has to be told of.
    @usableFromInline
    enum Moment {
        case started
        case value(Input)
        case completion(Completion)
        /// The timer with this number has fired.
        case due(Int)
    }

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    // Asked of the machine once: its code isn't run under `lock`.
    @usableFromInline let answersUpstream = _CustomTimeNode.answersUpstream
    @usableFromInline let keepsSurplus = Machine.keepsSurplus

    // Guarded by `lock`.

    /// The machine; `nil` during a turn, and when the machine has decided the end.
    @usableFromInline @exclusivity(unchecked) var machine: Machine?
    /// The events that wait for a turn, oldest first.
    @usableFromInline @exclusivity(unchecked) var moments = _Queue<Moment>()
    /// A Boolean value that indicates whether the end is decided: by the machine or by a cancellation.
    @usableFromInline @exclusivity(unchecked) var isDecided = false
    @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    /// The values that wait for demand.
    @usableFromInline @exclusivity(unchecked) var surplus = _Queue<Machine.Output>()
    /// The end that follows the waiting values.
    @usableFromInline @exclusivity(unchecked) var ending: Completion?

    // For the thread that has the turn.

    /// The time at which the timer fires; `nil` if there is no timer, or it has fired.
    @usableFromInline @exclusivity(unchecked) var wakeTime: Machine.Time?
    /// The number of the newest timer. A timer that was replaced, and still fires, has a lower one.
    @usableFromInline @exclusivity(unchecked) var timerNumber = 0
    /// The number of events since the time of the timer, which the scheduler may have dropped.
    @usableFromInline @exclusivity(unchecked) var lateEvents = 0
    /// Upstream's end, after the machine has answered that it goes on without upstream.
    @usableFromInline @exclusivity(unchecked) var upstreamsEnd: Completion?

    @inlinable
    init(
        _ downstream: __owned Downstream, _ machine: Machine, _ scheduler: Context,
        _ options: Context.SchedulerOptions?
    ) {
        self.machine = machine
        self.scheduler = scheduler
        self.options = options
        super.init(downstream, _handled(by: _CustomTimeNode<Machine, Context, Downstream>.self))
    }

    @usableFromInline override var description: String { Machine.name }

    /// A Boolean value that indicates whether upstream gets downstream's requests.
    @inlinable @inline(__always)
    static var answersUpstream: Bool { if case .asSubscriber = Machine.demand { true } else { false } }

    @usableFromInline typealias _Unlimited = _Depends

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { answersUpstream ? Downstream._asksForAll : true }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    // MARK: From upstream

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        handleAndAsk(.started)
        attachAndDrain()
        if !Self.answersUpstream { requestUpstream(.unlimited) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        isConnected ? handle(.value(input)) : .none
    }

    @inlinable
    func receive(completion: Completion) {
        if disconnect() { handleAndAsk(.completion(completion)) }
    }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if Self.answersUpstream { return requestUpstream(demand) }
        lock.lock()
        self.demand += demand
        let last = sendSurplus() ? newest : nil
        lock.unlock()
        schedule(last)
    }

    @inlinable
    func returned(_ demand: Subscribers.Demand) { requested(demand) }

    @inlinable
    func scheduleNow(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        stop()
        lock.lock()
        isDecided = true
        let rest = (machine.take(), moments, surplus, ending.take())
        let timer = timer.take()
        (moments, surplus) = (_Queue(), _Queue())
        lock.unlock()
        withExtendedLifetime(rest) {}
        timer?.cancel()
    }
}

// MARK: - Turns

extension _CustomTimeNode {
    /// Tells the machine of an event, now or in the turn of another call.
    ///
    /// - Parameter isOnScheduler: whether the scheduler makes this call. Otherwise it is asked to deliver the answers.
    /// - Returns: the demand for upstream.
    @inlinable
    func handle(_ moment: Moment, isOnScheduler: Bool = false) -> Subscribers.Demand {
        lock.lock()
        if !isDecided { moments.push(moment) }
        lock.unlock()
        var owed = Subscribers.Demand.none
        while let skipped = takeTurn(isOnScheduler) { owed += skipped }
        return Downstream._asksForAll ? .none : owed
    }

    /// Tells the machine of an event, and asks upstream for values that replace skipped ones.
    @inlinable
    func handleAndAsk(_ moment: Moment, isOnScheduler: Bool = false) {
        let owed = handle(moment, isOnScheduler: isOnScheduler)
        if owed > .none { requestUpstream(owed) }
    }

    /// Takes a turn with the oldest event, unless there is none or another call has the turn.
    ///
    /// - Returns: the demand for upstream that replaces a skipped value; `nil` if there was no turn.
    @inlinable @inline(never)
    func takeTurn(_ isOnScheduler: Bool) -> Subscribers.Demand? {
        lock.lock()
        guard machine != nil, let moment = moments.pop() else {
            lock.unlock()
            return nil
        }
        // Released outside the lock, unless it is put back.
        var machine = machine.take()
        lock.unlock()
        let step = ask(&machine!, moment)
        let (last, isOver) = endTurn(&machine, step)
        if isOver { end() }
        if !isOnScheduler {
            schedule(last)
        } else if let last {
            deliver(upTo: last)
        }
        if Self.answersUpstream, case .value = moment, case .skip = step, !isOver { return .max(1) }
        return Subscribers.Demand.none
    }

    /// Calls the machine, and starts the timer that it asks for.
    @inlinable
    func ask(_ machine: inout Machine, _ moment: Moment) -> Step {
        let now = scheduler.now
        var isUsed = false
        var step = Step.skip
        switch moment {
        case .started: machine.start(at: now)
        case .value(let input): step = machine.receive(input, at: now)
        case .completion(let completion):
            step = machine.receive(completion: completion, at: now)
            if case .skip = step { upstreamsEnd = completion }
        case .due(let number):
            guard number == timerNumber, let wakeTime else { return .skip }
            step = machine.wake(at: max(now, wakeTime))
            if case .skip = step { isUsed = machine.wakeTime == wakeTime }
            self.wakeTime = nil
        }
        if Self.answersUpstream { requireAnswer(step, to: moment) }
        let next = isUsed ? nil : machine.wakeTime
        if next != wakeTime {
            wake(at: next, now)
        } else if let next, now > next {
            wakeAgain()
        }
        return step
    }

    /// Stops the program if the machine sends a value that may not have been asked for.
    @inlinable
    func requireAnswer(_ step: Step, to moment: Moment) {
        if case .value = moment { return }
        switch step {
        case .next, .last: _refuseUnrequested(Machine.name)
        case .skip, .finish, .fail: break
        }
    }

    /// Replaces the timer.
    @inlinable
    func wake(at time: Machine.Time?, _ now: Machine.Time) {
        timerNumber &+= 1
        lateEvents = 0
        wakeTime = time
        var new: (any Cancellable)?
        if let time {
            let number = timerNumber
            if time > now {
                new = scheduler._scheduleOnce(
                    after: time, tolerance: scheduler.minimumTolerance, options: options
                ) { [self] in wake(number) }
            } else {
                scheduler.schedule(options: options) { [self] in wake(number) }
            }
        }
        lock.lock()
        if !isDecided { swap(&new, &timer) }
        lock.unlock()
        new?.cancel()
    }

    /// Asks for another closure at the first, second, fourth … event after the timer's time: a scheduler that is merely behind
    /// gets few of them.
    @inlinable @inline(never)
    func wakeAgain() {
        lateEvents &+= 1
        guard lateEvents & (lateEvents &- 1) == 0 else { return }
        let number = timerNumber
        scheduler.schedule(options: options) { [self] in wake(number) }
    }

    @inlinable
    func wake(_ number: Int) { handleAndAsk(.due(number), isOnScheduler: true) }

    /// Puts the machine back, and the answer into the mailbox.
    ///
    /// - Returns: the number of the last event to deliver, and whether the machine has ended the stream.
    @inlinable
    func endTurn(_ machine: inout Machine?, _ step: Step) -> (last: Int?, isOver: Bool) {
        lock.lock()
        defer { lock.unlock() }
        if isDecided { return (nil, false) }
        var isAdmitted = false
        switch step {
        case .next(let output):
            isAdmitted = admit(output)
            if wakeTime == nil { ending = upstreamsEnd }
        case .last(let output):
            isAdmitted = admit(output)
            ending = .finished
        case .skip: if wakeTime == nil { ending = upstreamsEnd }
        case .finish: ending = .finished
        case .fail(let error): ending = .failure(error)
        }
        guard ending != nil else {
            swap(&self.machine, &machine)
            return (isAdmitted ? newest : nil, false)
        }
        isDecided = true
        return (sendSurplus() || isAdmitted ? newest : nil, true)
    }
}

// MARK: - Demand

extension _CustomTimeNode {
    /// Puts a value into the mailbox if it is asked for, and otherwise keeps or drops it. Under `lock`.
    ///
    /// - Returns: whether it has come into the mailbox.
    @inlinable
    func admit(_ output: Machine.Output) -> Bool {
        if answersUpstream || demand > .none {
            if !answersUpstream { demand -= 1 }
            push(.value(output))
            return true
        }
        if keepsSurplus { surplus.push(output) }
        return false
    }

    /// Puts waiting values that are asked for into the mailbox, and then the end. Under `lock`.
    ///
    /// - Returns: whether any event has come into the mailbox.
    @inlinable
    func sendSurplus() -> Bool {
        var hasSent = false
        while demand > .none, let output = surplus.pop() {
            demand -= 1
            push(.value(output))
            hasSent = true
        }
        if surplus.isEmpty, let ending = ending.take() {
            push(.completion(ending))
            hasSent = true
        }
        return hasSent
    }

    /// Delivers waiting events on the scheduler, up to a number.
    @inlinable
    func schedule(_ last: Int?) {
        if let last { scheduler.schedule(options: options) { [self] in deliver(upTo: last) } }
    }

    /// Stops upstream and the timer after the machine has decided the end.
    @inlinable
    func end() {
        cancelUpstream()
        lock.lock()
        let (timer, rest) = (timer.take(), moments)
        moments = _Queue()
        lock.unlock()
        withExtendedLifetime(rest) {}
        timer?.cancel()
    }
}
