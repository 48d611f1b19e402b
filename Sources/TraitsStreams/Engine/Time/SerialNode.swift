import Synchronization

/// The root class of operators that send from more than one place: a scheduler, a timer, another thread.
///
/// Each event for downstream first waits in ``mailbox``, in the order in which it happened, and has a number. A closure that a
/// scheduler runs is permission to deliver all waiting events *up to its own*. So a scheduler that reorders, overlaps, repeats
/// or drops closures delivers the events in order, one at a time, and a later closure delivers the event of a dropped one. The
/// thread inside `delivery` delivers; any other thread leaves its permissions to that thread and goes on.
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
    /// The number of the newest event that has come into the mailbox, under `lock`. The first event is number one.
    @usableFromInline @exclusivity(unchecked) final var newest = 0
    /// The number of the newest event that may be delivered, under `lock`.
    @usableFromInline @exclusivity(unchecked) final var permitted = 0

    @inlinable
    package init(_ downstream: Downstream, _ handler: @escaping Handler) {
        self.downstream = downstream
        super.init(handler)
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
        if isClosed { return }
        mailbox.push(event)
        newest &+= 1
    }

    /// Adds an event to the mailbox, unless the node is closed.
    ///
    /// - Returns: the number of the event.
    @inlinable @inline(__always)
    final func enqueue(_ event: Event) -> Int {
        lock.lock()
        push(event)
        let number = newest
        lock.unlock()
        return number
    }

    /// Permits the delivery of the events up to a number. Under `lock`.
    ///
    /// - Returns: the number of events that no earlier call has permitted.
    @inlinable @inline(__always)
    final func permit(upTo number: Int) -> Int {
        let count = number &- permitted
        if count <= 0 { return 0 }
        permitted = number
        return count
    }

    /// Adds the permissions for the events up to a number.
    @inlinable @inline(never)
    final func addPermissions(upTo number: Int) {
        lock.lock()
        let count = permit(upTo: number)
        lock.unlock()
        if count > 0 { addPermissions(count) }
    }

    /// Permits the events up to a number, and delivers the oldest waiting event, for the thread inside `delivery`. The other
    /// permissions are added.
    @inlinable @inline(__always)
    final func deliverOldest(upTo number: Int) -> Subscribers.Demand {
        lock.lock()
        let count = permit(upTo: number)
        let event = count == 0 ? nil : mailbox.pop()
        lock.unlock()
        if count > 1 { addPermissions(count &- 1) }
        return deliver(event)
    }

    /// Delivers the oldest waiting event, for the thread inside `delivery` with a permission.
    @inlinable @inline(__always)
    final func deliverOldest() -> Subscribers.Demand {
        lock.lock()
        let event = mailbox.pop()
        lock.unlock()
        return deliver(event)
    }

    @inlinable @inline(__always)
    final func deliver(_ event: Event?) -> Subscribers.Demand {
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
    func addPermissions(upTo number: Int)
    func deliverOldest(upTo number: Int) -> Subscribers.Demand
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

    /// Delivers the waiting events up to a number, oldest first: now, or on the delivering thread. A call from inside a
    /// delivery delivers values inside it; an end follows the value.
    ///
    /// A permission that is used immediately is never counted.
    @inlinable @inline(never)
    func deliver(upTo number: Int) {
        guard delivery.tryEnter() != nil else {
            addPermissions(upTo: number)
            return drain()
        }
        if isAttached && !isEndHeldUp {
            let more = deliverOldest(upTo: number)
            delivery.exit()
            if more > .none { returned(more) }
        } else {
            addPermissions(upTo: number)  // before other threads enter
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
