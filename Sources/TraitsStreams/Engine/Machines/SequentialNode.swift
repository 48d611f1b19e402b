/// The node that runs one upstream after another, as a ``_SequentialMachine`` decides.
@usableFromInline
package final class _SequentialNode<Machine: _SequentialMachine, Downstream: Subscriber>: _GenerationNode,
    _OperatorNode, _SharedEndNode
where Downstream.Input == Machine.Next.Output, Downstream.Failure == Machine.Next.Failure {
    @usableFromInline let downstream: Downstream
    /// Under `lock`.
    @usableFromInline @exclusivity(unchecked) var machine: Machine
    /// The values on their way, and the kept end, for the delivering thread. A concurrent machine only uses the end, under
    /// `lock`.
    @usableFromInline @exclusivity(unchecked) var onTheWay = _OnTheWay<Downstream.Failure>()

    @usableFromInline var ending: AnyObject? {
        get { onTheWay.ending }
        set { onTheWay.ending = newValue.map { unsafeDowncast($0, to: Ending.self) } }
    }

    @usableFromInline typealias Ending = _Cell<Subscribers.Completion<Downstream.Failure>>

    @inlinable
    package init(_ downstream: Downstream, _ machine: Machine) {
        self.downstream = downstream
        self.machine = machine
        super.init(_handled(by: _SequentialNode<Machine, Downstream>.self))
    }

    @usableFromInline package override var description: String { Machine.name }

    @usableFromInline package override var customMirror: Mirror {
        guard Machine.showsDemand else { return super.customMirror }
        return Mirror(self, children: ["downstream": downstream, "demand": openDemand])
    }

    @inlinable @inline(__always)
    package static var acceptsZeroDemand: Bool { Machine.acceptsZeroDemand }

    // MARK: Starting

    /// Gives downstream its subscription before there is an upstream.
    @inlinable
    package func start() {
        hasStarted = true
        downstream._receive(node: self)
    }

    /// Runs a first upstream that differs from the following upstreams. It runs once, so its type is no part of the node's.
    @inlinable
    package func run<P: Publisher>(first publisher: P)
    where P.Output == Machine.FirstOutput, P.Failure == Machine.FirstFailure {
        publisher.subscribe(_FirstInput(self))
    }

    /// Runs a first upstream that is treated like the following upstreams.
    @inlinable
    func run<P: Publisher>(like publisher: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        publisher.subscribe(_NextInput(self, .first))
    }

    /// Starts an upstream inside the call that ended the previous one, so that no value is lost that is sent right
    /// afterwards. At the limit of nested starts, the innermost start runs the following upstreams in a loop.
    @inlinable
    func start(_ publisher: Machine.Next) {
        if Machine.nesting == .max { return run(publisher) }
        if enter(within: Machine.nesting) || !postpone(publisher) {
            run(publisher)
            runPostponed()
        }
    }

    /// - Returns: `false` if the upstream has to be started right now after all.
    @inlinable @inline(never)
    func postpone(_ publisher: Machine.Next) -> Bool {
        postpone(within: Machine.nesting) {
            unsafeDowncast($0, to: _SequentialNode<Machine, Downstream>.self).run(publisher)
        }
    }

    /// Starts the upstream of the current generation.
    // Not inlined: the whole code of the upstream's chain would come with it.
    @inlinable @inline(never)
    package func run(_ publisher: Machine.Next) {
        let generation = generation
        if generation != .over { publisher.subscribe(_NextInput(self, generation)) }
    }

    @inlinable
    func insert(
        _ first: AnyPublisher<Downstream.Input, Downstream.Failure>,
        before second: AnyPublisher<Downstream.Input, Downstream.Failure>
    ) {
        if let part = lock.withLock({ machine.insert(first, before: second) }) { start(part) }
    }

    // MARK: From upstream

    @inlinable
    func connected(_ node: _Node, in generation: _Generation) {
        if connect(node, in: generation) { downstream._receive(node: self) }
    }

    @inlinable @inline(__always)
    func receive(_ value: Downstream.Input, in generation: _Generation) -> Subscribers.Demand {
        if self.generation != generation { return .none }
        if !Machine.isConcurrent { return send(value, in: generation) }
        delivery.enter()
        let more = self.generation == generation ? send(value, in: generation) : .none
        delivery.exit()
        if stateInOrder == .over { lookForEnd() }
        return more
    }

    @inlinable @inline(__always)
    func send(_ value: Downstream.Input, in generation: _Generation) -> Subscribers.Demand {
        if Downstream._isUnlimited {
            _ = deliver(value)
            return .none
        }
        let isPaid = Machine.isConcurrent ? takeDemand(in: generation) : takeDemand()
        guard let isPaid else { return .none }
        if !isPaid {
            // A cancellation on another thread takes all demand away.
            if Machine.dropsUnrequested || isAbandoned { return .none }
            refuse(.surplusValue)
        }
        let more = deliver(value)
        return more > .none ? returned(more, in: generation, isRequested: Machine.requestsReturned) : .none
    }

    /// Sends a value, and then an end that came while downstream was inside the value.
    @inlinable @inline(__always)
    func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
        if Machine.isConcurrent { return downstream.receive(value) }
        onTheWay.begin()
        let more = downstream.receive(value)
        if onTheWay.finish() { sendEnd() }
        return more
    }

    /// Sends the end that was kept, unless downstream has cancelled.
    @inlinable @inline(never)
    func sendEnd() {
        if let ending = onTheWay.take(), !isAbandoned { downstream.receive(completion: ending) }
    }

    @usableFromInline
    func sendEnd(_ ending: AnyObject) {
        if !isAbandoned { downstream.receive(completion: unsafeDowncast(ending, to: Ending.self).value) }
    }

    /// Asks the machine when the upstream of a generation has ended, and follows its decision. Without a generation, the
    /// control decides; the decision to wait then changes nothing.
    @inlinable
    package func decide(
        in generation: _Generation? = nil, _ decision: (inout Machine) -> _Following<Machine.Next>
    ) {
        lock.lock()
        let now = self.generation
        if now == .over || generation != nil && generation != now { return lock.unlock() }
        if !Machine.heedsEarlyEnd, generation != nil, !isConnected { return lock.unlock() }
        switch ask(decision) {
        case .next(let publisher):
            if Machine.keepsNodeWaiting { keeper = nil }
            advance(cancelling: generation == nil)
            start(publisher)
        case .wait(let tell):
            if generation == nil { return lock.unlock() }
            if Machine.keepsNodeWaiting { keeper = self }
            advance(cancelling: false)
            tell?()
        case .end(let completion):
            close(cancelling: generation == nil)
            end(completion)
        }
    }

    /// Asks the machine for its decision. A machine without a state has the address of the next property. It is asked as a
    /// copy, so that tools report no write to that property.
    @inlinable @inline(__always)
    func ask(_ decision: (inout Machine) -> _Following<Machine.Next>) -> _Following<Machine.Next> {
        if MemoryLayout<Machine>.size == 0 {
            var machine = machine
            return decision(&machine)
        }
        return decision(&machine)
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        release()
        if Machine.isConcurrent {
            leaveEnd(Ending(completion))
        } else if onTheWay.isEmpty {
            downstream.receive(completion: completion)
        } else {
            onTheWay.keep(completion)
        }
    }

    @inlinable
    func release() {
        // Other machines have no parts to give out, and their `on(_:)` may write to them without the lock.
        if !_Fact<Machine.TakesParts>.holds { return }
        lock.lock()
        let publishers = machine.removeAll()
        lock.unlock()
        withExtendedLifetime(publishers) {}
    }

    // MARK: From downstream

    @inlinable
    package func cancelled() {
        lock.lock()
        abandon()
        if isOver {
            lock.unlock()
            return downstream._release()
        }
        close(cancelling: true)
        release()
        downstream._release()
    }
}

extension _NextInput: Subscription, Cancellable where Machine: _SubscriptionShowing {
    @usableFromInline
    func request(_ demand: Subscribers.Demand) { node.request(demand) }

    @usableFromInline
    func cancel() { node.cancel() }
}

/// The subscriber of a first upstream that differs from the following upstreams.
@frozen @usableFromInline
struct _FirstInput<Machine: _SequentialMachine, Downstream: Subscriber>: _InputSubscriber, _DemandPassing
where Downstream.Input == Machine.Next.Output, Downstream.Failure == Machine.Next.Failure {
    @usableFromInline let node: _SequentialNode<Machine, Downstream>

    @inlinable @inline(__always)
    init(_ node: _SequentialNode<Machine, Downstream>) { self.node = node }

    @usableFromInline var customMirror: Mirror { node.customMirror }

    @inlinable
    func _receive(node subscription: _Node) { node.connected(subscription, in: .first) }

    @inlinable @inline(__always)
    func receive(_ input: Machine.FirstOutput) -> Subscribers.Demand {
        guard let value = node.machine.on(input) else { return .none }
        return node.receive(value, in: .first)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Machine.FirstFailure>) {
        node.decide(in: .first) { $0.on(first: completion) }
    }
}

/// The subscriber of a following upstream, or of a first upstream that is treated alike.
@frozen @usableFromInline
struct _NextInput<Machine: _SequentialMachine, Downstream: Subscriber>: _InputSubscriber, _DemandPassing
where Downstream.Input == Machine.Next.Output, Downstream.Failure == Machine.Next.Failure {
    @usableFromInline let node: _SequentialNode<Machine, Downstream>
    @usableFromInline let generation: _Generation

    @inlinable @inline(__always)
    init(_ node: _SequentialNode<Machine, Downstream>, _ generation: _Generation) {
        self.node = node
        self.generation = generation
    }

    @usableFromInline var customMirror: Mirror { node.customMirror }

    @usableFromInline typealias _Splices = Machine.TakesParts

    @inlinable
    var _splice: _Splice<Downstream.Input, Downstream.Failure>? {
        guard _Fact<Machine.TakesParts>.holds, node.generation == generation else { return nil }
        return _Splice(node) { node, first, second in
            unsafeDowncast(node, to: _SequentialNode<Machine, Downstream>.self).insert(first, before: second)
        }
    }

    @inlinable
    func _receive(node subscription: _Node) { node.connected(subscription, in: generation) }

    @inlinable @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { node.receive(input, in: generation) }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        node.decide(in: generation) { $0.on(completion) }
    }
}
