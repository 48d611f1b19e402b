import Synchronization

// The way of an event from an input to the machine.
extension _MachineNode {
    @usableFromInline typealias Deposit = _Deposit<Machine._Value, Machine.Failure>

    @inlinable @inline(__always)
    func receive<Port: _Port>(_ value: Port.Value, from port: Port) -> Subscribers.Demand
    where Port.Values == Machine._Value {
        if isOver { return .none }  // without waiting for the delivery lock
        switch Machine.rule(of: port.index) {
        case .asDownstream, .unlimited: break
        case .once(let heedsEarly):
            guard heedsEarly || isConnected(port.index) else { return .none }
        case .competes: guard wins(port.index) else { return .none }
        }
        if Self.parks, stateInOrder.contains(.parked),
            let demand = handleParked(.value(port.wrap(value)), for: port.index)
        {
            return demand
        }
        let isNested: Bool
        if Machine.mayLeave(port.index) {
            if isStartedElsewhere {
                handleBeforeStart(port.wrap(value), from: port.index)
                return .none
            }
            guard let isInside = enterOrDeposit(.value(port.wrap(value)), for: port.index) else {
                return .none
            }
            isNested = isInside
        } else {
            isNested = delivery.enter()
        }
        // The usual case: demand isn't counted and nothing waits, so the output goes straight downstream.
        if Self.answersInput && isRunningAlone && !hasMore && !(isNested && Self.defersNested) {
            var demand = Subscribers.Demand.none
            switch ask(.value(port.wrap(value)), for: port.index) {
            case nil: break
            case .skip: if Machine.replacesSkipped(port.index) { demand = .max(1) }
            case .next(let output): demand = downstream.receive(output)
            case let step?: return perform(step, for: port.index, isNested: isNested)
            }
            if Self.defersNested {
                if hasMore { return send(nil, for: port.index, owing: .none) }
                delivery.exitOutermost()
            } else {
                // An end that was noted inside the value follows it.
                if hasMore && !isNested { return send(nil, for: port.index, owing: demand) }
                delivery.exit()
            }
            // An event or the end has come while this thread was inside, or while it was leaving.
            if stateInOrder.contains(anyOf: .over, .inbox) { lookBack() }
            return Downstream._isUnlimited ? .none : demand
        }
        return receiveCounted(port.wrap(value), for: port.index, isNested: isNested)
    }

    @inlinable @inline(never)
    func receiveCounted(_ value: Machine._Value, for input: Int, isNested: Bool) -> Subscribers.Demand {
        handle(.value(value), for: input, isNested: isNested)
    }

    @inlinable
    func receive(completion: Completion, from input: Int) {
        if case .competes = Machine.rule(of: input), !wins(input) { return }
        // Downstream has no subscription and won't get one, so it can't be completed.
        if case .with(input) = Machine.attachment, !state.contains(.attached) {
            if close() { cancelInputs() }
            return
        }
        var keepsInput = false
        if Machine._cancelsFailed, case .failure = completion { keepsInput = true }
        guard disconnect(input, keeping: keepsInput) else { return }
        if case .last = Machine.attachment, !state.contains(.attached) {
            return handleBeforeStart(completion, from: input)
        }
        if Self.parks, stateInOrder.contains(.parked),
            handleParked(.end(completion), for: input) != nil
        {
            return
        }
        guard let isNested = enterOrDeposit(.end(completion), for: input) else { return }
        _ = handle(.end(completion), for: input, isNested: isNested)
    }

    /// Makes an input the winner, unless another input has sent something before, and cancels the others.
    ///
    /// - Returns: whether the input has won and the node isn't over.
    @inlinable
    func wins(_ input: Int) -> Bool {
        if winner == input { return !isOver }
        guard !isOver, becomesWinner(input) else { return false }
        cancelInputs(but: input)
        return !isOver
    }

    /// Indicates whether subscribing to further inputs is pointless, because an input has won.
    @inlinable
    package var isDecided: Bool {
        if case .raced = Machine._demand { isOver || winner != nil } else { false }
    }

    // MARK: While nothing has been asked for

    /// Indicates whether a node may park: its surplus holds its inputs, and its downstream counts demand.
    @_transparent @usableFromInline
    static var parks: Bool {
        _Fact<Machine._HoldsInputs>.holds && !Downstream._asksForAll
    }

    /// Handles an event of an input, if the node is parked.
    ///
    /// - Returns: the further demand of the input; `nil` if the node isn't parked any more.
    @inlinable @inline(never)
    func handleParked(_ event: Event, for input: Int) -> Subscribers.Demand? {
        lock.lock()
        guard state.contains(.parked), !isOver else {
            lock.unlock()
            return nil
        }
        let (output, owed) = take(ask(event, for: input), for: input)
        if let output { keep(output, from: input) }
        // An end without waiting outputs needs no request.
        let canEnd = canEnd
        if canEnd { remove(.parked) }
        lock.unlock()
        if canEnd {
            delivery.enter()
            sendRest()
        }
        return owed
    }

    // MARK: While another thread is inside
    //
    // Events that need no delivery of their own: the end of an input, and a value that steers or is stored. While another thread
    // is inside the delivery lock, the thread that brings such an event leaves it in the inbox, and goes on. The thread inside
    // handles it after its return from downstream, before any later event.

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
        lock.lock()
        var isNewestAlone = false
        if case .newest = Machine._signals { isNewestAlone = true }
        let (isAdded, old) = inbox.add(Deposit(event, input), isNewestAlone: isNewestAlone)
        if isAdded { insert(.inbox) }
        lock.unlock()
        // Released outside the lock.
        withExtendedLifetime(old) {}
        if isAdded { lookBack() }
        return isAdded
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
        inbox.events.insert(contentsOf: deposits, at: first ? 0 : inbox.events.endIndex)
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
        let first = inbox.takePostponed()
        if inbox.events.isEmpty { remove(.inbox) }
        return first
    }

    /// Releases the waiting events when the node is over.
    @usableFromInline @inline(never)
    func emptyInbox() { _ = takeInbox() }

    private func takeInbox() -> ContiguousArray<Deposit> {
        lock.lock()
        defer { lock.unlock() }
        remove(.inbox)
        return inbox.takeAll()
    }

    // MARK: The machine

    /// Passes an event to the machine, outside the usual case, and performs the returned step.
    // Not inlined: the machine's code for values and ends would be duplicated.
    @inlinable @inline(never)
    func handle(
        _ event: Event, for input: Int, isNested: Bool, looksBack: Bool = true
    ) -> Subscribers.Demand {
        if state.contains(.inbox) {
            readInbox()
            if !isNested, waitsForOutputs(event, of: input) {
                return send(nil, for: input, owing: .none, looksBack: looksBack)
            }
        }
        // The step goes no further as a whole: a large one would be destroyed through its type.
        let (output, owed) = take(isOver || hasFailed ? nil : ask(event, for: input), for: input)
        return handOver(output, for: input, owing: owed, isNested: isNested, looksBack: looksBack)
    }

    /// Asks the machine for its step.
    ///
    /// - Returns: `nil` if the machine is changing, and is asked afterwards.
    @inlinable @inline(__always)
    func ask(_ event: Event, for input: Int) -> Step? {
        if case .own = Machine._code { return change(event, for: input) }
        if _isPOD(Machine.self) { return change(event, for: input) }
        // The `deinit` of a replaced value may send to this node. The machine may not be called inside its own change, and no
        // copy of it may be alive meanwhile: its arrays would be copied at each change.
        if isChanging {
            postpone(event, for: input)
            return nil
        }
        isChanging = true
        defer { isChanging = false }
        return changeApart(event, for: input)
    }

    /// Passes an event to the machine. Not inlined: the optimizer could release a replaced value before ``isChanging`` is set.
    @inlinable @inline(never)
    func changeApart(_ event: Event, for input: Int) -> Step { change(event, for: input) }

    /// Passes an event to the machine.
    @inlinable @inline(__always)
    func change(_ event: Event, for input: Int) -> Step {
        switch event {
        case .value(let value):
            let step = machine!._receive(value, from: input)
            if Machine.answersFirst && input != 0 { step.refuseValue(of: Machine.name) }
            return step
        case .end(let completion):
            running -= 1
            let step = machine!._receive(completion: completion, from: input)
            if Machine.answersFirst { step.refuseValue(of: Machine.name) }
            if running > 0 { return step }
            switch step {
            case .skip: return .finish
            case .next(let output): return .last(output)
            case .last, .finish, .fail: return step
            }
        }
    }
}
