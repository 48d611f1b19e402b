import Synchronization

/// The state of a subscriber's connection to an audience.
@frozen @usableFromInline
struct _ConduitState: OptionSet, _WordState {
    @usableFromInline let rawValue: Int
    @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

    /// There may be a value that this subscriber has not received, so a request matters.
    @inlinable @inline(__always) static var missed: Self { Self(rawValue: 1) }
    /// The subscriber has its subscription, so a completion may follow.
    @inlinable @inline(__always) static var attached: Self { Self(rawValue: 2) }
    /// The delivering thread knows of this conduit.
    @inlinable @inline(__always) static var listed: Self { Self(rawValue: 4) }
    /// The subscriber isn't admitted yet: the thread that subscribes, or makes the first request, sends it the kept values.
    @inlinable @inline(__always) static var joining: Self { Self(rawValue: 16) }
    /// The subscriber joins with its first request. Until then it isn't listed.
    @inlinable @inline(__always) static var parked: Self { Self(rawValue: 32) }
    /// A thread without a lock of the audience is inside the subscriber, because it has stepped out of its delivery or
    /// completes the subscriber. No other thread retires this conduit, and the list keeps it.
    @inlinable @inline(__always) static var occupied: Self { Self(rawValue: 64) }
    /// The current value is on its way to the subscriber, and the end follows it: the stream of a current-value subject begins
    /// with a value, or has none.
    @inlinable @inline(__always) static var receiving: Self { Self(rawValue: 128) }
    /// When this conduit was made, no subscriber had asked the subject for values yet.
    @inlinable @inline(__always) static var undemanded: Self { Self(rawValue: 8) }

    // The standard library's method is generic, and four calls deep in code that isn't optimised.
    @inlinable @inline(__always)
    func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }
}

/// A task of a conduit that depends on the type of its subscriber.
@frozen @usableFromInline
enum _ConduitTask {
    /// Give the subscriber its subscription.
    case subscribe
    /// Give the subscriber an empty subscription, because the audience has ended.
    case subscribeToNothing
    /// Send the current value of a subject, for which demand has been taken.
    case sendCurrent
    /// Send the audience's completion.
    case complete
    /// Release the subscriber, unless the subscriber releases this object instead.
    case release
}

/// The connection of one subscriber to an audience: the part that doesn't depend on the type of values.
///
/// `lock` guards `owner`. The entry points are closures in `let` properties: calling them costs no reference counting.
@usableFromInline
class _ConduitRoot: _ListedNode, _OperatorNode, _ConduitNode, _StateNode {
    @usableFromInline typealias State = _ConduitState
    @usableFromInline typealias Perform = (_ConduitRoot, _ConduitTask) -> Void

    @usableFromInline final let perform: Perform
    /// The object that the subscription retains, and that retains the audience. For a subject this is the publisher that was
    /// subscribed to, as in Combine. Under `lock`, unless this object never retires: then the property never changes.
    @usableFromInline @exclusivity(unchecked) final var owner: AnyObject?
    /// The audience, without a reference.
    @usableFromInline final let core: Unmanaged<_Audience>
    /// The values that are kept for this subscriber: the ``_Backlog`` of a subject, or a ``_ReplayReader``.
    @usableFromInline @exclusivity(unchecked) final var reader: AnyObject?
    /// The index in the list, for the delivering thread; negative if the conduit isn't listed.
    @usableFromInline @exclusivity(unchecked) final var listPlace: Int32 = -1
    /// Indicates whether the subscriber may keep this object after the end. If so, this object releases the audience and the
    /// subscriber at the end.
    @usableFromInline final let retires: Bool
    @usableFromInline final let kind: _AudienceKind

    // Not inlined: a client would compile it for each of its subscribers.
    @usableFromInline
    init(
        _ core: __shared _Audience, _ owner: AnyObject, _ state: State, retires: Bool,
        _ perform: @escaping Perform
    ) {
        self.owner = owner
        self.core = .passUnretained(core)
        self.retires = retires
        self.perform = perform
        kind = core.kind
        super.init(_handled(by: _ConduitRoot.self))
        self.state = state
    }

    final var listIndex: Int {
        get { Int(listPlace) }
        set { listPlace = Int32(newValue) }
    }

    @usableFromInline override var description: String { kind.rawValue }

    @usableFromInline override var customMirror: Mirror {
        let core = isOver ? nil : currentCore
        let children: [Mirror.Child] = [
            ("parent", core as Any), ("downstream", downstream as Any),
            ("demand", lastDemand), ("subject", core as Any),
        ]
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    /// The subscriber, for the mirror.
    @usableFromInline var downstream: Any? { nil }

    @usableFromInline
    final func requested(_ demand: Subscribers.Demand) {
        guard addDemand(demand) >= 0 else { return }
        if demand != .unlimited { attach() }
        let state = stateInOrder
        if !state.isDisjoint(with: [.missed, .undemanded]), let core = currentCore { core.requested(self) }
        // The audience may have ended before this demand could be seen.
        if demand == .unlimited, !retires {
            core._withUnsafeGuaranteedRef { $0.completeIfEnded(self) }
        }
    }

    /// Indicates whether the subscriber has its subscription, so that a completion may follow. Unlimited demand, which never
    /// changes, is enough to tell.
    final var isAttached: Bool { hasUnlimitedDemand || stateInOrder.contains(.attached) }

    /// Notes that the subscriber has its subscription.
    final func attach() {
        if !stateInOrder.contains(.attached) { insert(.attached) }
    }

    /// Indicates whether another thread is giving the subscriber its subscription.
    final var isEnteredByOther: Bool {
        if delivery.tryEnter() == nil { return true }
        delivery.exit()
        return false
    }

    /// The audience, unless the connection is over.
    final var currentCore: _Audience? {
        guard retires else { return core.takeUnretainedValue() }
        return lock.withLock { owner == nil ? nil : core.takeUnretainedValue() }
    }

    @usableFromInline
    final func cancelled() {
        if retires {
            // Read before the end: once that is noted, the delivering thread may release the audience.
            let core = currentCore
            if end() { core?.cancelled(self) }
        } else if end() {
            // Retained by `owner`, which never changes.
            core._withUnsafeGuaranteedRef { $0.cancelled(self) }
        }
    }

    /// Releases the audience and the subscriber, if the subscriber may keep this object. Called by
    /// the delivering thread when no delivery to this conduit is on its stack.
    final func retire() {
        if retires { releaseAll() }
    }

    @inline(never)
    private final func releaseAll() {
        lock.lock()
        let old = owner
        owner = nil
        lock.unlock()
        // A thread that ends the audience and a cancelling thread may both come here.
        guard let old else { return }
        perform(self, .release)
        withExtendedLifetime(old) {}
    }
}

/// The connection of one subscriber to an audience, for one type of values.
@usableFromInline
class _Conduit<Output>: _ConduitRoot {
    @usableFromInline typealias OnValue = (_Conduit<Output>, Output) -> Subscribers.Demand

    @usableFromInline let onValue: OnValue

    @inlinable @inline(__always)
    init(
        _ core: __shared _Audience, _ owner: AnyObject, _ state: State, retires: Bool,
        onValue: @escaping OnValue, perform: @escaping Perform
    ) {
        self.onValue = onValue
        super.init(core, owner, state, retires: retires, perform)
    }

    /// Sends a value for which there was demand.
    @inlinable @inline(__always)
    final func send(_ value: Output) {
        let more = onValue(self, value)
        if more > .none { addDemand(more) }
    }
}

/// A conduit with its subscriber.
@usableFromInline
final class _SubscriberConduit<S: Subscriber>: _Conduit<S.Input> {
    @usableFromInline let subscriber: S

    // Inlined, so that the subscriber is moved and its references aren't counted.
    @inlinable @inline(__always)
    init(_ core: __shared _Audience, _ owner: AnyObject, _ state: State, _ subscriber: __owned S) {
        self.subscriber = consume subscriber
        super.init(
            core, owner, state, retires: !S._drops,
            onValue: { conduit, value in
                // Demand was taken for this value, so the subscription has not been cancelled.
                _unsafeUncheckedDowncast(conduit, to: _SubscriberConduit<S>.self).deliver(value)
            },
            perform: { conduit, task in
                let me = unsafeDowncast(conduit, to: _SubscriberConduit<S>.self)
                switch task {
                case .subscribe: me.subscriber._receive(node: me)
                case .subscribeToNothing: me.subscriber._receive(node: _EmptyNode.shared)
                case .sendCurrent: me.core._withUnsafeGuaranteedRef { $0.asSubject.sendCurrent(to: me) }
                // Only a live audience gives its conduits tasks.
                case .complete:
                    me.subscriber.receive(completion: me.core._withUnsafeGuaranteedRef { $0.completion() })
                case .release: me.subscriber._release()
                }
            })
    }

    // A method, because unoptimised code copies the subscriber when it reads it from an object other than `self`.
    @inlinable @inline(__always)
    func deliver(_ value: S.Input) -> Subscribers.Demand { subscriber._receive(checked: value) }

    @usableFromInline override var downstream: Any? { isOver ? nil : subscriber }
}
