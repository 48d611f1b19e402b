import Synchronization

/// The root class of operators that send from more than one place: a scheduler, a timer, another thread.
///
/// Each event for downstream first waits in ``mailbox``, in the order in which it happened. A closure that a scheduler runs
/// is permission to deliver *one* event: always the oldest, even if the closure was scheduled for another. So even a
/// concurrent queue, which reorders or overlaps the closures, delivers the events in order, one at a time, and loses
/// none. The thread inside `delivery` delivers; any other thread leaves its permission to that thread and goes on.
///
/// A subclass keeps the rest of its state in plain properties under `lock`, which guards the mailbox too.
open class _SerialNode<Downstream: Subscriber>: _UpstreamNode, _PermissionNode {
    @usableFromInline
    enum Event {
        case value(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
    }

    @usableFromInline package final let downstream: Downstream

    /// Indicates whether downstream has its subscription, or is getting it: nothing is delivered before. For the thread inside
    /// `delivery`.
    @usableFromInline @exclusivity(unchecked) final var isAttached = false
    /// The number of values that downstream is inside of, for the thread inside `delivery`: the end follows them.
    @usableFromInline @exclusivity(unchecked) final var valuesOnTheWay = 0

    /// The events that wait to be delivered, under `lock`.
    @usableFromInline @exclusivity(unchecked) final var mailbox = _Queue<Event>()

    @inlinable
    package init(_ downstream: Downstream, _ thunk: @escaping Thunk) {
        self.downstream = downstream
        super.init(thunk)
    }
}

// MARK: - To downstream

extension _SerialNode {
    /// Gives downstream its subscription. Events that become due on this thread meanwhile are delivered inside that call: for
    /// example when downstream makes a request and the scheduler runs closures synchronously.
    @inlinable
    package final func attach() {
        delivery.enter()
        isAttached = true
        if !isClosed { downstream._receive(node: self) }
        delivery.exit()
    }

    /// Adds an event to the mailbox, unless the node is closed. Under `lock`.
    @inlinable @inline(__always)
    final func push(_ event: Event) {
        if !isClosed { mailbox.push(event) }
    }

    /// Adds an event to the mailbox, unless the node is closed.
    @inlinable @inline(__always)
    final func enqueue(_ event: Event) {
        lock.lock()
        push(event)
        lock.unlock()
    }

    /// Delivers the oldest waiting event, for the thread inside `delivery` with a permission.
    @inlinable @inline(__always)
    final func deliverOldest() -> Subscribers.Demand {
        lock.lock()
        let event = mailbox.pop()
        lock.unlock()
        switch event {
        case .value(let value)?: return deliver(value)
        case .completion(let completion)?: deliver(completion)
        case nil: break
        }
        return .none
    }

    /// Indicates whether the next event is the end, and downstream is inside a value. The call that sends the value checks
    /// again.
    @inlinable
    final var isEndHeldUp: Bool {
        valuesOnTheWay > 0
            && lock.withLock { if case .completion = mailbox.head { true } else { false } }
    }

    @inlinable @inline(__always)
    final func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
        if isClosed { return .none }
        valuesOnTheWay &+= 1
        defer { valuesOnTheWay &-= 1 }
        return downstream.receive(value)
    }

    @inlinable @inline(__always)
    final func deliver(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard close() else { return }
        _ = takeUpstream()
        downstream.receive(completion: completion)
    }

    /// Sends a value without a place in the mailbox. The caller ensures that such values come in order, one at a time.
    ///
    /// - Returns: the further demand of downstream.
    @inlinable
    package final func send(_ value: Downstream.Input) -> Subscribers.Demand {
        if isClosed { return .none }
        delivery.enter()
        let more = deliver(value)
        delivery.exit()
        return more
    }

    /// Closes the node and sends the completion, unless the node is closed already.
    @inlinable
    package final func send(completion: Subscribers.Completion<Downstream.Failure>) {
        delivery.enter()
        deliver(completion)
        delivery.exit()
    }
}

// MARK: - Permissions

/// A ``_SerialNode`` that delivers on a scheduler.
// Its methods belong to the node and are no closures: `drain()` would be compiled for each closure of each operator.
@usableFromInline
protocol _DrainingNode: _PermissionNode {
    /// Runs a closure as soon as possible on the scheduler.
    func scheduleNow(_ action: @escaping () -> Void)

    /// Handles demand that downstream has returned for a value.
    func returned(_ demand: Subscribers.Demand)

    // The requirements that `_SerialNode` fulfils.
    var isAttached: Bool { get }
    var isEndHeldUp: Bool { get }
    func attach()
    func deliverOldest() -> Subscribers.Demand
}

extension _DrainingNode {
    /// Gives downstream its subscription.
    ///
    /// A closure of the scheduler that ran meanwhile has left its permission. Its event is still delivered on the scheduler,
    /// not by the subscribing thread.
    @inlinable
    func attachAndDrain() {
        attach()
        if hasPermission { scheduleNow { [self] in drain() } }
    }

    /// Adds permissions, and delivers one waiting event for each permission, oldest first: now, or on the delivering thread.
    /// A call from inside a delivery delivers values inside it; an end follows the value.
    @inlinable @inline(__always)
    func deliver(_ count: Int) {
        addPermissions(count)
        drain()
    }

    /// Delivers one event. A permission that is used immediately is never counted.
    @inlinable @inline(never)
    func deliver() {
        guard delivery.tryEnter() != nil else { return deliver(1) }
        if isAttached && !isEndHeldUp {
            let more = deliverOldest()
            delivery.exit()
            if more > .none { returned(more) }
        } else {
            addPermissions(1)  // before other threads enter
            delivery.exit()
        }
        if hasPermission { drain() }
    }

    // Not inlined: each operator has several places that deliver.
    @inlinable @inline(never)
    func drain() {
        while hasPermission {
            // The thread inside looks for permissions after it has left.
            guard delivery.tryEnter() != nil else { return }
            guard isAttached, !isEndHeldUp else {
                delivery.exit()
                return
            }
            let more = takesPermission() ? deliverOldest() : .none
            delivery.exit()
            if more > .none { returned(more) }
        }
    }
}

// MARK: - The end

extension _SerialNode {
    /// Closes the node after downstream's cancellation, and cancels upstream.
    @inlinable
    final func stop() {
        _ = close()
        downstream._release()
        cancelUpstream()
        lock.lock()
        let events = mailbox
        mailbox = _Queue()
        lock.unlock()
        withExtendedLifetime(events) {}
    }
}
