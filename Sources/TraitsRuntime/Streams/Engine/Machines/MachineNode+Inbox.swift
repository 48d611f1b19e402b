// Events that need no delivery of their own: the end of an input, and the value of one that only steers. While another
// thread is inside the delivery lock, the thread that brings such an event leaves it to that one, and goes on. The thread
// inside handles it when it has returned from downstream, before any event that comes after it.
//
// The number of values is limited, so that a thread that delivers for long doesn't have the others fill the memory.
extension _MachineNode {
    @usableFromInline typealias Deposit = _Deposit<Machine.Value, Machine.Failure>

    /// The number of values that may wait.
    @usableFromInline static var inboxLimit: Int { 64 }

    /// Enters the delivery lock, or leaves an event to the thread that is inside.
    ///
    /// - Returns: whether this thread was inside already; `nil` if it has left the event.
    @inlinable @inline(__always)
    func enterOrDeposit(_ event: _Event<Machine.Value, Machine.Failure>, for input: Int) -> Bool? {
        if let isNested = delivery.tryEnter() { return isNested }
        if mayLeave(event, of: input), deposit(event, for: input) { return nil }
        return delivery.enter()
    }

    /// Whether the thread inside may handle an event in this one's place.
    ///
    /// What is sent arrives where the inputs deliver: not on the thread that subscribes, and the end of the first input not on one
    /// that brings a signal. Those are inside for a moment only.
    @usableFromInline @inline(never)
    func mayLeave(_ event: _Event<Machine.Value, Machine.Failure>, of input: Int) -> Bool {
        if case .value = event, Machine.keepsNewestSignal { return true }
        return stateInOrder.contains(.started) && !(input == 0 && Machine.steers(1))
    }

    /// - Returns: `false` if too many values wait.
    @usableFromInline @inline(never)
    func deposit(_ event: _Event<Machine.Value, Machine.Failure>, for input: Int) -> Bool {
        let new = Deposit(event, input)
        var old: Deposit?
        lock.lock()
        if new.isValue, Machine.keepsNewestSignal,
            let place = inbox.firstIndex(where: { $0.isValue && $0.input == input })
        {
            old = inbox[place]
            inbox[place] = new
        } else if new.isValue, inbox.count >= Self.inboxLimit {
            lock.unlock()
            return false
        } else {
            inbox.append(new)
        }
        insert(.inbox)
        lock.unlock()
        // Released outside of the lock.
        withExtendedLifetime(old) {}
        lookBack()
        return true
    }

    /// Leaves the delivery lock.
    @usableFromInline
    func leave() {
        delivery.exit()
        if stateInOrder.contains(.inbox) { lookBack() }
    }

    /// Handles what has come for the thread inside the delivery lock, if none is inside any more. Each thread does so after it
    /// has left an event, and after it has left the lock, so one of the two finds it.
    @usableFromInline @inline(never)
    func lookBack() {
        while stateInOrder.contains(.inbox), let isNested = delivery.tryEnter() {
            if isNested {
                delivery.exit()
                return
            }
            _ = send(nil, for: Self.noInput, owing: .none, looksBack: false)
        }
        if isOver { releaseIfIdle() }
    }

    /// Tells the machine of the events that wait. For the thread inside the delivery lock.
    @usableFromInline @inline(never)
    func readInbox() {
        for deposit in takeInbox() where !isOver && !hasFailed {
            if let output = take(ask(deposit.event)).output { keep(output, from: deposit.input) }
        }
    }

    /// Releases the events that wait, when all is over.
    @usableFromInline @inline(never)
    func emptyInbox() { _ = takeInbox() }

    private func takeInbox() -> ContiguousArray<Deposit> {
        lock.lock()
        defer { lock.unlock() }
        let events = inbox
        inbox = []
        remove(.inbox)
        return events
    }
}

/// An event that waits for the thread inside the delivery lock.
@frozen @usableFromInline
struct _Deposit<Value, Failure: Error> {
    let event: _Event<Value, Failure>
    let input: Int

    init(_ event: _Event<Value, Failure>, _ input: Int) {
        self.event = event
        self.input = input
    }

    var isValue: Bool { if case .value = event { true } else { false } }
}
