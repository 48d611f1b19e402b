import Synchronization

/// A value that sees the events of a stream as they pass, and changes at most the values: `handleEvents`, `print`, `share()`.
/// An observer that sees no requests and cancellations may do without a node, as `breakpoint` does: ``_ObserverSubscriber``.
///
/// Its methods may run any code, which may also end the stream or cancel it. A state is in an object.
@usableFromInline
protocol _Observer<Input, Output, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The treatment of events before the subscription. By default they pass.
    static var earlyEvents: _EarlyEvents { get }

    /// Indicates whether upstream's events are seen, as by default. An observer that sees none runs no code on their way.
    static var seesEvents: Bool { get }

    /// Indicates whether requests are seen, as by default. Then upstream always sees a subscriber that makes them.
    static var seesRequests: Bool { get }

    /// Indicates whether requests and cancellations after the end are seen, too. The default is `false`.
    static var seesLateRequests: Bool { get }

    /// Indicates whether the demand that downstream returns for a value reaches upstream by a request. The default is `false`.
    static var requestsReturned: Bool { get }

    /// Sees upstream's subscription, before downstream has its own.
    func connected(_ subscription: any Subscription)

    /// Sees a value, and returns what downstream gets.
    func sent(_ input: Input) -> Output

    func ended(_ completion: Subscribers.Completion<Failure>)

    /// Sees demand other than none, or a request.
    ///
    /// - Parameter isReturned: whether downstream has returned the demand for a value.
    func requested(_ demand: Subscribers.Demand, isReturned: Bool)

    func cancelled()

    /// The observer after the end, without what it has kept. By default it keeps everything, as each that sees no events does.
    var emptied: Self { get }
}

extension _Observer {
    @inlinable @inline(__always) static var earlyEvents: _EarlyEvents { .pass }
    @inlinable @inline(__always) static var seesEvents: Bool { true }
    @inlinable @inline(__always) static var seesRequests: Bool { true }
    @inlinable @inline(__always) static var seesLateRequests: Bool { false }
    @inlinable @inline(__always) static var requestsReturned: Bool { false }
    @inlinable @inline(__always) func connected(_ subscription: any Subscription) {}
    @inlinable @inline(__always) func ended(_ completion: Subscribers.Completion<Failure>) {}
    @inlinable @inline(__always) func requested(_ demand: Subscribers.Demand, isReturned: Bool) {}
    @inlinable @inline(__always) func cancelled() {}
    @inlinable @inline(__always) var emptied: Self { self }
}

/// The subscriber and subscription of an operator that observes.
@usableFromInline
final class _ObserverNode<Observer: _Observer, Downstream: Subscriber>: _UpstreamNode, _AskingNode
where Downstream.Input == Observer.Output, Downstream.Failure == Observer.Failure {
    @usableFromInline typealias Input = Observer.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    /// The observer, which is emptied at the end, and under `lock`, if ``empties`` says so.
    @usableFromInline @exclusivity(unchecked) var storedObserver: Observer

    @inlinable
    init(_ downstream: Downstream, _ observer: Observer) {
        self.downstream = downstream
        storedObserver = observer
        super.init(_handled(by: _ObserverNode<Observer, Downstream>.self))
    }

    @usableFromInline override var description: String { Observer.name }

    @usableFromInline typealias _Unlimited = _Depends

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Observer.seesRequests ? false : Downstream._asksForAll }

    /// Indicates whether the observer is emptied at the end.
    @inlinable @inline(__always)
    static var empties: Bool { !Downstream._drops && Observer.seesEvents }

    @inlinable @inline(__always)
    var observer: Observer { Self.empties ? lock.withLock { storedObserver } : storedObserver }

    @inlinable @inline(__always)
    func emptyObserver() {
        if !Self.empties { return }
        extendLifetime(lock.withLock { _replace(&storedObserver, with: storedObserver.emptied) })
    }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        tell(demand, isReturned: false)
        requestUpstream(demand)
    }

    @inlinable @inline(__always)
    func tell(_ demand: Subscribers.Demand, isReturned: Bool) {
        if Observer.seesRequests, Observer.seesLateRequests || !isOver {
            observer.requested(demand, isReturned: isReturned)
        }
    }

    @inlinable
    func cancelled() {
        if isAwaiting {
            if Observer.seesEvents { observer.cancelled() }
            return
        }
        let (wasConnected, upstream) = takeUpstream()
        // The thread that has ended the stream first, if there is one, is about to tell the end, and empties the observer then.
        if wasConnected || Observer.seesLateRequests { observer.cancelled() }
        if wasConnected { emptyObserver() }
        upstream?.cancel()
        downstream._release()
    }

    // MARK: From upstream

    @inlinable
    func _receive(node: _Node) {
        if Observer.seesEvents { return receive(subscription: node) }
        if connect(node) { attach() }
    }

    @inlinable
    func receive(subscription: any Subscription) {
        let node = _Node.wrapping(subscription)
        if !Observer.seesEvents { return _receive(node: node) }
        guard isAwaiting, connect(node) else {
            observer.connected(subscription)
            return node.cancel()
        }
        observer.connected(subscription)
        attach()
    }

    /// Gives downstream its subscription, unless it has it; `word` notes that.
    @inlinable
    func attach() {
        if word.exchange(1, ordering: .sequentiallyConsistent) == 0 { downstream._receive(node: self) }
    }

    /// Gives downstream its subscription before an event that upstream sends while the observer sees its subscription.
    @inlinable @inline(__always)
    func attachBeforeEvent() {
        if word.load(ordering: .acquiring) == 0 && isConnected { attach() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if Observer.earlyEvents == .areIgnored ? !isConnected : isOver { return .none }
        if Observer.seesEvents {
            attachBeforeEvent()
            // Downstream may have cancelled as it got its subscription.
            if isOver { return .none }
        }
        let output = observer.sent(input)
        // The observer may have ended the stream, or cancelled it.
        if Observer.seesEvents, isOver { return .none }
        let more = downstream.receive(output)
        if more == .none { return .none }
        tell(more, isReturned: true)
        if !Observer.requestsReturned { return more }
        requestUpstream(more)
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        attachBeforeEvent()
        if isAwaiting && !takesEarlyCompletion(Observer.earlyEvents) { return }
        guard disconnect() else { return }
        observer.ended(completion)
        emptyObserver()
        downstream.receive(completion: completion)
    }
}
