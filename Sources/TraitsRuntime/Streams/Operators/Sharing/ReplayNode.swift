import Synchronization

/// How the subscriber of a stream that is replayed stands with it.
@frozen @usableFromInline
struct _ReplayState: OptionSet, _WordState {
    @usableFromInline let rawValue: Int
    @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

    /// The subscriber has its subscription, and may be sent events.
    @inlinable @inline(__always) static var joined: Self { Self(rawValue: 1) }
    /// The thread that delivers knows of this subscriber.
    @inlinable @inline(__always) static var listed: Self { Self(rawValue: 2) }
    /// The subscriber has its subscription and joins when it asks for something for the first time. Changes under the
    /// core's lock.
    @inlinable @inline(__always) static var parked: Self { Self(rawValue: 4) }
}

/// The subscription of one subscriber of `share(replay:)`.
///
/// `lock` guards `core`. The entry points are closures in `let` properties: calling them costs no reference counting.
@usableFromInline
class _ReplayNode<Output, Failure: Error>: _Node, _OperatorNode, _ConduitNode, _StateNode, _IndexedMember {
    @usableFromInline typealias Core = _ReplayCore<Output, Failure>
    @usableFromInline typealias State = _ReplayState
    @usableFromInline typealias OnValue = (_ReplayNode<Output, Failure>, Output) -> Subscribers.Demand
    @usableFromInline typealias OnEnd =
        (_ReplayNode<Output, Failure>, Subscribers.Completion<Failure>?) -> Void

    @usableFromInline let onValue: OnValue
    /// Sends the completion. Without one, releases the subscriber.
    @usableFromInline let onEnd: OnEnd
    /// Released when all is over: a subscriber may keep this object for longer.
    @usableFromInline @exclusivity(unchecked) final var core: Core?

    // For the thread that delivers.
    /// The number of the value that is sent next.
    @usableFromInline @exclusivity(unchecked) final var next = 0
    @usableFromInline @exclusivity(unchecked) final var listIndex = -1
    /// Whether a call to the subscriber is on the stack.
    @usableFromInline @exclusivity(unchecked) final var isBeingServed = false

    // Under the core's lock.
    /// Its index in the mailbox, or among those that are parked; negative if it is in neither.
    @usableFromInline @exclusivity(unchecked) final var setIndex = -1
    /// What is sent to it by the thread that joins.
    @usableFromInline @exclusivity(unchecked) final var kept = _Queue<Output>()

    @inlinable
    init(_ core: Core, onValue: @escaping OnValue, onEnd: @escaping OnEnd) {
        self.core = core
        self.onValue = onValue
        self.onEnd = onEnd
        super.init(_handled(by: _ReplayNode<Output, Failure>.self))
    }

    @usableFromInline override var description: String { "ShareReplay" }

    @usableFromInline
    final func requested(_ demand: Subscribers.Demand) {
        guard addDemand(demand) >= 0, !stateInOrder.isDisjoint(with: [.joined, .parked]) else { return }
        lock.withLock { core }?.wanted(self)
    }

    @usableFromInline
    final func cancelled() {
        guard end() else { return }
        takeCore()?.left(self)
        onEnd(self, nil)
    }

    /// Releases the core; for the caller that has ended the connection.
    @usableFromInline
    final func takeCore() -> Core? { lock.withLock { core.take() } }
}

/// A node with its subscriber.
@usableFromInline
final class _ReplaySubscriberNode<S: Subscriber>: _ReplayNode<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    @inlinable
    init(_ subscriber: S, _ core: Core) {
        self.subscriber = subscriber
        super.init(
            core,
            onValue: { node, value in
                // Its demand tells that it has not been cancelled.
                _unsafeUncheckedDowncast(node, to: _ReplaySubscriberNode<S>.self).deliver(value)
            },
            onEnd: { node, completion in
                let me = unsafeDowncast(node, to: _ReplaySubscriberNode<S>.self)
                if let completion {
                    me.subscriber.receive(completion: completion)
                } else {
                    me.subscriber._release()
                }
            })
    }

    @inlinable @inline(__always)
    func deliver(_ value: S.Input) -> Subscribers.Demand { subscriber._receive(checked: value) }
}
