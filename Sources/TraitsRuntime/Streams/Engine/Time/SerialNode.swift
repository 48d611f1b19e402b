import Synchronization

/// The root of operators that send from more than one place: a scheduler, a timer, another thread.
///
/// Whatever downstream is sent waits in ``mailbox`` first, in the order in which it happened. A closure that a
/// scheduler runs is permission to deliver *one* event, always the oldest, whichever event it was scheduled for: a
/// concurrent queue that runs the closures in any order, or several concurrently, still delivers the events in order,
/// one at a time, and loses none. The thread inside `delivery` delivers; one that finds another inside leaves its
/// permission to it and goes on.
///
/// A subclass keeps the rest of its state in plain properties under `lock`, which guards the mailbox too.
@usableFromInline
class _SerialNode<Downstream: Subscriber>: _UpstreamNode, _PermissionNode {
    @usableFromInline
    enum Event {
        case value(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
    }

    @usableFromInline final let downstream: Downstream

    /// Whether downstream has its subscription, or is given it: nothing is delivered before. For the thread inside `delivery`.
    @usableFromInline @exclusivity(unchecked) final var isAttached = false
    /// How many values downstream is inside of, for the thread inside `delivery`: the end follows them.
    @usableFromInline @exclusivity(unchecked) final var valuesOnTheWay = 0

    /// What waits to be delivered, under `lock`.
    @usableFromInline @exclusivity(unchecked) final var mailbox = _Queue<Event>()

    @inlinable
    init(_ downstream: Downstream, _ thunk: @escaping Thunk) {
        self.downstream = downstream
        super.init(thunk)
    }
}

// MARK: - To downstream

extension _SerialNode {
    /// Hands downstream its subscription. What becomes due on this thread meanwhile, such as what downstream asks for
    /// and a scheduler that runs closures synchronously has, is delivered inside of that.
    @inlinable
    final func attach() {
        delivery.enter()
        isAttached = true
        if !isClosed { downstream._receive(node: self) }
        delivery.exit()
    }

    /// Adds an event to those that wait, unless the node is closed. Under `lock`.
    @inlinable @inline(__always)
    final func push(_ event: Event) {
        if !isClosed { mailbox.push(event) }
    }

    /// Adds an event to those that wait, unless the node is closed.
    @inlinable @inline(__always)
    final func enqueue(_ event: Event) {
        lock.lock()
        push(event)
        lock.unlock()
    }

    /// For the thread inside `delivery` that has a permission.
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

    /// Whether the next event is the end, and downstream is inside of a value. The call that sends the value looks again.
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

    /// Sends a value that came in order, on one thread after another, without a place in the mailbox.
    ///
    /// - Returns: how many more values downstream wants.
    @inlinable
    final func send(_ value: Downstream.Input) -> Subscribers.Demand {
        if isClosed { return .none }
        delivery.enter()
        let more = deliver(value)
        delivery.exit()
        return more
    }

    /// Closes the node and sends the completion, unless the node is closed already.
    @inlinable
    final func send(completion: Subscribers.Completion<Downstream.Failure>) {
        delivery.enter()
        deliver(completion)
        delivery.exit()
    }
}

// MARK: - Permissions

/// A ``_SerialNode`` that delivers where a scheduler has it deliver.
// Its methods are the node's and no closures: `drain()` would be compiled for each closure of each operator.
@usableFromInline
protocol _DrainingNode: _PermissionNode {
    /// Runs a closure as soon as possible on the scheduler.
    func scheduleNow(_ action: @escaping () -> Void)

    /// Downstream wants more values, beyond its earlier demand.
    func returned(_ demand: Subscribers.Demand)

    // What a `_SerialNode` is.
    var isAttached: Bool { get }
    var isEndHeldUp: Bool { get }
    func attach()
    func deliverOldest() -> Subscribers.Demand
}

extension _DrainingNode {
    /// Hands downstream its subscription.
    ///
    /// A closure of the scheduler that ran meanwhile has left its permission. What became due is delivered where the
    /// scheduler runs all the same, and not by the thread that is subscribing.
    @inlinable
    func attachAndDrain() {
        attach()
        if hasPermission { scheduleNow { [self] in drain() } }
    }

    /// Delivers the oldest events that wait, as many as there are permissions: now, or by the thread that is
    /// delivering. A call from inside a delivery delivers values inside of it; an end follows the value.
    @inlinable @inline(__always)
    func deliver(_ count: Int) {
        addPermissions(count)
        drain()
    }

    /// The same for one event. A permission that is used right here is never counted.
    @inlinable @inline(never)
    func deliver() {
        guard delivery.tryEnter() != nil else { return deliver(1) }
        if isAttached && !isEndHeldUp {
            let more = deliverOldest()
            delivery.exit()
            if more > .none { returned(more) }
        } else {
            addPermissions(1)  // before others get in
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
    /// Closes the node because downstream wants no more, and cancels upstream.
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
