import Synchronization

/// The connection of one subscriber to a subject.
///
/// `word` is the subscriber's demand: `Int.max` for no limit, -1 once cancelled or completed. `flag` holds
/// the bits below. `lock` guards `parent`. The entry points are closures in `let` properties: calling them
/// costs no reference counting.
@usableFromInline
class _Conduit<Output, Failure: Error>: _Node, _OperatorNode {
    @usableFromInline typealias OnValue = (_Conduit<Output, Failure>, Output) -> Subscribers.Demand
    @usableFromInline typealias OnEnd =
        (_Conduit<Output, Failure>, Subscribers.Completion<Failure>?) -> Void

    /// The subject has a value that this subscriber has not had.
    @usableFromInline static var missed: Int { @inlinable @inline(__always) get { 1 } }
    /// The subscriber has its subscription: a completion may follow.
    @usableFromInline static var introduced: Int { @inlinable @inline(__always) get { 2 } }
    /// The subject has this conduit in its list.
    @usableFromInline static var listed: Int { @inlinable @inline(__always) get { 4 } }
    /// When this conduit was made, nobody had asked the subject for values yet.
    @usableFromInline static var pioneer: Int { @inlinable @inline(__always) get { 8 } }

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
    /// Where it stands in the subject's list; for the delivering thread.
    @usableFromInline @exclusivity(unchecked) final var listIndex = -1
    /// Where it stands in the subject's mail, under the mail's lock.
    @usableFromInline @exclusivity(unchecked) final var mailIndex = -1

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
        let isPioneer = !parent.isDemanded.load(ordering: .relaxed)
        flag.store((replays ? Self.missed : 0) | (isPioneer ? Self.pioneer : 0), ordering: .relaxed)
    }

    @usableFromInline override var description: String {
        storesLast ? "PublishedSubject" : replays ? "CurrentValueSubject" : "PassthroughSubject"
    }

    @usableFromInline override var customMirror: Mirror {
        let parent = word.load(ordering: .acquiring) < 0 ? nil : currentParent
        let children: [Mirror.Child] = [
            ("parent", parent as Any), ("downstream", downstream as Any),
            ("demand", Subscribers.Demand(word: word.load(ordering: .acquiring))), ("subject", parent as Any),
        ]
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    /// The subscriber, for the mirror.
    @usableFromInline var downstream: Any? { nil }

    @inlinable
    final func requested(_ demand: Subscribers.Demand) {
        guard add(demand) else { return }
        if demand != .unlimited { introduce() }
        let bits = flag.load(ordering: .acquiring)
        if bits & (Self.missed | Self.pioneer) != 0, let parent = currentParent {
            if !parent.isDemanded.load(ordering: .relaxed) { parent.demanded() }
            if bits & Self.missed != 0 { parent.wanted(self) }
        }
        // The subject may have ended before it could see this demand.
        if demand == .unlimited, !retires {
            core._withUnsafeGuaranteedRef { $0.completeIfEnded(self) }
        }
    }

    /// Whether the subscriber has its subscription, so that a completion may follow. A demand without limit
    /// tells it by itself: that demand stays as it is.
    @inlinable
    final var isIntroduced: Bool {
        word.load(ordering: .sequentiallyConsistent) == .max
            || flag.load(ordering: .sequentiallyConsistent) & Self.introduced != 0
    }

    /// The subscriber has its subscription.
    @inlinable
    final func introduce() {
        if flag.load(ordering: .sequentiallyConsistent) & Self.introduced == 0 {
            _ = flag.bitwiseOr(Self.introduced, ordering: .sequentiallyConsistent)
        }
    }

    /// The subject, unless the connection is over.
    @inlinable
    final var currentParent: _SubjectCore<Output, Failure>? {
        retires ? lock.withLock { parent } : parent
    }

    @inlinable
    final func cancelled() {
        guard word.exchange(-1, ordering: .acquiringAndReleasing) >= 0 else { return }
        if retires {
            currentParent?.cancelled(self)
        } else {
            // Kept by `parent`, which never changes.
            core._withUnsafeGuaranteedRef { $0.cancelled(self) }
        }
    }

    /// - Returns: `false` if the connection is over.
    @inlinable @discardableResult
    final func add(_ demand: Subscribers.Demand) -> Bool {
        var old = word.load(ordering: .relaxed)
        while old >= 0 && old != .max {
            let new: Int
            if demand == .unlimited {
                new = .max
            } else {
                let (sum, overflow) = old.addingReportingOverflow(Int(demand.rawValue))
                new = overflow ? .max : sum
            }
            let (stored, now) = word.weakCompareExchange(
                expected: old, desired: new, ordering: .sequentiallyConsistent)
            if stored { return true }
            old = now
        }
        return old >= 0
    }

    /// Takes the right to complete this subscriber, which exactly one caller gets.
    @inlinable
    final func claim() -> Bool { word.exchange(-1, ordering: .acquiringAndReleasing) >= 0 }

    /// Lets go of the subject and, where the subscriber may keep this object, of the subscriber. Called by
    /// the delivering thread when no delivery to this conduit is on its stack.
    @inlinable @inline(__always)
    final func retire() {
        if retires { letGo() }
    }

    @inlinable @inline(never)
    final func letGo() {
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
                unsafeDowncast(conduit, to: _SubscriberConduit<S>.self).subscriber._receive(checked: value)
            },
            onEnd: { conduit, completion in
                let me = unsafeDowncast(conduit, to: _SubscriberConduit<S>.self)
                if let completion {
                    me.subscriber.receive(completion: completion)
                } else {
                    me.subscriber._letGo()
                }
            },
            retires: !S._dropsSubscription)
    }

    @usableFromInline override var downstream: Any? { word.load(ordering: .acquiring) < 0 ? nil : subscriber }
}
