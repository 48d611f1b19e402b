import Synchronization

/// A list of subscribers that are sent the same values, with the state of each. Subjects and `share(replay:)` are built on
/// it.
///
/// One thread at a time delivers: it holds `delivery`, and only it touches the list. A delivery borrows list entries without
/// counting references, so entries are removed only when no delivery is on the stack: nested calls mark the audience
/// *unsettled*, and the outermost exit settles it.
///
/// A thread that subscribes, requests or cancels while another thread delivers puts the conduit into the *mailbox* and
/// goes on; the delivering thread drains the mailbox before it leaves. A conduit is in the mailbox at most once. If it is
/// cancelled before it was listed, it is taken out, so the mailbox can't outgrow the number of live conduits.
///
/// A conduit is *parked* if its subscriber is to be sent something inside its first request. Until then it is in neither
/// the list nor the mailbox.
///
/// An audience is independent of the type of values, so that a program holds its code once. A subclass decides the values
/// and their order.
@usableFromInline
class _Audience: CustomStringConvertible {
    /// A conduit with the list's reference to it.
    @usableFromInline typealias Entry = Unmanaged<_ConduitRoot>?

    @usableFromInline final let kind: _AudienceKind

    @usableFromInline final let delivery = _DeliveryLock()
    @usableFromInline @exclusivity(unchecked) final var list: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) final var capacity = 1
    @usableFromInline @exclusivity(unchecked) final var count = 0
    /// The number of empty entries in the list.
    @exclusivity(unchecked) final var holes = 0
    /// Indicates whether work is left for the time when no delivery is on the stack.
    @usableFromInline @exclusivity(unchecked) final var isUnsettled = false
    /// The conduits in the list that are over, in the order in which they ended. They are kept here so that the list need not
    /// be searched: many may end during one delivery.
    @exclusivity(unchecked) final var gone: ContiguousArray<_ConduitRoot> = []
    /// The bits `ended`, `news` and `away`, which are checked before a value is sent.
    @usableFromInline final let signals = Atomic<UInt>(0)
    /// The failure that ended the audience, in a cell. Written before ``ended`` is noted.
    @usableFromInline @exclusivity(unchecked) final var failure: AnyObject?

    /// The lock that guards the mailbox and the parked conduits.
    @usableFromInline final let lock = _Lock()
    @exclusivity(unchecked) final var mailbox = _IndexedSet<_ConduitRoot>()
    /// The conduits whose subscribers have their subscription and have not asked for anything.
    @exclusivity(unchecked) final var parked = _IndexedSet<_ConduitRoot>()

    // Only subjects use these. They are here because a subclass with such a property crashes the optimizer of Swift 6.3.
    /// The current value, if it is small and trivial: read without a lock.
    @usableFromInline final let bits = Atomic<UInt64>(0)
    /// A number that grows by two with each new current value, and is odd while a small value is replaced.
    @usableFromInline final let version = Atomic<Int>(0)
    @usableFromInline final let valueLock = _Lock()
    /// Indicates whether any subscriber has ever asked for values; upstreams are asked then.
    @usableFromInline final let isDemanded = Atomic<Bool>(false)

    @usableFromInline
    init(_ kind: _AudienceKind) {
        self.kind = kind
        list = .allocate(capacity: 1)
    }

    deinit {
        for index in 0..<count { list[index]?.release() }
        list.deallocate()
    }

    /// The printed name, which a conduit's mirror shows for the audience.
    @usableFromInline var description: String { kind.rawValue }

    // MARK: Methods of subclasses

    /// Updates a conduit: lists it, sends it the values that it has missed, completes it, or releases it.
    /// For the delivering thread.
    func update(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// Handles a request that matters according to the conduit's state.
    func requested(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// Sends a subscriber the values that it has asked for while another thread delivers, and leaves the rest to that thread.
    func join(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// Returns whether a conduit stays in the mailbox for now.
    func waits(_ conduit: _ConduitRoot) -> Bool { false }

    /// Indicates whether a subscriber still gets kept values when it asks, even after the end. Read it under `lock`, or on the
    /// delivering thread.
    var hasKeptValues: Bool { false }

    /// Gives up the delivery lock inside a conduit that has just cancelled.
    ///
    /// - Returns: whether the lock was given up.
    func stepOut(of conduit: _ConduitRoot) -> Bool { false }

    /// Adjusts the indices of deliveries whose threads have stepped out, after entries of the list have moved.
    func entriesMoved(_ move: (Int) -> Int) {}

    /// Does what another thread has left to this one, and leaves the delivery lock.
    func bringEnd() { fatalError("a subclass does it") }

    /// Leaves the delivery lock as a guest.
    func leaveAsGuest() {}

    /// Leaves the delivery lock from inside a delivery.
    @usableFromInline
    func leaveNested() { delivery.exit() }

    /// Does the work that was left for the time when no delivery is on the stack.
    @usableFromInline
    func settle() {
        while isUnsettled {
            isUnsettled = false
            reclaim()
        }
    }

    /// Handles the cancellation of a subscriber.
    func cancelled(_ conduit: _ConduitRoot) {
        if let isNested = delivery.tryVisit() {
            // Another thread may be enqueueing the conduit at this moment: the thread that drains the mailbox finds it dead.
            if hasNews { dequeue(conduit) }
            if conduit.listIndex < 0 {
                conduit.retire()
            } else if !isNested {
                remove(conduit)
            } else if stepOut(of: conduit) {
                return
            } else {
                unsettle(conduit)
            }
            leave(visit: isNested)
        } else if !conduit.stateInOrder.contains(.listed) && dequeue(conduit) {
            conduit.retire()
        } else {
            enqueue(conduit)
            drain()
        }
    }
}

/// The kind of publisher that an audience belongs to, as its conduits print it.
@usableFromInline
enum _AudienceKind: String {
    case passthrough = "PassthroughSubject"
    case currentValue = "CurrentValueSubject"
    case published = "PublishedSubject"
    case replay = "ShareReplay"
}

// MARK: - The end

extension _Audience {
    /// The audience has ended.
    static var ended: UInt { 1 }
    /// The mailbox isn't empty.
    static var news: UInt { 2 }
    /// A thread has stepped out of its delivery.
    static var away: UInt { 4 }

    @usableFromInline final var hasEnded: Bool {
        signals.load(ordering: .sequentiallyConsistent) & Self.ended != 0
    }

    @usableFromInline final var hasNews: Bool {
        signals.load(ordering: .sequentiallyConsistent) & Self.news != 0
    }

    /// Indicates whether a thread has stepped out of its delivery. For the delivering thread.
    @inline(__always)
    final var isLeft: Bool { signals.load(ordering: .relaxed) & Self.away != 0 }

    @usableFromInline
    final func noteEnd(with failure: AnyObject?) {
        self.failure = failure
        signals.bitwiseOr(Self.ended, ordering: .sequentiallyConsistent)
    }

    /// The completion with which the audience has ended.
    @inlinable
    final func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
        if let failure { .failure(unsafeDowncast(failure, to: _Cell<Failure>.self).value) } else { .finished }
    }

    /// Completes a subscriber that has its subscription, or is getting it on this thread. Any other subscriber is completed
    /// when it has its subscription; a subscriber inside the current value is completed when it has returned. A conduit that
    /// isn't in the list is retired afterwards, not before: no lock keeps out other threads that find it over.
    ///
    /// - Returns: whether this call did it.
    @usableFromInline @discardableResult
    final func complete(_ conduit: _ConduitRoot) -> Bool {
        guard conduit.isAttached || conduit.delivery.isInside, !conduit.state.contains(.receiving),
            !conduit.insert(.occupied).contains(.occupied)
        else { return false }
        let isFirst = conduit.end()
        if isFirst { conduit.perform(conduit, .complete) }
        conduit.remove(.occupied)
        if conduit.listIndex < 0 { retire(conduit) }
        return isFirst
    }

    /// Completes a subscriber that is not over although the audience has ended, because it asked too late or another thread
    /// left it to this one.
    @inline(__always)
    final func completeIfEnded(_ conduit: _ConduitRoot) {
        if hasEnded && !conduit.isOver && !conduit.state.contains(.joining) {
            enqueue(conduit)
            drain()
        }
    }

    /// Retires a conduit that is over, unless a thread is inside its subscriber, or is about to be. That thread then retires
    /// it afterwards.
    final func retire(_ conduit: _ConduitRoot) {
        if !conduit.stateInOrder.contains(.occupied) { conduit.retire() }
    }
}

// MARK: - Leaving

extension _Audience {
    /// Settles the audience, or leaves if this thread is a guest: a guest that came back after stepping out takes itself for
    /// the outermost call.
    ///
    /// - Returns: whether this thread was a guest, and has left.
    @usableFromInline @inline(never)
    final func settlesOrLeaves() -> Bool {
        if delivery.isGuest {
            leaveAsGuest()
            return true
        }
        settle()
        return false
    }

    /// Leaves after a visit.
    @inlinable @inline(__always)
    final func leave(visit isNested: Bool) {
        if isNested { leaveNested() } else { leaveOutermost(visit: true) }
    }

    @inlinable @inline(__always)
    final func leaveOutermost(visit: Bool = false) {
        if isUnsettled, settlesOrLeaves() { return }
        if !delivery.tryExit(visit: visit) { return leaveSlowly() }
        if signals.load(ordering: .sequentiallyConsistent) != 0 { drain() }
    }

    @usableFromInline @inline(never)
    final func leaveSlowly() {
        if delivery.exitUnlessDue() { drain() } else { bringEnd() }
    }
}
