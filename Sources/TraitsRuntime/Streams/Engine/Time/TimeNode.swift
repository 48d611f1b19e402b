import Synchronization

/// The node of an operator of time: has its machine handle each event under the lock, and does what the machine says
/// outside of it.
///
/// Timers fire on whatever thread; one that has been replaced and fires nevertheless means nothing, which its
/// generation tells.
@usableFromInline
final class _TimeNode<Machine: _TimeMachine, Downstream: Subscriber>: _SerialNode<Downstream>, _StreamNode
where Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure {
    @usableFromInline typealias Input = Machine.Input
    @usableFromInline typealias Failure = Machine.Failure
    @usableFromInline typealias Context = Machine.Context
    @usableFromInline typealias Action = _TimeAction<Machine>

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    // All under `lock`.
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

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Machine.asksForAll(Downstream._isUnlimited) }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { Machine.acceptsZeroDemand }

    // MARK: From upstream

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        handle(.connected)
        attach(schedule: { scheduler.schedule(options: options, $0) }) { [self] in returned($0) }
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
    func returned(_ demand: Subscribers.Demand) { handle(.init(.requested(demand), isReturned: true)) }

    @inlinable
    func cancelled() {
        if isAwaiting && !Machine.heedsEarlyCancellation { return }
        stop()
        handle(.cancelled)
    }

    // MARK: The machine

    /// - Parameter isReturning: whether what upstream is asked for can be returned to it.
    /// - Returns: what upstream is to be asked for.
    @inlinable @discardableResult
    func handle(_ kind: _TimeEvent<Machine>.Kind, returning isReturning: Bool = false) -> Subscribers.Demand {
        handle(.init(kind), returning: isReturning)
    }

    @inlinable @discardableResult
    func handle(_ event: _TimeEvent<Machine>, returning isReturning: Bool = false) -> Subscribers.Demand {
        var event = event
        lock.lock()
        if machine.wantsTime(of: event) {
            lock.unlock()
            event.time = scheduler.now
            lock.lock()
        }
        let action = machine.on(event)
        if let value = action.value { push(.value(value)) }
        if let completion = action.completion { push(.completion(completion)) }
        lock.unlock()
        wake(action.wake)
        if let timeout = action.timeout {
            guard cancelUpstream() else { return .none }
            enqueue(.completion(timeout()))
        }
        if !isReturning, let demand = action.request { requestUpstream(demand) }
        send(action)
        if action.isUnfinished { handle(.more) }
        return action.request ?? .none
    }

    /// Delivers what the action has put into the mailbox.
    @inlinable @inline(__always)
    func send(_ action: Action) {
        let count =
            (action.value == nil ? 0 : 1) + (action.completion == nil && action.timeout == nil ? 0 : 1)
        if count == 0 { return }
        switch action.delivery {
        case .now:
            deliver(count) { returned($0) }
        case .scheduled(let withOptions):
            if withOptions {
                scheduler.schedule(options: options) { [self] in deliver(count) { returned($0) } }
            } else {
                scheduler.schedule { [self] in deliver(count) { returned($0) } }
            }
        }
    }

    @inlinable
    func wake(_ wake: Action.Wake) {
        switch wake {
        case .unchanged: break
        case .never: replaceTimer().old?.cancel()
        case .after(let interval):
            guard isRunning else { return }
            let (mine, old) = replaceTimer()
            let new = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [self] in
                if lock.withLock({ generation == mine }) { handle(.due) }
            }
            // It may have been stopped or replaced already, or nobody may need it any more.
            let isNeeded = lock.withLock {
                guard generation == mine, isRunning else { return false }
                timer = new
                return true
            }
            if !isNeeded { new.cancel() }
            old?.cancel()
        case .at(nil):
            scheduler.schedule { [self] in handle(.due) }
        case .at(let time?):
            scheduler.schedule(after: time) { [self] in handle(.due) }
        }
    }

    /// Whether upstream may still send, and downstream wants it.
    @inlinable @inline(__always)
    var isRunning: Bool { isConnected && !isClosed }

    /// Takes the timer, if there is one, and makes sure that it means nothing any more.
    @inlinable
    func replaceTimer() -> (generation: Int, old: (any Cancellable)?) {
        lock.withLock {
            generation += 1
            let old = timer
            timer = nil
            return (generation, old)
        }
    }
}
