import Synchronization

/// The node that runs a ``_Machine``: it tells the machine of one event at a time, and does what that says.
///
/// The machine and what it wants to be sent belong to the delivery lock. Inputs are cancelled, and downstream told
/// of the end, after the lock has been left.
@usableFromInline
final class _MachineNode<Machine: _Machine, Downstream: Subscriber>: _InputsNode, _OperatorNode, _DemandNode
where Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure {
    @usableFromInline typealias Action = _Action<Machine.Output, Machine.Failure>
    @usableFromInline typealias Completion = Subscribers.Completion<Machine.Failure>

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var machine: Machine
    /// The machine as it was, which holds no values yet: it takes the place of the other when all is over.
    @usableFromInline let initial: Machine
    @usableFromInline let inputCount: Int

    @usableFromInline @exclusivity(unchecked) var waiting = _WaitingOutputs<Machine.Output>()
    /// The end, if the machine has decided on one that isn't sent yet.
    @usableFromInline @exclusivity(unchecked) var ending: Completion?
    /// Whether there is something in `waiting` or `ending`: one test for each value covers both.
    @usableFromInline @exclusivity(unchecked) var hasMore = false
    /// The events that wait, under `lock`.
    @usableFromInline @exclusivity(unchecked) var inbox:
        ContiguousArray<_Deposit<Machine.Value, Machine.Failure>> = []
    /// The input whose value is being handled; and what downstream has requested meanwhile, which that input gets as its own
    /// return value, or which pays for outputs that are made meanwhile.
    @usableFromInline @exclusivity(unchecked) var sender = _InputsNode.noInput
    @usableFromInline @exclusivity(unchecked) var requestedInside = Subscribers.Demand.none
    /// The thread that gives downstream its subscription after the inputs have theirs: at first the one that subscribes.
    /// Changes inside the delivery lock.
    @usableFromInline @exclusivity(unchecked) var starter: UInt = 0

    @inlinable
    init(_ machine: Machine, _ downstream: Downstream, inputs: Int) {
        self.downstream = downstream
        self.machine = machine
        initial = machine
        inputCount = inputs
        super.init(inputs, _handled(by: _MachineNode<Machine, Downstream>.self))
    }

    @usableFromInline override var description: String { Machine.name }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { Machine.acceptsZeroDemand }

    /// Whether values that come from inside an output are handled after it.
    @inlinable @inline(__always)
    static var defersNested: Bool { if case .last = Machine.attachment { true } else { false } }

    @inlinable @inline(__always)
    static var countsDemand: Bool {
        switch Machine.surplus {
        case .isSent, .isSentForAll: false
        case .isDropped, .holdsInput: !Downstream._isUnlimited
        }
    }

    /// Whether what downstream returns for a value is for nobody, or for the input that has sent alone.
    @inlinable @inline(__always)
    static var answersInput: Bool {
        if case .isSent = Machine.surplus { true } else { Downstream._isUnlimited }
    }

    // MARK: The start

    /// Subscribes to the inputs with a closure, and hands downstream its subscription before or after that.
    @inlinable @inline(__always)
    func run(_ subscribe: (_MachineNode<Machine, Downstream>) -> Void) {
        if case .first = Machine.attachment { start() }
        if case .last = Machine.attachment { starter = _threadIdentity() }
        subscribe(self)
        if case .last = Machine.attachment { startLast() }
        insert(.started)
    }

    /// The subscriber of an input.
    @inlinable @inline(__always)
    func input<Port: _Port>(_ port: Port) -> _MachineInput<Port, Machine, Downstream>
    where Port.Values == Machine.Value {
        _MachineInput(node: self, port: port)
    }

    /// Hands downstream its subscription. As a delivery, so that an end from another thread comes after it.
    @inlinable
    func start() {
        delivery.enter()
        attach()
        downstream._receive(node: self)
        if Downstream._isUnlimited && !hasMore { leave() } else { sendRest() }
        if Self.parks { park() }
    }

    @inlinable
    func startLast() {
        delivery.enter()
        let (hasEnded, isFirst) = (canEnd, takesStart())
        leave()
        if isFirst { hand(hasEnded) }
    }

    /// Gives downstream its subscription after the inputs have theirs, or in place of that.
    @inlinable
    func hand(_ hasEnded: Bool) {
        // Downstream can't be told yet, but needs no input to run for it.
        if hasEnded { cancelInputs() }
        downstream._receive(node: self)
        attach()
        delivery.enter()
        sendRest()
    }

    /// Handles an end that comes before downstream has its subscription.
    ///
    /// The end is to arrive where the input sends it, and no thread is to wait while another one subscribes to an input. So
    /// if another thread is subscribing, and nothing is left to be sent but this end, downstream gets its subscription here
    /// too.
    @inlinable @inline(never)
    func handleBeforeStart(_ completion: Completion, from input: Int) {
        let isNested = delivery.enter()
        let me = _threadIdentity()
        if starter == me || isOver {
            _ = handle(.end(input, completion), for: input, isNested: isNested)
        } else if state.contains(.handed) {
            let starter = starter
            leave()
            let isGuest = waitForAttachment(by: starter)
            if isGuest { attach() }
            let isNested = delivery.enter()
            _ = handle(.end(input, completion), for: input, isNested: isNested)
            if isGuest { _StartGate.leave() }
        } else {
            if let output = take(ask(.end(input, completion))).output { keep(output, from: input) }
            let isHere = canEnd && takesStart()
            if isHere { starter = me }
            leave()
            if isHere { hand(true) }
        }
    }

    @inlinable
    func connected(_ node: _Node, _ input: Int) {
        switch Machine.rule(of: input) {
        case .once: connect(node, input, asking: .max(1))
        case .unlimited: connect(node, input, asking: .unlimited)
        case .asDownstream, .competes:
            guard connect(node, input) else { return }
            // One that isn't held has been asked by `connect` for what there is to ask for.
            if _Fact<Machine.HoldsInputs>.holds, !isUnlimited { node.request(.max(1)) }
            if case .with(let first) = Machine.attachment, first == input { start() }
        }
    }

    // MARK: From upstream

    @inlinable @inline(__always)
    func receive<Port: _Port>(_ value: Port.Value, from port: Port) -> Subscribers.Demand
    where Port.Values == Machine.Value {
        if isOver { return .none }  // and so waits for nobody
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
        if Machine.steers(port.index) {
            guard let isInside = enterOrDeposit(.value(port.wrap(value)), for: port.index) else {
                return .none
            }
            isNested = isInside
        } else {
            isNested = delivery.enter()
        }
        // The usual case of a downstream that need not be counted for: as nothing waits, it gets what the machine says.
        if Self.answersInput && isRunningAlone && !hasMore && !(isNested && Self.defersNested) {
            var demand = Subscribers.Demand.none
            switch ask(.value(port.wrap(value))) {
            case .wait: break
            case .skip: demand = .max(1)
            case .next(let output): demand = downstream.receive(output)
            case let action: return perform(action, for: port.index, isNested: isNested)
            }
            if Self.defersNested {
                if hasMore { return send(nil, for: port.index, owing: .none) }
                delivery.exitOutermost()
            } else {
                // What has been decided inside of the value follows it.
                if hasMore && !isNested { return send(nil, for: port.index, owing: demand) }
                delivery.exit()
            }
            // Something has come while this thread was inside, or while it was leaving.
            if !stateInOrder.isDisjoint(with: [.over, .inbox]) { lookBack() }
            return Downstream._isUnlimited ? .none : demand
        }
        return receiveCounted(port.wrap(value), for: port.index, isNested: isNested)
    }

    @inlinable @inline(never)
    func receiveCounted(_ value: Machine.Value, for input: Int, isNested: Bool) -> Subscribers.Demand {
        // It may not have been so before the wait.
        handle(.value(value), for: input, isNested: isNested)
    }

    /// Tells the machine of an event, outside of the usual case, and does what it says.
    // Not inlined: all that a machine does for values and ends would be there twice.
    @inlinable @inline(never)
    func handle(
        _ event: _Event<Machine.Value, Machine.Failure>, for input: Int, isNested: Bool
    ) -> Subscribers.Demand {
        if state.contains(.inbox) { readInbox() }
        return perform(isOver || hasFailed ? .wait : ask(event), for: input, isNested: isNested)
    }

    /// Asks the machine. One without a state lies where the next property does, and is asked as a copy, which is the same
    /// to it: so that nobody reports a write there that isn't.
    @inlinable @inline(__always)
    func ask(_ event: _Event<Machine.Value, Machine.Failure>) -> Action {
        if MemoryLayout<Machine>.size == 0 {
            var machine = machine
            return machine.on(event)
        }
        if Machine.replacesValues, !_isPOD(Machine.self) {
            // A value's `deinit` may send to this node: the machine is asked again when it has changed, and not before.
            let before = machine
            defer { withExtendedLifetime(before) {} }
            return machine.on(event)
        }
        return machine.on(event)
    }

    @inlinable
    func receive(completion: Completion, from input: Int) {
        if case .competes = Machine.rule(of: input), !wins(input) { return }
        // Without the subscription that downstream would have got, there is no downstream to tell.
        if case .with(input) = Machine.attachment, !state.contains(.attached) {
            if close() { cancelInputs() }
            return
        }
        var keepsInput = false
        if Machine.cancelsFailed, case .failure = completion { keepsInput = true }
        guard disconnect(input, keeping: keepsInput) else { return }
        if case .last = Machine.attachment, !state.contains(.attached) {
            return handleBeforeStart(completion, from: input)
        }
        if Self.parks, stateInOrder.contains(.parked),
            handleParked(.end(input, completion), for: input) != nil
        {
            return
        }
        guard let isNested = enterOrDeposit(.end(input, completion), for: input) else { return }
        _ = handle(.end(input, completion), for: input, isNested: isNested)
    }

    /// Whether no other input has sent anything before this one.
    @inlinable
    func wins(_ input: Int) -> Bool {
        if winner == input { return !isOver }
        guard !isOver, becomesWinner(input) else { return false }
        cancelInputs(but: input)
        return !isOver
    }

    /// Whether there is no use in subscribing to further inputs that compete.
    @inlinable
    var isDecided: Bool { isOver || winner != nil }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if isOver { return }
        attach()
        // Asked for inside of the subscription, when the end is all that is to come: no input is to start for it.
        if case .with = Machine.attachment, delivery.isInside, hasMore, canEnd { return }
        switch Machine.surplus {
        case .isSent: requestInputs(demand, except: Self.noInput)
        case .isDropped:
            if Self.countsDemand {
                addDemand(demand)
                if Self.defersNested, delivery.isInside { requestedInside += demand }
            }
            requestInputs(demand, except: Self.noInput)
        case .isSentForAll:
            guard !Downstream._isUnlimited, delivery.isInside else {
                return requestInputs(demand, except: Self.noInput)
            }
            if sender != Self.noInput { requestedInside += demand }
            requestInputs(demand, except: sender)
        case .holdsInput:
            let before = addDemand(demand)
            if Self.parks {
                if !stateInOrder.contains(.parked) { lookAgain() } else if demand > .none { unpark() }
            }
            if before != .max && isUnlimited {
                requestInputs(.unlimited, except: Self.noInput)
                insert(.released)
            }
        }
    }

    @inlinable
    func cancelled() {
        if close() {
            if Self.parks { stopParking() }
            cancelInputs()
            releaseIfIdle()
        }
        downstream._release()
    }

    @inlinable
    func requestInputs(_ demand: Subscribers.Demand, except exempt: Int) {
        ask(demand, except: exempt) { input in
            switch Machine.rule(of: input) {
            case .asDownstream, .competes: true
            case .once, .unlimited: false
            }
        }
    }
}

/// A machine the subscribers of whose inputs can be taken for downstream's subscription, as in Combine.
@usableFromInline
protocol _SubscriptionShowing {}

extension _MachineInput: Subscription, Cancellable where Machine: _SubscriptionShowing {
    @usableFromInline
    func request(_ demand: Subscribers.Demand) { node.request(demand) }

    @usableFromInline
    func cancel() { node.cancel() }
}

/// The subscriber of one input.
@frozen @usableFromInline
struct _MachineInput<Port: _Port, Machine: _Machine, Downstream: Subscriber>: _InputSubscriber
where
    Port.Values == Machine.Value, Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure
{
    @usableFromInline typealias Input = Port.Value
    @usableFromInline typealias Failure = Machine.Failure

    @usableFromInline let node: _MachineNode<Machine, Downstream>
    @usableFromInline let port: Port

    @inlinable @inline(__always)
    init(node: _MachineNode<Machine, Downstream>, port: Port) {
        self.node = node
        self.port = port
    }

    @usableFromInline typealias _Unlimited = Machine.AsksForAll

    /// Whether the node asks for everything, or cancels, as soon as the input connects.
    @inlinable @inline(__always)
    static var _isUnlimited: Bool {
        switch Machine.rule(of: Port.number) {
        case .unlimited: true
        case .once, .competes: false
        case .asDownstream:
            switch Machine.attachment {
            case .first: Downstream._isUnlimited
            case .with(let first): first == Port.number && Downstream._isUnlimited
            case .last: false
            }
        }
    }

    @inlinable
    func _receive(node subscription: _Node) { node.connected(subscription, port.index) }

    @inlinable @inline(__always)
    func receive(_ input: Port.Value) -> Subscribers.Demand { node.receive(input, from: port) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        node.receive(completion: completion, from: port.index)
    }
}
