import Synchronization

/// The node of an operator of time: its machine handles each event under the lock, and the node performs the returned
/// action outside the lock.
///
/// Timers may fire on any thread. If a replaced timer still fires, or one that fires once fires again, its generation shows
/// that it must be ignored.
@usableFromInline
final class _TimeNode<Machine: _TimeMachine, Downstream: Subscriber>: _SerialNode<Downstream>, _AskingNode,
    _DrainingNode
where Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure {
    @usableFromInline typealias Input = Machine.Input
    @usableFromInline typealias Failure = Machine.Failure
    @usableFromInline typealias Context = Machine.Context
    @usableFromInline typealias Action = _TimeAction<Machine>

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    // Guarded by `lock`.
    @usableFromInline @exclusivity(unchecked) var machine: Machine
    @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
    @usableFromInline @exclusivity(unchecked) var generation = 0

    @inlinable
    init(
        _ downstream: Downstream, _ machine: Machine, _ scheduler: Context,
        _ options: Context.SchedulerOptions?
    ) {
        self.machine = machine
        self.scheduler = scheduler
        self.options = options
        super.init(downstream, _handled(by: _TimeNode<Machine, Downstream>.self))
    }

    @usableFromInline override var description: String { Machine.name }

    @usableFromInline override var customMirror: Mirror {
        let children = lock.withLock { machine.children }
        return Mirror(self, children: children.isEmpty ? [] : [("downstream", downstream)] + children)
    }

    @usableFromInline typealias _Unlimited = _Depends

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Machine.asksForAll(Downstream._asksForAll) }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { Machine.acceptsZeroDemand }

    // MARK: From upstream

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        handle(.connected)
        attachAndDrain()
        handle(.attached)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        return handle(.value(input), returning: true)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard Machine.keepsUpstream ? endUpstream() : disconnect() else { return }
        handle(.completion(completion))
    }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if !isClosed { handle(.requested(demand)) }
    }

    @inlinable
    func scheduleNow(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }

    @inlinable
    func returned(_ demand: Subscribers.Demand) { handle(.init(.requested(demand), isReturned: true)) }

    @inlinable
    func cancelled() {
        if isAwaiting && !Machine.heedsEarlyCancellation { return }
        stop()
        handle(.cancelled)
    }

    // MARK: The machine

    /// Handles an event of the given kind.
    ///
    /// - Parameter isReturning: whether the caller can return demand to upstream.
    /// - Returns: the demand for upstream.
    @inlinable @discardableResult
    func handle(_ kind: _TimeEvent<Machine>.Kind, returning isReturning: Bool = false) -> Subscribers.Demand {
        handle(.init(kind), returning: isReturning)
    }

    /// Passes an event to the machine, and performs the returned action.
    ///
    /// - Parameter generation: the generation of the firing timer.
    @inlinable @discardableResult
    func handle(
        _ event: _TimeEvent<Machine>, returning isReturning: Bool = false, of generation: Int? = nil
    ) -> Subscribers.Demand {
        var (event, isReturning, generation) = (event, isReturning, generation)
        var returned = Subscribers.Demand.none
        while true {
            lock.lock()
            if machine.wantsTime(of: event) {
                lock.unlock()
                event.time = scheduler.now
                lock.lock()
            }
            if let generation, generation != self.generation {
                lock.unlock()
                return returned
            }
            let action = machine.on(event)
            if let value = action.value { push(.value(value)) }
            if let completion = action.completion { push(.completion(completion)) }
            // The machine's state and the valid timer change together.
            var old: (any Cancellable)?
            let replaces = replacesTimer(action.wake)
            if replaces {
                self.generation += 1
                swap(&old, &timer)
            }
            let mine = self.generation
            var last = newest
            lock.unlock()
            wake(action.wake, mine, isWanted: replaces)
            if let old = consume old { old.cancel() }
            if let timeout = action.timeout {
                guard cancelUpstream() else { return returned }
                last = enqueue(.completion(timeout()))
            }
            if let demand = action.request {
                if isReturning { returned = demand } else { requestUpstream(demand) }
            }
            send(action, upTo: last)
            if !action.isUnfinished { return returned }
            (event, isReturning, generation) = (.init(.more), false, nil)
        }
    }

    /// Delivers the events that the action has put into the mailbox.
    ///
    /// - Parameter last: the number of the last of them.
    @inlinable @inline(__always)
    func send(_ action: borrowing Action, upTo last: Int) {
        if action.value == nil && action.completion == nil && action.timeout == nil { return }
        switch action.delivery {
        case .now:
            deliver(upTo: last)
        case .scheduled(let withOptions):
            if withOptions {
                scheduler.schedule(options: options) { [self] in deliver(upTo: last) }
            } else {
                scheduler.schedule { [self] in deliver(upTo: last) }
            }
        }
    }

    /// Starts the timer that the machine asks for.
    ///
    /// - Parameters:
    ///   - mine: the generation of the new timer.
    ///   - isWanted: whether the stream still needs a timer that replaces another.
    @inlinable @inline(__always)
    func wake(_ wake: Action.Wake, _ mine: Int, isWanted: Bool) {
        switch wake {
        case .unchanged, .never: break
        case .after(let interval):
            guard isWanted else { return }
            keep(
                scheduler._scheduleWait(
                    until: scheduler.now.advanced(by: interval), interval: interval,
                    tolerance: scheduler.minimumTolerance, options: options
                ) { [self] in handle(.init(.due), of: mine) }, mine)
        case .every(let interval):
            if isWanted { wakeRepeatedly(every: interval, mine) }
        case .at(nil):
            scheduler.schedule { [self] in handle(.init(.due), of: mine) }
        case .at(let time?):
            wakeOnce(at: time, mine)
        }
    }

    @inlinable @inline(never)
    func wakeRepeatedly(every interval: Context.SchedulerTimeType.Stride, _ mine: Int) {
        keep(
            scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [self] in handle(.init(.due), of: mine) }, mine)
    }

    @inlinable @inline(never)
    func wakeOnce(at time: Context.SchedulerTimeType, _ mine: Int) {
        let new = scheduler._scheduleOnce(
            after: time, tolerance: scheduler.minimumTolerance, options: nil
        ) { [self] in handle(.init(.due), of: mine) }
        if let new { keep(new, mine) }
    }

    /// Stores a timer, or cancels it: it may have fired already, been stopped or replaced, or the node may be over.
    @inlinable
    func keep(_ new: any Cancellable, _ mine: Int) {
        var new: (any Cancellable)? = new
        lock.lock()
        let isWanted = generation == mine && !isClosed
        if isWanted { swap(&new, &timer) }
        lock.unlock()
        if !isWanted { new?.cancel() }
    }

    /// Indicates whether upstream may still send, and the node isn't closed.
    @inlinable @inline(__always)
    var isRunning: Bool { isConnected && !isClosed }

    /// Returns whether a timer that has been started becomes invalid.
    @inlinable @inline(__always)
    func replacesTimer(_ wake: Action.Wake) -> Bool {
        switch wake {
        case .unchanged, .at: false
        case .after, .every: isRunning
        case .never: true
        }
    }
}
