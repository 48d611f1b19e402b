// Events that need no delivery of their own: the end of an input, and a value that steers or is stored. While another thread
// is inside the delivery lock, the thread that brings such an event leaves it in the inbox, and goes on. The thread inside
// handles it after its return from downstream, before any later event.
//
// The number of values is limited, so that a long delivery doesn't let other threads fill the memory.
extension _MachineNode {
    @usableFromInline typealias Deposit = _Deposit<Machine._Value, Machine.Failure>

    /// The number of events in the inbox from which on no further value may wait.
    @usableFromInline static var inboxLimit: Int { 64 }

    /// Enters the delivery lock, or leaves an event to the thread inside.
    ///
    /// - Returns: whether this thread was inside already; `nil` if it has left the event in the inbox.
    @inlinable @inline(__always)
    func enterOrDeposit(_ event: Event, for input: Int) -> Bool? {
        if let isNested = delivery.tryEnter() { return isNested }
        if mayLeave(event, of: input), deposit(event, for: input) { return nil }
        return delivery.enter()
    }

    /// Returns whether the thread inside may handle an event in place of this thread.
    ///
    /// Downstream must get events on a thread on which an input delivers. So the subscribing thread may not handle it, and a
    /// thread that brings a signal may not handle the end of the first input. Both are inside for a moment only.
    @usableFromInline @inline(never)
    func mayLeave(_ event: Event, of input: Int) -> Bool {
        if case .value = event, case .newest = Machine._signals { return true }
        return stateInOrder.contains(.started) && (input != 0 || Machine.mayLeave(0) || !Machine.mayLeave(1))
    }

    /// Puts an event into the inbox.
    ///
    /// - Returns: `false` if too many events wait.
    @usableFromInline @inline(never)
    func deposit(_ event: Event, for input: Int) -> Bool {
        let new = Deposit(event, input)
        var old: Deposit?
        lock.lock()
        if new.isValue, case .newest = Machine._signals,
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
        // Released outside the lock.
        withExtendedLifetime(old) {}
        lookBack()
        return true
    }

    /// Leaves the delivery lock, and handles the events in the inbox.
    @usableFromInline
    func leave() {
        delivery.exit()
        if stateInOrder.contains(.inbox) { lookBack() }
    }

    /// Handles the events in the inbox, if no thread is inside the delivery lock any more. Each thread calls this after it has
    /// left an event, and after it has left the lock, so one of the two threads finds the event.
    @usableFromInline @inline(never)
    func lookBack() {
        while stateInOrder.contains(.inbox), let isNested = delivery.tryEnter() {
            if isNested {
                delivery.exit()
                return
            }
            if let event = takePostponed() {
                let demand = handle(event.event, for: event.input, isNested: false, looksBack: false)
                if demand > .none { request(demand, of: event.input) }
            } else {
                _ = send(nil, for: Self.noInput, owing: .none, looksBack: false)
            }
        }
        if isOver { releaseIfIdle() }
    }

    /// Passes the waiting events to the machine, up to a failure that outputs have to be sent before. For the thread inside the
    /// delivery lock.
    @usableFromInline @inline(never)
    func readInbox() {
        let deposits = takeInbox()
        for (index, deposit) in deposits.enumerated() where !isOver && !hasFailed {
            if deposit.isPostponed || deposit.isFailure && hasOutputsToSend {
                return put(deposits[index...], first: true)
            }
            guard let output = take(ask(deposit.event, for: deposit.input), for: deposit.input).output else {
                continue
            }
            // A surplus is dropped, as it would be on the other thread.
            if !Self.keepsPaid {
                keep(output, from: deposit.input)
            } else if isRunning, affords() {
                waiting.pushSeldom(output)
                hasMore = true
            }
        }
    }

    /// Leaves a failure in the inbox, if outputs of earlier events have to be sent before it: a failure is sent before all
    /// outputs that wait for demand, but these wait for none.
    ///
    /// - Returns: whether the failure waits. The thread inside sends the outputs, and then looks into the inbox.
    @usableFromInline @inline(never)
    func waitsForOutputs(_ event: Event, of input: Int) -> Bool {
        let deposit = Deposit(event, input)
        guard deposit.isFailure, hasOutputsToSend else { return false }
        put([deposit], first: false)
        return true
    }

    /// Indicates whether an output waits that can be sent now.
    private var hasOutputsToSend: Bool {
        isRunning && !waiting.isEmpty && (Self.keepsPaid || !Self.countsDemand || demandCount > 0)
    }

    /// Puts events into the inbox, before those that wait there or behind them.
    private func put(_ deposits: ContiguousArray<Deposit>.SubSequence, first: Bool) {
        lock.lock()
        inbox.insert(contentsOf: deposits, at: first ? 0 : inbox.endIndex)
        insert(.inbox)
        lock.unlock()
    }

    /// Leaves an event that comes while the machine is changing until the machine's answer has been performed. Then it is handled
    /// as if it came.
    @usableFromInline @inline(never)
    func postpone(_ event: Event, for input: Int) {
        put([Deposit(event, input, isPostponed: true)], first: false)
    }

    /// Takes the first event of the inbox, if it has been postponed. For the thread inside the delivery lock.
    private func takePostponed() -> Deposit? {
        if case .own = Machine._code { return nil }
        lock.lock()
        defer { lock.unlock() }
        guard let first = inbox.first, first.isPostponed else { return nil }
        inbox.removeFirst()
        if inbox.isEmpty { remove(.inbox) }
        return first
    }

    /// Releases the waiting events when the node is over.
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
    /// Indicates whether the event came while the machine was changing, on the thread that changed it.
    let isPostponed: Bool

    init(_ event: _Event<Value, Failure>, _ input: Int, isPostponed: Bool = false) {
        self.event = event
        self.input = input
        self.isPostponed = isPostponed
    }

    var isValue: Bool { if case .value = event { true } else { false } }
    var isFailure: Bool { if case .end(.failure) = event { true } else { false } }
}
