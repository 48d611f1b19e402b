import Synchronization

/// The engine of subjects, as far as it is the same for all types of values: who subscribes, and when what is due.
///
/// One thread at a time delivers: the one that holds `delivery`. The list of conduits, `holes`, `hasDead`,
/// `failure` and `nesting` are its own. A delivery borrows list entries without counting references, so entries are
/// removed only when no delivery is on the stack: nested calls mark them dead and the outermost exit reclaims them.
///
/// A thread that subscribes, requests or cancels while another one delivers puts the conduit into the *mailbox* and
/// goes on; the delivering thread drains the mailbox before it leaves. A conduit is in there at most once, and one that
/// is cancelled before it was listed is taken out, so the mailbox can't outgrow the number of live conduits.
///
/// It isn't generic, so that a program holds its code once, and not for each type of values: who sends values is
/// ``_SubjectCore``, and what a conduit does with them is in its closures.
@usableFromInline
class _SubjectRoot: CustomStringConvertible {
    /// A conduit, with a reference of the list's own.
    @usableFromInline typealias Entry = Unmanaged<_ConduitRoot>?

    /// Whether there is a current value, and new subscribers get it.
    @usableFromInline final let replays: Bool
    /// Whether a value becomes the current one only after all subscribers have had it, as with `@Published`.
    @usableFromInline final let storesLast: Bool

    @usableFromInline final let delivery = _DeliveryLock()
    @usableFromInline @exclusivity(unchecked) final var list: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) final var capacity = 1
    @usableFromInline @exclusivity(unchecked) final var count = 0
    /// How many entries of the list are empty.
    @exclusivity(unchecked) final var holes = 0
    /// Whether the list may hold conduits that are over.
    @usableFromInline @exclusivity(unchecked) final var hasDead = false
    /// Made when a subscriber sends from inside a delivery.
    @exclusivity(unchecked) final var nesting: _Nesting?
    /// Whether all is over, for all threads.
    @usableFromInline final let isEnded = Atomic<Bool>(false)
    /// The failure that ended it, in a cell.
    @usableFromInline @exclusivity(unchecked) final var failure: AnyObject?

    @usableFromInline final let hasNews = Atomic<Bool>(false)
    final let mailboxLock = _Lock()
    @exclusivity(unchecked) final var mailbox = _IndexedSet<_ConduitRoot>()

    // Of the current value, and here since a subclass with such a property crashes the optimizer of Swift 6.3.
    /// The current value, if it is a small trivial one: read without a lock.
    @usableFromInline final let bits = Atomic<UInt64>(0)
    /// Changes with the current value, by two; odd while a small one is replaced.
    @usableFromInline final let version = Atomic<Int>(0)
    @usableFromInline final let valueLock = _Lock()

    /// Whether any subscriber has ever asked for values; upstreams are asked then.
    @usableFromInline final let isDemanded = Atomic<Bool>(false)
    /// Under `mailboxLock`.
    @exclusivity(unchecked) final var upstreams: [any Subscription] = []
    /// Those that are getting their subscription from a subject with a current value; under `mailboxLock`.
    @exclusivity(unchecked) final var joiners: UnsafeMutablePointer<_Joiner>?
    /// Those that have their subscription from such a subject, and have not asked for anything; under `mailboxLock`.
    @exclusivity(unchecked) final var parked = _IndexedSet<_ConduitRoot>()
    /// How many upstreams there are when those that are over are looked for.
    @exclusivity(unchecked) final var upstreamsLimit = 4

    @usableFromInline
    init(replays: Bool, storesLast: Bool) {
        self.replays = replays
        self.storesLast = storesLast
        list = .allocate(capacity: 1)
    }

    deinit {
        for index in 0..<count { list[index]?.release() }
        list.deallocate()
        for upstream in upstreams { upstream.cancel() }
    }

    /// What the subject prints as: a mirror shows this in the subject's place.
    @usableFromInline var description: String { "Subject" }

    /// Whether all is over; for the delivering thread.
    @inlinable @inline(__always)
    final var hasEnded: Bool { isEnded.load(ordering: .relaxed) }
}

// MARK: - Sending

extension _SubjectRoot {
    /// Takes the demand for a value that is sent to a subscriber that counts them.
    ///
    /// - Returns: whether there was some.
    @usableFromInline
    final func isAllowed(for conduit: _ConduitRoot) -> Bool {
        if !conduit.takeDemand() {
            guard replays else { return false }
            conduit.insert(.missed)
            // A request that came in between didn't see that there is something it has missed.
            guard conduit.demandCount > 0, conduit.takeDemand() else { return false }
        }
        if replays { conduit.remove(.missed) }
        return true
    }

    /// Ends all, unless it has ended.
    @usableFromInline
    final func finish(with failure: AnyObject?) {
        let isNested = delivery.enter()
        if isNested && isTooDeep() { return postpone { $0.end(with: failure) } }
        if hasNews.load(ordering: .acquiring) { takeMailbox() }
        if !hasEnded { end(with: failure) }
        leave(isNested)
    }

    final func end(with failure: AnyObject?) {
        self.failure = failure
        isEnded.store(true, ordering: .sequentiallyConsistent)
        let end = count
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { complete($0) }
            index &+= 1
        }
        if replays {
            completeJoiners()
            completeParked()
        }
    }

    /// Completes a subscriber that has its subscription, or is getting it on this thread; any other is completed when
    /// it has it.
    final func complete(_ conduit: _ConduitRoot) {
        guard conduit.isAttached || conduit.delivery.isInside, conduit.end() else { return }
        hasDead = true
        conduit.perform(conduit, .complete)
    }

    @inlinable @inline(__always)
    final func leave(_ isNested: Bool) {
        if isNested { leaveNested() } else { leaveOutermost() }
    }

    @inlinable @inline(__always)
    final func leaveOutermost() {
        if hasDead { reclaim() }
        delivery.exitOutermost()
        if hasNews.load(ordering: .sequentiallyConsistent) { drain() }
    }
}
