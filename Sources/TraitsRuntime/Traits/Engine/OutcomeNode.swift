/// The subscription of a publisher that ends with one outcome: a value and the end, the end alone, or a failure.
///
/// The first call of ``settle(_:)`` decides the outcome, on any thread. A value waits until downstream has asked for one.
/// Downstream is never called under the lock.
///
/// A subclass adds its work as a closure that captures nothing, and not by overriding a method: Swift never specialises the
/// methods of a generic class that can be overridden.
@usableFromInline
class _OutcomeNode<Downstream: Subscriber>: _Node, _OperatorNode, _EndingNode {
    @usableFromInline typealias Outcome = MaybeResult<Downstream.Input, Downstream.Failure>
    @usableFromInline typealias Hooks = (_OutcomeNode, _OutcomeHook) -> Void

    @usableFromInline final let downstream: Downstream
    @usableFromInline final let name: String
    /// Runs the subclass's work at one of the two moments.
    @usableFromInline final let hooks: Hooks
    // All under `lock`.
    @usableFromInline @exclusivity(unchecked) final var waiting: _Cell<Outcome>?
    @usableFromInline @exclusivity(unchecked) final var isAsked = false
    /// Indicates whether the outcome has been or is being delivered, or is no longer wanted.
    @usableFromInline @exclusivity(unchecked) final var isClosed = false

    @inlinable
    init(_ downstream: Downstream, name: String, _ hooks: @escaping Hooks) {
        self.downstream = downstream
        self.name = name
        self.hooks = hooks
        super.init(_handled(by: _OutcomeNode<Downstream>.self))
    }

    @usableFromInline final override var description: String { name }

    /// Hands downstream its subscription.
    ///
    /// - Returns: `false` if downstream has cancelled inside that call, so that there is nothing to start.
    @inlinable
    final func attach() -> Bool {
        downstream._receive(node: self)
        return !isOver
    }

    /// Indicates whether the outcome is known, or downstream has cancelled.
    @inlinable
    final var isOver: Bool {
        lock.lock()
        let isOver = isClosed || waiting != nil
        lock.unlock()
        return isOver
    }

    /// Ends with an outcome, unless there was one before.
    @inlinable
    final func settle(_ outcome: Outcome) {
        lock.lock()
        guard waiting == nil, !isClosed else { return lock.unlock() }
        if case .success = outcome, !isAsked {
            waiting = _Cell(outcome)
            lock.unlock()
            hooks(self, .stop)
        } else {
            isClosed = true
            lock.unlock()
            hooks(self, .stop)
            deliver(outcome)
        }
    }

    @inlinable
    final func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        let isFirst = !isAsked
        isAsked = true
        guard let outcome = waiting else {
            let isWanted = !isClosed
            lock.unlock()
            if isFirst && isWanted { hooks(self, .asked) }
            return
        }
        waiting = nil
        isClosed = true
        lock.unlock()
        deliver(outcome.value)
    }

    /// Delivers the outcome. For the call that has closed the node.
    @inlinable
    final func deliver(_ outcome: Outcome) {
        switch outcome {
        case .success(let value):
            if !isAbandoned { _ = downstream.receive(value) }
            if !isAbandoned { downstream.receive(completion: .finished) }
        case .finished:
            if !isAbandoned { downstream.receive(completion: .finished) }
        case .failure(let error):
            if !isAbandoned { downstream.receive(completion: .failure(error)) }
        }
    }

    @inlinable
    final func cancelled() {
        noteAbandonment()
        lock.lock()
        let (wasOpen, unwanted) = (!isClosed, waiting)
        isClosed = true
        waiting = nil
        lock.unlock()
        if wasOpen { hooks(self, .stop) }
        downstream._release()
        withExtendedLifetime(unwanted) {}
    }
}

/// The moments at which an ``_OutcomeNode`` calls its subclass.
@frozen @usableFromInline
enum _OutcomeHook {
    /// Downstream has asked for a value for the first time.
    case asked
    /// The subscription is over, and the subclass releases its resources. May come more than once.
    case stop
}

/// The subscriber that takes the outcome of a maybe: its value waits for the completion, so that upstream has done its last
/// work when the outcome is there.
@usableFromInline
final class _OutcomeInput<Input, Failure: Error>: _UpstreamNode, _NodeSubscriber, _Described, _DemandNode {
    @usableFromInline let name: String
    /// The index of this input among several: passed to the closure, which all of them share.
    @usableFromInline let index: Int
    @usableFromInline let onValue: (() -> Void)?
    @usableFromInline let onOutcome: (Int, MaybeResult<Input, Failure>) -> Void
    /// Belongs to upstream, whose calls never overlap.
    @usableFromInline @exclusivity(unchecked) var value: _Cell<Input>?

    /// - Parameters:
    ///   - name: The subscriber's description.
    ///   - index: The index of this input among several.
    ///   - onValue: Called when the value comes, before the outcome is complete.
    ///   - onOutcome: Called at most once, and not after ``cancelUpstream()`` has ended the connection.
    @inlinable
    init(
        _ name: String, index: Int = 0, onValue: (() -> Void)? = nil,
        onOutcome: @escaping (Int, MaybeResult<Input, Failure>) -> Void
    ) {
        self.name = name
        self.index = index
        self.onValue = onValue
        self.onOutcome = onOutcome
        super.init { _, _ in }
    }

    @usableFromInline override var description: String { name }

    @usableFromInline typealias _Drops = _Yes

    /// Asks upstream for its value, now or as soon as it is connected.
    @inlinable
    func ask() {
        addDemand(.unlimited)
        requestUpstream(.unlimited)
    }

    @inlinable
    func _receive(node: _Node) {
        // Connects first and then looks for demand: either this call or `ask()` sees the other, and asking twice does no
        // harm.
        if connect(node), hasUnlimitedDemand { node.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected, value == nil else { return .none }
        value = _Cell(input)
        onValue?()
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        let value = value
        self.value = nil
        switch completion {
        case .failure(let error): onOutcome(index, .failure(error))
        case .finished:
            if let value { onOutcome(index, .success(value.value)) } else { onOutcome(index, .finished) }
        }
    }
}

/// An outcome that is made of the outcomes of maybes.
@usableFromInline
class _GatherNode<Element, Downstream: Subscriber>: _OutcomeNode<Downstream> {
    @usableFromInline typealias ElementInput = _OutcomeInput<Element, Downstream.Failure>

    /// Under `lock`; empty once all is over, which opens the cycle between the inputs and this node.
    @usableFromInline @exclusivity(unchecked) final var inputs: ContiguousArray<_UpstreamNode> = []

    @inlinable
    init(_ downstream: Downstream, name: String) {
        super.init(downstream, name: name) { node, hook in
            let node = _unsafeUncheckedDowncast(node, to: _GatherNode<Element, Downstream>.self)
            switch hook {
            case .asked:
                for input in node.lock.withLock({ node.inputs }) {
                    _unsafeUncheckedDowncast(input, to: ElementInput.self).ask()
                }
            case .stop:
                node.stopped()
                node.stopInputs()
            }
        }
    }

    /// Stops the subclass's work beside the inputs.
    @usableFromInline
    func stopped() {}

    @usableFromInline
    final func stopInputs() {
        lock.lock()
        let released = inputs
        inputs = []
        lock.unlock()
        for input in released { input.cancelUpstream() }
    }

    /// Hands downstream its subscription and subscribes to the publishers, as long as an outcome is awaited.
    @inlinable
    final func start<P: Publisher>(
        _ publishers: [P], onStart: () -> Void = {}, onValue: (() -> Void)? = nil,
        onOutcome: @escaping (Int, MaybeResult<Element, Downstream.Failure>) -> Void
    ) where P.Output == Element, P.Failure == Downstream.Failure {
        var inputs = ContiguousArray<_UpstreamNode>()
        inputs.reserveCapacity(publishers.count)
        for index in publishers.indices {
            inputs.append(ElementInput(name, index: index, onValue: onValue, onOutcome: onOutcome))
        }
        // Nobody else knows the node yet.
        self.inputs = inputs
        guard attach() else { return hooks(self, .stop) }
        onStart()
        for index in publishers.indices {
            if isOver { return }
            publishers[index].subscribe(_unsafeUncheckedDowncast(inputs[index], to: ElementInput.self))
        }
    }
}
