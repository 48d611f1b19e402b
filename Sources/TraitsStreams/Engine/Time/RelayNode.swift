/// The scheduler, and the time, at which an operator delivers its events.
@usableFromInline
protocol _Scheduling {
    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Runs a closure on the scheduler, at the operator's time.
    func schedule(_ action: @escaping () -> Void)

    /// Runs a closure on the scheduler as soon as possible.
    func scheduleNow(_ action: @escaping () -> Void)

    /// Indicates whether closures wait for a later time.
    static var delays: Bool { get }

    /// Runs a closure on the scheduler, at the operator's time.
    ///
    /// - Returns: the object that cancels the closure; `nil` if the scheduler can't.
    func scheduleOnce(_ action: @escaping () -> Void) -> (any Cancellable)?
}

extension _Scheduling {
    @inlinable @inline(__always)
    public static var delays: Bool { false }

    @inlinable
    public func scheduleOnce(_ action: @escaping () -> Void) -> (any Cancellable)? {
        schedule(action)
        return nil
    }
}

/// The subscriber and subscription of operators that pass each event to a scheduler: `receive(on:)` and
/// `delay`.
///
/// Each event is scheduled separately, so that it keeps its place among the other work of the scheduler. Each scheduled
/// closure delivers the events up to its own that still wait: one event, unless the scheduler has reordered or dropped closures.
/// The subscription, requests and cancellation pass straight through.
@usableFromInline
final class _RelayNode<Scheduling: _Scheduling, Downstream: Subscriber>: _SerialNode<Downstream>, _AskingNode,
    _DemandPassing,
    _DrainingNode
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let scheduling: Scheduling
    /// The closures that wait for their time at the scheduler.
    @usableFromInline let work: _DelayedWork?
    /// The closures of the newest events, under `lock`. Each retains the other, until the stream ends or is cancelled.
    @usableFromInline @exclusivity(unchecked) var closures: _NumberedClosures?

    @inlinable
    init(_ downstream: Downstream, _ scheduling: Scheduling) {
        work = Scheduling.delays ? _DelayedWork() : nil
        self.scheduling = scheduling
        super.init(downstream, _handled(by: _RelayNode<Scheduling, Downstream>.self))
    }

    @usableFromInline override var description: String { Scheduling.name }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if isConnected { requestUpstream(demand) }
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        // A completed upstream, which was kept for the demand that downstream returns, isn't cancelled.
        if connection == .ending { _ = takeUpstream() }
        stop()
        work?.close()
        lock.lock()
        let old = closures.take()
        lock.unlock()
        withExtendedLifetime(old) {}
    }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        attachAndDrain()
    }

    @inlinable
    func scheduleNow(_ action: @escaping () -> Void) { scheduling.scheduleNow(action) }

    @inlinable
    func returned(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        schedule(.value(input))
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard endUpstream() else { return }
        schedule(.completion(completion))
    }

    @inlinable @inline(__always)
    func schedule(_ event: Event) {
        if let work { scheduleLater(work, enqueue(event)) } else { scheduling.schedule(closure(for: event)) }
    }

    /// Adds an event to the mailbox.
    ///
    /// - Returns: the closure that delivers it.
    @inlinable @inline(__always)
    func closure(for event: Event) -> () -> Void {
        lock.lock()
        push(event)
        let number = newest
        if let closures, closures.hasClosure(for: number), isConnected {
            lock.unlock()
            return closures.closure(for: number)
        }
        return firstOrLastClosure(for: number)
    }

    /// Replaces or releases the object of closures. Takes over `lock`.
    @inlinable @inline(never)
    func firstOrLastClosure(for number: Int) -> () -> Void {
        let old = closures
        let new =
            if let old, old.hasClosure(for: number) { old } else {
                _NumberedClosures(self, from: number) { node, number in
                    _unsafeUncheckedDowncast(node, to: _RelayNode<Scheduling, Downstream>.self)
                        .deliver(upTo: number)
                }
            }
        // After the end no object is kept: nothing would release it.
        closures = isConnected && !isClosed ? new : nil
        lock.unlock()
        return withExtendedLifetime(old) { new.closure(for: number) }
    }

    @inlinable @inline(never)
    func scheduleLater(_ work: _DelayedWork, _ number: Int) {
        let handle = scheduling.scheduleOnce { [self] in
            work.finish(upTo: number)
            deliver(upTo: number)
        }
        work.keep(handle, for: number)
    }
}
