import Synchronization

/// The node that runs a ``_Machine``: it passes one event at a time to the machine, and performs the returned step.
///
/// The three files of the node follow an event from top to bottom. Here are the node's parts, its start, and what downstream
/// asks. In `MachineNode+Receiving.swift` an event comes from an input, is left to another thread or enters the delivery lock,
/// and the machine is asked. In `MachineNode+Sending.swift` its step is performed, and inputs are asked for more. A thread that
/// has left the lock looks back, and takes what was left meanwhile along the same way.
///
/// The delivery lock guards the machine and its outputs. Inputs are cancelled, and downstream is completed, after the lock
/// has been left.
@usableFromInline
package final class _MachineNode<Machine: _Machine, Downstream: Subscriber>: _InputsNode, _OperatorNode,
    _DemandNode
where Downstream.Input == Machine.Output, Downstream.Failure == Machine.Failure {
    @usableFromInline typealias Step = OperatorStep<Machine.Output, Machine.Failure>
    @usableFromInline typealias Event = _Event<Machine._Value, Machine.Failure>
    @usableFromInline typealias Completion = Subscribers.Completion<Machine.Failure>

    @usableFromInline let downstream: Downstream
    /// The machine, until the node is over.
    @usableFromInline @exclusivity(unchecked) var machine: Machine?
    @usableFromInline let inputCount: Int
    /// The number of inputs whose end the machine doesn't know.
    @usableFromInline @exclusivity(unchecked) var running: Int

    @usableFromInline @exclusivity(unchecked) var waiting = _WaitingOutputs<Machine.Output>()
    /// The end that the machine has asked for, until it is sent.
    @usableFromInline @exclusivity(unchecked) var ending = _MachineEnd.none
    /// Indicates whether an output or the end waits: one test for each value covers both.
    @usableFromInline @exclusivity(unchecked) var hasMore = false
    /// Indicates whether the machine is handling an event whose replaced values may send further ones.
    @usableFromInline @exclusivity(unchecked) var isChanging = false
    /// The events that wait for the thread inside the delivery lock. Under `lock`.
    @usableFromInline @exclusivity(unchecked) var inbox = _Inbox<Machine._Value, Machine.Failure>()
    /// The input whose value is being handled, and the demand that downstream has requested meanwhile. That demand is returned
    /// to the input, or taken by outputs that are made meanwhile.
    @usableFromInline @exclusivity(unchecked) var sender = _InputsNode.noInput
    @usableFromInline @exclusivity(unchecked) var requestedInside = Subscribers.Demand.none
    /// The thread that gives downstream its subscription after the inputs have sent theirs: at first the subscribing thread.
    /// Changes inside the delivery lock.
    @usableFromInline @exclusivity(unchecked) var starter: UInt = 0

    @inlinable
    package init(_ machine: Machine, _ downstream: Downstream, inputs: Int) {
        self.downstream = downstream
        self.machine = machine
        inputCount = inputs
        running = inputs
        super.init(inputs, _handled(by: _MachineNode<Machine, Downstream>.self))
    }

    @usableFromInline package override var description: String { Machine.name }

    @inlinable @inline(__always)
    package static var acceptsZeroDemand: Bool { Machine._acceptsZeroDemand }

    /// Indicates whether values that come from inside an output are handled after it.
    @inlinable @inline(__always)
    static var defersNested: Bool { if case .last = Machine.attachment { true } else { false } }

    @inlinable @inline(__always)
    static var countsDemand: Bool {
        switch Machine.surplus {
        case .isSent, .isSentForAll: false
        case .isDropped, .holdsInput: !Downstream._isUnlimited
        }
    }

    /// Indicates whether the demand that downstream returns for a value is ignored, or is for the sending input alone.
    @inlinable @inline(__always)
    static var answersInput: Bool {
        if case .isSent = Machine.surplus { true } else { Downstream._isUnlimited }
    }

    // MARK: The start

    /// Subscribes to the inputs with a closure, and gives downstream its subscription before, during or after that.
    @inlinable @inline(__always)
    package func run(_ subscribe: (_MachineNode<Machine, Downstream>) -> Void) {
        if case .first = Machine.attachment { start() }
        switch Machine.attachment {
        case .first: break
        case .with, .last: starter = _threadIdentity()
        }
        subscribe(self)
        if case .last = Machine.attachment { startLast() }
        insert(.started)
    }

    /// Returns the subscriber of an input.
    @inlinable @inline(__always)
    package func input<Port: _Port>(_ port: Port) -> _MachineInput<Port, Machine, Downstream>
    where Port.Values == Machine._Value {
        _MachineInput(node: self, port: port)
    }

    /// Gives downstream its subscription, inside the delivery lock, so that an end from another thread comes after it.
    @inlinable
    func start() {
        delivery.enter()
        if case .with = Machine.attachment, state.contains(.attached) { return leave() }
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

    /// Gives downstream its subscription after the inputs have been subscribed to, or earlier if the node ends before.
    @inlinable
    func hand(_ hasEnded: Bool) {
        // Downstream can't be completed yet, but its inputs need not run any more.
        if hasEnded { cancelInputs() }
        downstream._receive(node: self)
        attach()
        delivery.enter()
        sendRest()
    }

    /// Handles an end that comes before downstream has its subscription.
    ///
    /// The end must arrive on the thread on which the input sends it, and no thread may wait while another thread subscribes
    /// to an input. So if another thread is subscribing, and only this end is left to send, downstream gets its subscription
    /// on this thread too.
    @inlinable @inline(never)
    func handleBeforeStart(_ completion: Completion, from input: Int) {
        let isNested = delivery.enter()
        let me = _threadIdentity()
        if starter == me || isOver {
            _ = handle(.end(completion), for: input, isNested: isNested)
        } else if state.contains(.handed) {
            let starter = starter
            leave()
            let isGuest = waitForAttachment(by: starter)
            if isGuest { attach() }
            let isNested = delivery.enter()
            _ = handle(.end(completion), for: input, isNested: isNested)
            if isGuest { _StartGate.leave() }
        } else {
            if let output = take(ask(.end(completion), for: input), for: input).output {
                keep(output, from: input)
            }
            let isHere = canEnd && takesStart()
            if isHere { starter = me }
            leave()
            if isHere { hand(true) }
        }
    }

    /// Indicates whether another thread is subscribing, and downstream gets its subscription with a later input.
    @inlinable @inline(__always)
    var isStartedElsewhere: Bool {
        guard case .with = Machine.attachment, !state.contains(anyOf: .attached, .started) else {
            return false
        }
        return starter != _threadIdentity()
    }

    /// Handles a signal that comes while another thread is subscribing. If it ends the stream, downstream gets its
    /// subscription on this thread too: the end must arrive on the thread on which the signal is sent.
    @inlinable @inline(never)
    func handleBeforeStart(_ signal: Machine._Value, from input: Int) {
        delivery.enter()
        if isOver { return leave() }
        if let output = take(ask(.value(signal), for: input), for: input).output {
            keep(output, from: input)
        }
        if canEnd && !state.contains(.attached) {
            attach()
            downstream._receive(node: self)
        }
        sendRest()
    }

    @inlinable
    func connected(_ node: _Node, _ input: Int) {
        switch Machine.rule(of: input) {
        case .once: connect(node, input, asking: .max(1))
        case .unlimited: connect(node, input, asking: .unlimited)
        case .asDownstream, .competes:
            guard connect(node, input) else { return }
            // `connect` has asked an input that isn't held for its demand.
            if _Fact<Machine._HoldsInputs>.holds, !isUnlimited { node.request(.max(1)) }
            if case .with(let first) = Machine.attachment, first == input { start() }
        }
    }

    // MARK: Parking
    //
    // Each input that is held is asked for a value when it connects. If their values were handled inside the delivery lock,
    // another thread could be inside when downstream makes its first request. That thread would send the kept values some time
    // after the request, although a synchronous value may have been promised. So a node that has not been asked for anything
    // is *parked*: events are handled under `lock`, no thread is inside the delivery lock, and the first requesting thread
    // enters it and sends the kept values.

    /// Parks the node, after downstream got its subscription and before any input is subscribed to. A foreign machine is never
    /// called under `lock`, so its node doesn't park.
    @inlinable
    func park() {
        guard demandCount == 0 else { return }
        if case .foreign = Machine._code { return }
        insert(.parked)
        // A request that didn't see this came before it.
        if demandCount != 0 { unpark() }
    }

    /// Ends the parking when downstream has asked for something, and sends the kept outputs.
    @inlinable
    func unpark() {
        // A thread inside has made a request as well, and does this.
        guard delivery.tryEnter() != nil else { return lookAgain() }
        stopParking()
        sendRest()
    }

    /// Ends the parking: no thread handles an event under `lock` afterwards.
    @inlinable
    func stopParking() { lock.withLock { remove(.parked) } }

    // MARK: From downstream

    @inlinable
    package func requested(_ demand: Subscribers.Demand) {
        if isOver { return }
        attach()
        // A request from inside the subscription, when only the end is left to send: no input may start for it.
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
    package func cancelled() {
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
