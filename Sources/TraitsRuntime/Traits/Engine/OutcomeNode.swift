/// The subscription of a publisher that ends with one outcome: a value and the end, the end alone, or a failure.
///
/// The first outcome that is ``settle(_:)``d counts, from whatever thread. A value waits until downstream has asked
/// for one. Downstream is never called under the lock.
class _OutcomeNode<Downstream: Subscriber>: _Node, _OperatorNode, _CancellableNode {
    typealias Outcome = MaybeResult<Downstream.Input, Downstream.Failure>

    private let downstream: Downstream
    private let name: String
    // All under `lock`.
    private var waiting: Outcome?
    private var isAsked = false
    /// The outcome has been delivered, or is being delivered, or nobody wants it.
    private var isClosed = false

    init(_ downstream: Downstream, name: String) {
        self.downstream = downstream
        self.name = name
        super.init(_handled(by: _OutcomeNode<Downstream>.self))
    }

    final override var description: String { name }

    /// Downstream has asked for a value for the first time.
    func asked() {}

    /// All is over: releases everything that was started. May be called more than once.
    func stop() {}

    /// Hands downstream its subscription.
    ///
    /// - Returns: `false` if downstream has cancelled inside of that, so that there is nothing to start.
    final func attach() -> Bool {
        downstream._receive(node: self)
        return !isOver
    }

    /// Whether the outcome is known, or downstream has cancelled.
    final var isOver: Bool { lock.withLock { isClosed || waiting != nil } }

    /// Ends with an outcome, unless there was one before.
    final func settle(_ outcome: Outcome) {
        lock.lock()
        guard waiting == nil, !isClosed else { return lock.unlock() }
        if case .success = outcome, !isAsked {
            waiting = outcome
            lock.unlock()
            stop()
        } else {
            isClosed = true
            lock.unlock()
            stop()
            deliver(outcome)
        }
    }

    final func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        let isFirst = !isAsked
        isAsked = true
        guard let outcome = waiting else {
            let isWanted = !isClosed
            lock.unlock()
            if isFirst && isWanted { asked() }
            return
        }
        waiting = nil
        isClosed = true
        lock.unlock()
        deliver(outcome)
    }

    /// For the call that has closed the node.
    private func deliver(_ outcome: Outcome) {
        switch outcome {
        case .success(let value):
            if !isCancelled { _ = downstream.receive(value) }
            if !isCancelled { downstream.receive(completion: .finished) }
        case .finished:
            if !isCancelled { downstream.receive(completion: .finished) }
        case .failure(let error):
            if !isCancelled { downstream.receive(completion: .failure(error)) }
        }
    }

    final func cancelled() {
        noteCancellation()
        lock.lock()
        let (wasOpen, unwanted) = (!isClosed, waiting)
        isClosed = true
        waiting = nil
        lock.unlock()
        if wasOpen { stop() }
        downstream._release()
        withExtendedLifetime(unwanted) {}
    }
}

/// The subscriber that takes the outcome of a maybe: its value waits for the completion, so that what upstream does
/// at its end has been done when the outcome is there.
final class _OutcomeTaker<Input, Failure: Error>: _UpstreamNode, _NodeSubscriber, _Described, _DemandNode {
    private let name: String
    private let onValue: (() -> Void)?
    private let onOutcome: (MaybeResult<Input, Failure>) -> Void
    /// Belongs to upstream, whose calls never overlap.
    private var value: Input?

    /// - Parameters:
    ///   - name: How the subscriber prints.
    ///   - onValue: Called when the value comes, before the outcome is complete.
    ///   - onOutcome: Called at most once, and not after ``cancelUpstream()`` has ended the connection.
    init(
        _ name: String, onValue: (() -> Void)? = nil,
        onOutcome: @escaping (MaybeResult<Input, Failure>) -> Void
    ) {
        self.name = name
        self.onValue = onValue
        self.onOutcome = onOutcome
        super.init { _, _ in }
    }

    override var description: String { name }

    /// Asks upstream for its value, now or as soon as it is connected.
    func ask() {
        addDemand(.unlimited)
        requestUpstream(.unlimited)
    }

    func _receive(node: _Node) {
        // Connected first and then looked: either this or `ask()` sees the other, and asking twice does no harm.
        if connect(node), hasUnlimitedDemand { node.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected, value == nil else { return .none }
        value = input
        onValue?()
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        let value = value
        self.value = nil
        switch completion {
        case .failure(let error): onOutcome(.failure(error))
        case .finished: onOutcome(value.map { .success($0) } ?? .finished)
        }
    }
}

/// An outcome that is made of the outcomes of maybes.
class _GatherNode<Element, Downstream: Subscriber>: _OutcomeNode<Downstream> {
    typealias Taker = _OutcomeTaker<Element, Downstream.Failure>

    /// Under `lock`; empty once all is over, which opens the cycle between the takers and this node.
    final var takers: [Taker] = []

    final override func asked() {
        for taker in lock.withLock({ takers }) { taker.ask() }
    }

    override func stop() {
        let released = lock.withLock {
            let takers = takers
            self.takers = []
            return takers
        }
        for taker in released { taker.cancelUpstream() }
    }

    /// Hands downstream its subscription and subscribes to the publishers, as long as there is something to wait for.
    final func start<P: Publisher>(
        _ publishers: [P], onStart: () -> Void = {}, onValue: (() -> Void)? = nil,
        onOutcome: @escaping (Int, MaybeResult<Element, Downstream.Failure>) -> Void
    ) where P.Output == Element, P.Failure == Downstream.Failure {
        let takers = publishers.indices.map { index in
            Taker(description, onValue: onValue) { onOutcome(index, $0) }
        }
        // Nobody else knows the node yet.
        self.takers = takers
        guard attach() else { return stop() }
        onStart()
        for (publisher, taker) in zip(publishers, takers) {
            if isOver { return }
            publisher.subscribe(taker)
        }
    }
}
