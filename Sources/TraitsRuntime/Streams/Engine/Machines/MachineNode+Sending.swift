import Synchronization

// What goes downstream: for the thread inside the delivery lock, which each of the outer methods leaves.
extension _MachineNode {
    /// Does what the machine says, and leaves the delivery lock.
    ///
    /// - Returns: the further demand of the input.
    @inlinable @inline(never)
    func perform(_ action: Action, for input: Int, isNested: Bool) -> Subscribers.Demand {
        var (output, owed) = take(action)
        let isDeferred = isNested && Self.defersNested
        if let kept = output, isDeferred || !isRunning || !waiting.isEmpty || !affords() {
            keep(kept, from: input, isDeferred: isDeferred)
            output = nil
        }
        if isDeferred {
            delivery.exit()
            return owed
        }
        return send(output, for: input, owing: owed)
    }

    /// Decides on the end, if the machine says so.
    ///
    /// - Returns: what is to be sent, and what the input is asked for in place of what it has sent.
    @inlinable @inline(__always)
    func take(_ action: Action) -> (output: Machine.Output?, owed: Subscribers.Demand) {
        switch action {
        case .wait: return (nil, .none)
        case .skip: return (nil, Downstream._isUnlimited ? .none : .max(1))
        case .next(let next): return (next, .none)
        case .last(let last):
            decide(.finished)
            return (last, .none)
        case .finish: decide(.finished)
        case .fail(let error): decide(.failure(error))
        }
        return (nil, .none)
    }

    /// The first failure counts, and more than a finish that isn't sent yet.
    @inlinable
    func decide(_ completion: Completion) {
        if let ending, case .failure = ending { return }
        // One that only waits for downstream to return from a value has come, and stays.
        if isRunning && canEnd { return }
        ending = completion
        hasMore = true
    }

    /// Whether a failure has been decided on, which waits for nothing but the return of downstream.
    @inlinable
    var hasFailed: Bool { if case .failure = ending { true } else { false } }

    /// Whether nothing is left to do but to end.
    @inlinable
    var canEnd: Bool {
        switch ending {
        case nil: false
        case .failure: true
        case .finished: waiting.isEmpty
        }
    }

    /// Whether the outputs that wait have been paid for.
    @inlinable @inline(__always)
    static var keepsPaid: Bool { if case .isDropped = Machine.surplus { true } else { false } }

    /// Takes one from the demand.
    @inlinable @inline(__always)
    func affords() -> Bool { !Self.countsDemand || takeDemand() }

    /// Keeps an output that can't be sent yet. It is paid for when it is sent, unless others are dropped.
    @inlinable
    func keep(_ output: Machine.Output, from input: Int, isDeferred: Bool = false) {
        if Self.keepsPaid {
            // Downstream has asked for it from inside of an output, perhaps for one at a time: then none would follow.
            guard isDeferred, isRunning, requestedInside > .none, !hasUnlimitedDemand, affords() else {
                return
            }
            requestedInside -= 1
        }
        if _Fact<Machine.HoldsInputs>.holds {
            waiting.push(output, to: input, of: inputCount)
        } else {
            waiting.pushSeldom(output)
        }
        hasMore = true
    }

    /// Takes the next output that waits and is paid for. A failure comes before all of them, unless they have come before
    /// the failure and wait for nothing but the output that they have come inside of.
    @inlinable
    func next(_ turn: inout Int) -> (output: Machine.Output, queue: Int)? {
        if waiting.isEmpty || !Self.defersNested && hasFailed || !Self.keepsPaid && !affords() { return nil }
        return _Fact<Machine.HoldsInputs>.holds ? waiting.pop(&turn) : waiting.popSeldom().map { ($0, 0) }
    }

    @inlinable @inline(never)
    func sendRest() { _ = send(nil, for: Self.noInput, owing: .none) }

    /// Sends an output that is paid for, then what waits, as far as the demand goes, then the end; and leaves the
    /// delivery lock.
    ///
    /// - Parameter looksBack: whether to look for what has come meanwhile.
    /// - Returns: the further demand of the input.
    @inlinable
    func send(
        _ output: Machine.Output?, for input: Int, owing: Subscribers.Demand, looksBack: Bool = true
    ) -> Subscribers.Demand {
        let isOutermost = delivery.isOutermost()
        if isOutermost, state.contains(.inbox) { readInbox() }
        var ledger = _DemandLedger(isNested: !isOutermost)
        if Self.defersNested { sender = input }
        if let output {
            ledger.isAnswered = true
            note(downstream.receive(output), in: &ledger)
        }
        var freed = _FreedInputs()
        var turn = 0
        while isOutermost, isRunning, let (output, queue) = next(&turn) {
            note(downstream.receive(output), in: &ledger)
            if _Fact<Machine.HoldsInputs>.holds { freed.append(queue) }
        }
        ledger.owed = Self.keepsPaid ? owing : owing + requestedInside
        if Self.defersNested {
            requestedInside = .none
            sender = Self.noInput
        }
        if isRunning {
            if canEnd {
                if isOutermost { end() } else { stopInputs() }
                return .none
            }
            hasMore = ending != nil || !waiting.isEmpty
        }
        if isOver && isOutermost { release() }
        delivery.exit()
        let demand = Downstream._asksForAll ? .none : settle(ledger, for: input, freed)
        // Something has come while this thread was inside, or while it was leaving.
        if looksBack, !stateInOrder.isDisjoint(with: [.over, .inbox]) { lookBack() }
        return demand
    }

    // MARK: Demand

    /// Whether the inputs run freely.
    @inlinable @inline(__always)
    var isUnlimited: Bool { Downstream._isUnlimited || hasUnlimitedDemand }

    /// Notes what downstream returned.
    @inlinable @inline(__always)
    func note(_ demand: Subscribers.Demand, in ledger: inout _DemandLedger) {
        if Downstream._isUnlimited || demand == .none { return }
        ledger.returned += demand
        if Self.countsDemand, addDemand(demand) != .max, demand == .unlimited || isUnlimited {
            ledger.isUnlimitedNow = true
        }
    }

    /// Asks the inputs for what has become due, outside the delivery lock.
    ///
    /// - Returns: what the input gets as its own return value.
    @inlinable
    func settle(
        _ ledger: _DemandLedger, for input: Int, _ freed: _FreedInputs
    ) -> Subscribers.Demand {
        var owed = ledger.owed
        switch Machine.surplus {
        case .isSent: return owed + ledger.returned
        case .isDropped, .isSentForAll:
            if ledger.returned > .none { requestInputs(ledger.returned, except: input) }
            owed += ledger.returned
        case .holdsInput:
            if ledger.isUnlimitedNow {
                if ledger.isAnswered { owed = .unlimited }
                requestInputs(.unlimited, except: ledger.isAnswered ? input : Self.noInput)
                insert(.released)
            } else {
                // Also while another thread is about to ask for everything: what the input sends until then would be lost.
                let isAsked = isUnlimited && (ledger.isNested || stateInOrder.contains(.released))
                if ledger.isAnswered && !isAsked { owed = .max(1) }
                if !isUnlimited { freed.request(of: self) }
            }
        }
        if _Fact<Machine.HoldsInputs>.holds { mailbox.drain(in: flag, for: delivery) { sendRest() } }
        return isOver ? .none : owed
    }

    @inlinable @inline(__always)
    var mailbox: _Mailbox { _Mailbox(bit: State.mailbox.rawValue) }

    /// What waits may be affordable now: the thread that delivers is to look, or this one if there is none.
    @inlinable
    func lookAgain() { mailbox.enqueue(in: flag, for: delivery) { sendRest() } }

    // MARK: The end

    /// From inside of a value, the end is left to the call that sends that: the end follows the value. No input is to run
    /// for it, as in Combine. Leaves the delivery lock.
    @inlinable @inline(never)
    func stopInputs() {
        delivery.exit()
        cancelInputs()
    }

    /// Ends all, and leaves the delivery lock.
    @inlinable
    func end() {
        let completion = ending ?? .finished
        let isFirst = close()
        release()
        leave()
        guard isFirst else { return }
        cancelInputs()
        // Nobody sends any more: to be the one that has closed the node is enough.
        downstream.receive(completion: completion)
    }

    /// Finishes, since there is nothing to wait for.
    @inlinable
    func finish() {
        if Self.parks { stopParking() }
        let isNested = delivery.enter()
        _ = perform(.finish, for: Self.noInput, isNested: isNested)
    }

    /// Releases what is kept. For the owner of the delivery lock, once all is over.
    @inlinable
    func release() {
        machine = initial
        waiting = _WaitingOutputs()
        ending = nil
        if state.contains(.inbox) { emptyInbox() }
    }

    @inlinable
    func releaseIfIdle() {
        while let isNested = delivery.tryEnter() {
            if !isNested { release() }
            delivery.exit()
            if isNested || !stateInOrder.contains(.inbox) { return }
        }
    }
}

/// The inputs that were held until what they had sent was sent on, each as often as that.
// Clients don't compile its array.
@frozen @usableFromInline
struct _FreedInputs {
    /// Mostly there is one, so that it takes no memory of its own.
    @usableFromInline var first: Int?
    @usableFromInline var others: ContiguousArray<Int>?

    @inlinable @inline(__always) init() {}

    @usableFromInline
    mutating func append(_ input: Int) {
        if first == nil {
            first = input
        } else if others == nil {
            others = [input]
        } else {
            others!.append(input)
        }
    }

    /// Asks each for its next value.
    @usableFromInline
    func request(of node: _InputsNode) {
        if let first { node.request(.max(1), of: first) }
        for input in others ?? [] { node.request(.max(1), of: input) }
    }
}

/// What has to be asked of inputs for what was sent during one stay in the delivery lock.
@frozen @usableFromInline
struct _DemandLedger {
    /// What downstream returned.
    @usableFromInline var returned = Subscribers.Demand.none
    /// What the input that has sent is to get in any case.
    @usableFromInline var owed = Subscribers.Demand.none
    /// Whether downstream has turned to wanting everything.
    @usableFromInline var isUnlimitedNow = false
    /// Whether the value of the input that has sent was sent on.
    @usableFromInline var isAnswered = false

    /// Whether this is done inside of an output.
    @usableFromInline let isNested: Bool

    @inlinable @inline(__always) init(isNested: Bool) { self.isNested = isNested }
}
