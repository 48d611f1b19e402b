import Synchronization

/// Subscribers that are sent the same: the list of them, and what is due to each when. Subjects and `share(replay:)` are made of
/// it.
///
/// One thread at a time delivers: the one that holds `delivery`. The list is its own. A delivery borrows list entries without
/// counting references, so entries are removed only when no delivery is on the stack: nested calls mark the audience
/// *unsettled*, and the outermost exit settles it.
///
/// A thread that subscribes, requests or cancels while another one delivers puts the conduit into the *mailbox* and
/// goes on; the delivering thread drains the mailbox before it leaves. A conduit is in there at most once, and one that
/// is cancelled before it was listed is taken out, so the mailbox can't outgrow the number of live conduits.
///
/// A conduit whose subscriber is to be sent something inside its first request is *parked* until then, in neither the list
/// nor the mailbox.
///
/// It knows no types of values, so that a program holds its code once. What it sends, and in which order, is a subclass's.
@usableFromInline
class _Audience: CustomStringConvertible {
    /// A conduit, with a reference of the list's own.
    @usableFromInline typealias Entry = Unmanaged<_ConduitRoot>?

    @usableFromInline final let kind: _AudienceKind

    @usableFromInline final let delivery = _DeliveryLock()
    @usableFromInline @exclusivity(unchecked) final var list: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) final var capacity = 1
    @usableFromInline @exclusivity(unchecked) final var count = 0
    /// How many entries of the list are empty.
    @exclusivity(unchecked) final var holes = 0
    /// Whether something is left to be done when no delivery is on the stack.
    @usableFromInline @exclusivity(unchecked) final var isUnsettled = false
    /// The conduits in the list that are over, in the order in which they left. Nobody looks for them in the list: many may leave
    /// inside of one delivery.
    @exclusivity(unchecked) final var gone: ContiguousArray<_ConduitRoot> = []
    /// What has to be looked at before a value is sent: the bits below.
    @usableFromInline final let signals = Atomic<UInt>(0)
    /// The failure that ended it, in a cell. Written before ``ended`` is noted.
    @usableFromInline @exclusivity(unchecked) final var failure: AnyObject?

    /// Guards the mailbox and what is parked.
    @usableFromInline final let lock = _Lock()
    @exclusivity(unchecked) final var mailbox = _IndexedSet<_ConduitRoot>()
    /// Those that have their subscription and have not asked for anything.
    @exclusivity(unchecked) final var parked = _IndexedSet<_ConduitRoot>()

    // Of subjects, and here since a subclass with such a property crashes the optimizer of Swift 6.3.
    /// The current value, if it is a small trivial one: read without a lock.
    @usableFromInline final let bits = Atomic<UInt64>(0)
    /// Changes with the current value, by two; odd while a small one is replaced.
    @usableFromInline final let version = Atomic<Int>(0)
    @usableFromInline final let valueLock = _Lock()
    /// Whether any subscriber has ever asked for values; upstreams are asked then.
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

    /// What it prints as: a mirror of a conduit shows this in its place.
    @usableFromInline var description: String { kind.rawValue }

    // MARK: What a subclass says

    /// Does what has become due for a conduit: lists it, sends it what it has missed, completes it, or releases it.
    /// For the delivering thread.
    func update(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// A subscriber has asked for something, and its state says that this matters.
    func requested(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// Sends a subscriber what it has asked for while another thread delivers to the others, and leaves it to that one.
    func join(_ conduit: _ConduitRoot) { fatalError("a subclass does it") }

    /// Whether a conduit stays in the mailbox for now.
    func waits(_ conduit: _ConduitRoot) -> Bool { false }

    /// Whether there are values that a subscriber gets when it asks, even if all is over. Under `lock`, or for the delivering
    /// thread.
    var hasKeptValues: Bool { false }

    /// Lets go of the delivery lock inside of a conduit that has just gone.
    ///
    /// - Returns: whether it did.
    func stepOut(of conduit: _ConduitRoot) -> Bool { false }

    /// The entries of the list have moved: changes the indices that are remembered of deliveries whose threads have stepped out.
    func entriesMoved(_ move: (Int) -> Int) {}

    /// Leaves the delivery lock to the thread that this one came back beside.
    func leaveAsGuest() {}

    /// Leaves the delivery lock from inside a delivery.
    @usableFromInline
    func leaveNested() { delivery.exit() }

    /// Does what is left to be done when no delivery is on the stack.
    @usableFromInline
    func settle() {
        while isUnsettled {
            isUnsettled = false
            reclaim()
        }
    }

    /// A subscriber has cancelled.
    func cancelled(_ conduit: _ConduitRoot) {
        if let isNested = delivery.tryEnter() {
            // Another thread may be enqueueing it at this moment: the thread that drains the mailbox finds it dead.
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
            leave(isNested)
        } else if !conduit.stateInOrder.contains(.listed) && dequeue(conduit) {
            conduit.retire()
        } else {
            enqueue(conduit)
            drain()
        }
    }
}

/// What an audience belongs to, as its conduits print it.
@usableFromInline
enum _AudienceKind: String {
    case passthrough = "PassthroughSubject"
    case currentValue = "CurrentValueSubject"
    case published = "PublishedSubject"
    case replay = "ShareReplay"
}

// MARK: - The end

extension _Audience {
    /// All is over.
    static var ended: UInt { 1 }
    /// Something is in the mailbox.
    static var news: UInt { 2 }
    /// A thread has stepped out of its delivery.
    static var away: UInt { 4 }

    @usableFromInline final var hasEnded: Bool {
        signals.load(ordering: .sequentiallyConsistent) & Self.ended != 0
    }

    @usableFromInline final var hasNews: Bool {
        signals.load(ordering: .sequentiallyConsistent) & Self.news != 0
    }

    /// Whether a thread has stepped out of its delivery. For the delivering thread.
    @inline(__always)
    final var isLeft: Bool { signals.load(ordering: .relaxed) & Self.away != 0 }

    @usableFromInline
    final func noteEnd(with failure: AnyObject?) {
        self.failure = failure
        signals.bitwiseOr(Self.ended, ordering: .sequentiallyConsistent)
    }

    /// How all ended, once it has.
    @inlinable
    final func completion<Failure: Error>() -> Subscribers.Completion<Failure> {
        if let failure { .failure(unsafeDowncast(failure, to: _Cell<Failure>.self).value) } else { .finished }
    }

    /// Completes a subscriber that has its subscription, or is getting it on this thread; any other is completed when
    /// it has it, and one that is inside of the current value when it has returned. Unless it is still in the list, it is
    /// retired then, and not before: no lock keeps out the others that find it over.
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

    /// Completes a subscriber that has asked for something when all was over, or that others have left to it.
    @inline(__always)
    final func completeIfEnded(_ conduit: _ConduitRoot) {
        if hasEnded && !conduit.isOver && !conduit.state.contains(.joining) {
            enqueue(conduit)
            drain()
        }
    }

    /// Retires a conduit that is over, unless a thread is inside of its subscriber, or is about to be: that one does so
    /// when it is done.
    final func retire(_ conduit: _ConduitRoot) {
        if !conduit.stateInOrder.contains(.occupied) { conduit.retire() }
    }
}

// MARK: - Leaving

extension _Audience {
    /// Settles, unless this thread is a guest: one that came back from an absence as such takes itself for the outermost.
    ///
    /// - Returns: whether it was a guest, and has left.
    @usableFromInline @inline(never)
    final func settlesOrLeaves() -> Bool {
        if delivery.isGuest {
            leaveAsGuest()
            return true
        }
        settle()
        return false
    }

    @inlinable @inline(__always)
    final func leave(_ isNested: Bool) {
        if isNested { leaveNested() } else { leaveOutermost() }
    }

    @inlinable @inline(__always)
    final func leaveOutermost() {
        if isUnsettled, settlesOrLeaves() { return }
        delivery.exitOutermost()
        if signals.load(ordering: .sequentiallyConsistent) != 0 { drain() }
    }
}
