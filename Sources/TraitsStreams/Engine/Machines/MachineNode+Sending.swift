import Synchronization

// Sending to downstream, for the thread inside the delivery lock. Each of the outer methods leaves the lock.
extension _MachineNode {
    /// Performs a machine's step, and leaves the delivery lock.
    ///
    /// - Returns: the further demand of the input.
    @inlinable @inline(never)
    func perform(_ step: Step, for input: Int, isNested: Bool) -> Subscribers.Demand {
        let (output, owed) = take(step, for: input)
        return handOver(output, for: input, owing: owed, isNested: isNested)
    }

    /// Sends an output, or keeps it if it can't be sent yet, and leaves the delivery lock.
    ///
    /// - Returns: the further demand of the input.
    @inlinable @inline(never)
    func handOver(
        _ output: Machine.Output?, for input: Int, owing owed: Subscribers.Demand, isNested: Bool,
        looksBack: Bool = true
    ) -> Subscribers.Demand {
        var output = output
        let isDeferred = isNested && Self.defersNested
        if let kept = output, isDeferred || !isRunning || !waiting.isEmpty || !affords() {
            keep(kept, from: input, isDeferred: isDeferred)
            output = nil
        }
        if isDeferred {
            delivery.exit()
            return owed
        }
        return send(output, for: input, owing: owed, looksBack: looksBack)
    }

    /// Notes the end, if the step contains one.
    ///
    /// - Parameter step: `nil` if the machine hasn't been asked.
    /// - Returns: the output to send, and the demand that replaces a skipped value of the input.
    @inlinable @inline(__always)
    func take(_ step: Step?, for input: Int) -> (output: Machine.Output?, owed: Subscribers.Demand) {
        switch step {
        case nil: break
        case .skip:
            return (nil, Machine.replacesSkipped(input) && !Downstream._isUnlimited ? .max(1) : .none)
        case .next(let next): return (next, .none)
        case .last(let last):
            decide(.finished)
            return (last, .none)
        case .finish: decide(.finished)
        case .fail(let error): decide(.failed(_Cell(error)))
        }
        return (nil, .none)
    }

    /// Notes the end. The first failure counts, and takes precedence over a finish that waits for outputs.
    @inlinable
    func decide(_ end: _MachineEnd) {
        // An end that only waits for downstream, to return from a value or to get its subscription, stays.
        if canEnd { return }
        ending = end
        hasMore = true
    }

    /// Indicates whether a failure has been noted. It waits only for downstream to return.
    @inlinable
    var hasFailed: Bool { if case .failed = ending { true } else { false } }

    /// Indicates whether an end has been noted and need not wait for outputs.
    @inlinable
    var canEnd: Bool {
        switch ending {
        case .none: false
        case .failed: true
        case .finished: waiting.isEmpty
        }
    }

    /// Indicates whether demand has already been taken for the waiting outputs.
    @inlinable @inline(__always)
    static var keepsPaid: Bool { if case .isDropped = Machine.surplus { true } else { false } }

    /// Takes demand for one output, if demand is counted.
    @inlinable @inline(__always)
    func affords() -> Bool { !Self.countsDemand || takeDemand() }

    /// Keeps an output that can't be sent yet. Its demand is taken when it is sent, or here if the surplus is dropped.
    @inlinable
    func keep(_ output: Machine.Output, from input: Int, isDeferred: Bool = false) {
        if Self.keepsPaid {
            if isDeferred {
                // Only an output that downstream has requested from inside another output is kept: a downstream that requests
                // one value at a time would get no further value otherwise.
                guard isRunning, requestedInside > .none, !hasUnlimitedDemand, affords() else { return }
                requestedInside -= 1
            } else {
                // It has its turn after the outputs that wait.
                guard isRunning, !waiting.isEmpty, affords() else { return }
            }
        }
        if _Fact<Machine._HoldsInputs>.holds {
            waiting.push(output, to: input, of: inputCount)
        } else {
            waiting.pushSeldom(output)
        }
        hasMore = true
    }

    /// Takes the next waiting output if there is demand for it. A failure precedes all waiting outputs, unless they came before
    /// the failure and only wait for the output that they came inside of.
    @inlinable
    func next(_ turn: inout Int) -> (output: Machine.Output, queue: Int)? {
        if waiting.isEmpty || !Self.defersNested && hasFailed || !Self.keepsPaid && !affords() { return nil }
        return _Fact<Machine._HoldsInputs>.holds ? waiting.pop(&turn) : waiting.popSeldom().map { ($0, 0) }
    }

    @inlinable @inline(never)
    func sendRest() { _ = send(nil, for: Self.noInput, owing: .none) }

    /// Sends an output for which demand was taken, then waiting outputs within the demand, then the end; and leaves the
    /// delivery lock.
    ///
    /// - Parameter looksBack: whether to handle the events that come into the inbox meanwhile.
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
            if _Fact<Machine._HoldsInputs>.holds { freed.append(queue) }
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
            hasMore = ending.isNoted || !waiting.isEmpty
        }
        if isOver && isOutermost { release() }
        delivery.exit()
        let demand = Downstream._asksForAll ? .none : settle(ledger, for: input, freed)
        // An event or the end has come while this thread was inside, or while it was leaving.
        if looksBack, stateInOrder.contains(anyOf: .over, .inbox) { lookBack() }
        return demand
    }

    // MARK: Demand

    /// Indicates whether the inputs run with unlimited demand.
    @inlinable @inline(__always)
    var isUnlimited: Bool { Downstream._isUnlimited || hasUnlimitedDemand }

    /// Notes the demand that downstream returned.
    @inlinable @inline(__always)
    func note(_ demand: Subscribers.Demand, in ledger: inout _DemandLedger) {
        if Downstream._isUnlimited || demand == .none { return }
        ledger.returned += demand
        if Self.countsDemand, addDemand(demand) != .max, demand == .unlimited || isUnlimited {
            ledger.isUnlimitedNow = true
        }
    }

    /// Makes the requests to the inputs that have become due, outside the delivery lock.
    ///
    /// - Returns: the demand to return to the input.
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
                // The input is asked also while another thread is about to request unlimited demand: until then its values
                // would be lost.
                let isAsked = isUnlimited && (ledger.isNested || stateInOrder.contains(.released))
                if ledger.isAnswered && !isAsked { owed = .max(1) }
                if !isUnlimited { freed.request(of: self) }
            }
        }
        if _Fact<Machine._HoldsInputs>.holds { mailbox.drain(in: flag, for: delivery) { sendRest() } }
        return isOver ? .none : owed
    }

    @inlinable @inline(__always)
    var mailbox: _Mailbox { _Mailbox(bit: State.mailbox.rawValue) }

    /// Has the waiting outputs sent if there is demand for them now: by the delivering thread, or by this one if there is none.
    @inlinable
    func lookAgain() { mailbox.enqueue(in: flag, for: delivery) { sendRest() } }

    // MARK: The end

    /// Cancels the inputs when the node ends inside a value, as in Combine, and leaves the delivery lock. The call that sends
    /// the value sends the end after it.
    @inlinable @inline(never)
    func stopInputs() {
        delivery.exit()
        cancelInputs()
    }

    /// Ends the node, and leaves the delivery lock.
    @inlinable
    func end() {
        let end = ending
        let isFirst = close()
        release()
        leave()
        guard isFirst else { return }
        cancelInputs()
        // No other thread sends any more, because this call has closed the node.
        downstream.receive(completion: end.completion())
    }

    /// Finishes without waiting for an event.
    @inlinable
    func finish() {
        if Self.parks { stopParking() }
        let isNested = delivery.enter()
        _ = perform(.finish, for: Self.noInput, isNested: isNested)
    }

    /// Releases the machine's state, waiting outputs and events. For the owner of the delivery lock, when the node is over.
    @inlinable
    func release() {
        _replace(&machine, with: nil)
        _replace(&waiting, with: _WaitingOutputs())
        _replace(&ending, with: .none)
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

/// The end that a machine has asked for.
// It isn't generic: to destroy a generic part, a class's `deinit` looks up its type.
@frozen @usableFromInline
enum _MachineEnd {
    case none
    case finished
    /// The failure is in a cell.
    case failed(AnyObject)

    @inlinable @inline(__always)
    var isNoted: Bool { if case .none = self { false } else { true } }

    /// Returns the completion to send. The failure is of the machine's type.
    @inlinable
    func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
        guard case .failed(let cell) = self else { return .finished }
        return .failure(_unsafeUncheckedDowncast(cell, to: _Cell<Failure>.self).value)
    }
}

/// The inputs whose held values have been sent, each once for each value.
// Clients don't compile its array.
@frozen @usableFromInline
struct _FreedInputs {
    /// The first input. Usually it is the only one, and needs no memory of its own.
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

    /// Asks each input for its next value.
    @usableFromInline
    func request(of node: _InputsNode) {
        if let first { node.request(.max(1), of: first) }
        for input in others ?? [] { node.request(.max(1), of: input) }
    }
}

/// The demand that inputs are owed for the outputs that were sent during one stay in the delivery lock.
@frozen @usableFromInline
struct _DemandLedger {
    /// The demand that downstream returned.
    @usableFromInline var returned = Subscribers.Demand.none
    /// The demand that the sending input gets in any case.
    @usableFromInline var owed = Subscribers.Demand.none
    /// Indicates whether downstream's demand has become unlimited.
    @usableFromInline var isUnlimitedNow = false
    /// Indicates whether the sending input's value led to an output.
    @usableFromInline var isAnswered = false

    /// Indicates whether this stay is inside another output.
    @usableFromInline let isNested: Bool

    @inlinable @inline(__always) init(isNested: Bool) { self.isNested = isNested }
}
