import Synchronization

/// How the subscriber of a subject stands with it.
@frozen @usableFromInline
struct _ConduitState: OptionSet, _WordState {
    @usableFromInline let rawValue: Int
    @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

    /// The subject has a value that this subscriber has not had.
    @inlinable @inline(__always) static var missed: Self { Self(rawValue: 1) }
    /// The subscriber has its subscription: a completion may follow.
    @inlinable @inline(__always) static var attached: Self { Self(rawValue: 2) }
    /// The subject has this conduit in its list.
    @inlinable @inline(__always) static var listed: Self { Self(rawValue: 4) }
    /// The thread that subscribes sends it the current value, since another one delivers to the others.
    @inlinable @inline(__always) static var joining: Self { Self(rawValue: 16) }
    /// When this conduit was made, nobody had asked the subject for values yet.
    @inlinable @inline(__always) static var undemanded: Self { Self(rawValue: 8) }
}

/// The connection of one subscriber to a subject.
///
/// `lock` guards `parent`. The entry points are closures in `let` properties: calling them costs no reference counting.
@usableFromInline
class _Conduit<Output, Failure: Error>: _Node, _OperatorNode, _ConduitNode, _StateNode {
    @usableFromInline typealias OnValue = (_Conduit<Output, Failure>, Output) -> Subscribers.Demand
    @usableFromInline typealias OnEnd =
        (_Conduit<Output, Failure>, Subscribers.Completion<Failure>?) -> Void

    @usableFromInline typealias State = _ConduitState

    @usableFromInline let onValue: OnValue
    /// Sends the completion. Without one, releases the subscriber, unless the subscriber releases this object instead.
    @usableFromInline let onEnd: OnEnd
    /// Whether the subscriber may keep this object for longer than it uses it. Then this object releases the subject
    /// and the subscriber at the end.
    @usableFromInline final let retires: Bool
    @usableFromInline final let replays: Bool
    @usableFromInline final let storesLast: Bool
    /// Under `lock`, unless this object never retires: then it never changes.
    @usableFromInline @exclusivity(unchecked) final var parent: _SubjectCore<Output, Failure>?
    /// The publisher that was subscribed to: as in Combine it lives as long as its subscriptions do. As `parent`.
    @usableFromInline @exclusivity(unchecked) final var owner: AnyObject?
    /// The subject, without a reference.
    @usableFromInline final let core: Unmanaged<_SubjectCore<Output, Failure>>
    /// Its index in the subject's list; for the delivering thread.
    @usableFromInline @exclusivity(unchecked) final var listIndex = -1
    /// The version of the value that it was sent when it joined; negative if it was sent none.
    @usableFromInline @exclusivity(unchecked) final var seen = -1
    /// Its index in the subject's mailbox, under the mailbox's lock.
    @usableFromInline @exclusivity(unchecked) final var mailboxIndex = -1

    @inlinable
    init(
        _ parent: _SubjectCore<Output, Failure>, _ owner: AnyObject, onValue: @escaping OnValue,
        onEnd: @escaping OnEnd, retires: Bool
    ) {
        self.parent = parent
        self.owner = owner
        core = .passUnretained(parent)
        replays = parent.replays
        storesLast = parent.storesLast
        self.onValue = onValue
        self.onEnd = onEnd
        self.retires = retires
        super.init(_handled(by: _Conduit<Output, Failure>.self))
        let isFirst = !parent.isDemanded.load(ordering: .relaxed)
        state = State(
            rawValue: (replays ? State.missed.rawValue : 0) | (isFirst ? State.undemanded.rawValue : 0))
    }

    @usableFromInline override var description: String {
        storesLast ? "PublishedSubject" : replays ? "CurrentValueSubject" : "PassthroughSubject"
    }

    @usableFromInline override var customMirror: Mirror {
        let parent = isOver ? nil : currentParent
        let children: [Mirror.Child] = [
            ("parent", parent as Any), ("downstream", downstream as Any),
            ("demand", lastDemand), ("subject", parent as Any),
        ]
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    /// The subscriber, for the mirror.
    @usableFromInline var downstream: Any? { nil }

    @inlinable
    final func requested(_ demand: Subscribers.Demand) {
        guard addDemand(demand) >= 0 else { return }
        if demand != .unlimited { attach() }
        let state = stateInOrder
        if !state.isDisjoint(with: [.missed, .undemanded]), let parent = currentParent {
            if !parent.isDemanded.load(ordering: .relaxed) { parent.demanded() }
            if state.contains(.missed) { parent.wanted(self) }
        }
        // The subject may have ended before it could see this demand.
        if demand == .unlimited, !retires {
            core._withUnsafeGuaranteedRef { $0.completeIfEnded(self) }
        }
    }

    /// Sends a value for which there was demand.
    @inlinable @inline(__always)
    final func send(_ value: Output) {
        let more = onValue(self, value)
        if more > .none { addDemand(more) }
    }

    /// Whether the subscriber has its subscription, so that a completion may follow. A demand without limit
    /// tells it by itself: that demand stays as it is.
    @inlinable
    final var isAttached: Bool { hasUnlimitedDemand || stateInOrder.contains(.attached) }

    /// The subscriber has its subscription.
    @inlinable
    final func attach() {
        if !stateInOrder.contains(.attached) { insert(.attached) }
    }

    /// The subject, unless the connection is over.
    @inlinable
    final var currentParent: _SubjectCore<Output, Failure>? {
        retires ? lock.withLock { parent } : parent
    }

    @inlinable
    final func cancelled() {
        guard end() else { return }
        if retires {
            currentParent?.cancelled(self)
        } else {
            // Kept by `parent`, which never changes.
            core._withUnsafeGuaranteedRef { $0.cancelled(self) }
        }
    }

    /// Releases the subject and, where the subscriber may keep this object, the subscriber. Called by
    /// the delivering thread when no delivery to this conduit is on its stack.
    @inlinable @inline(__always)
    final func retire() {
        if retires { releaseAll() }
    }

    @inlinable @inline(never)
    final func releaseAll() {
        lock.lock()
        let old = (parent, owner)
        parent = nil
        owner = nil
        lock.unlock()
        onEnd(self, nil)
        withExtendedLifetime(old) {}
    }
}

/// A conduit with its subscriber.
@usableFromInline
final class _SubscriberConduit<S: Subscriber>: _Conduit<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    // Inlined, so that the subscriber is moved and its references aren't counted.
    @inlinable @inline(__always)
    init(_ parent: _SubjectCore<S.Input, S.Failure>, _ owner: AnyObject, _ subscriber: __owned S) {
        self.subscriber = subscriber
        super.init(
            parent, owner,
            onValue: { conduit, value in
                // Its demand tells that it has not been cancelled.
                _unsafeUncheckedDowncast(conduit, to: _SubscriberConduit<S>.self).deliver(value)
            },
            onEnd: { conduit, completion in
                let me = unsafeDowncast(conduit, to: _SubscriberConduit<S>.self)
                if let completion {
                    me.subscriber.receive(completion: completion)
                } else {
                    me.subscriber._release()
                }
            },
            retires: !S._dropsSubscription)
    }

    // A method, since what isn't optimised copies the subscriber wherever it is taken out of an object that isn't `self`.
    @inlinable @inline(__always)
    func deliver(_ value: S.Input) -> Subscribers.Demand { subscriber._receive(checked: value) }

    @usableFromInline override var downstream: Any? { isOver ? nil : subscriber }
}
