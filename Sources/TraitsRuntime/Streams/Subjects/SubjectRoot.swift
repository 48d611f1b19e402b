import Synchronization

/// The engine of subjects, as far as it is the same for all types of values: the subscribers, and what is due when.
///
/// One thread at a time delivers: the one that holds `delivery`. The list of conduits, `holes`, `hasDead`,
/// `position`, `absences`, `failure` and `nesting` are its own. A delivery borrows list entries without counting
/// references, so entries are removed only when no delivery is on the stack: nested calls mark them dead and the
/// outermost exit reclaims them. A thread steps out of its delivery while it is inside a subscriber that has
/// cancelled, and when all is over: `SubjectRoot+Absence.swift`.
///
/// A thread that subscribes, requests or cancels while another one delivers puts the conduit into the *mailbox* and
/// goes on; the delivering thread drains the mailbox before it leaves. A conduit is in there at most once, and one that
/// is cancelled before it was listed is taken out, so the mailbox can't outgrow the number of live conduits.
///
/// It isn't generic, so that a program holds its code once, and not for each type of values. ``_SubjectCore`` sends
/// values, and what a conduit does with them is in its closures.
@usableFromInline
class _SubjectRoot: CustomStringConvertible {
    /// A conduit, with a reference of the list's own.
    @usableFromInline typealias Entry = Unmanaged<_ConduitRoot>?

    /// Whether there is a current value, and new subscribers get it.
    @usableFromInline final let replays: Bool
    /// Sends a conduit the current value. A closure that knows the type of values, and captures nothing.
    @usableFromInline final let onCurrent: (_SubjectRoot, _ConduitRoot) -> Void
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
    /// Where the delivery is that is going on, the innermost one if there are several inside each other.
    @usableFromInline @exclusivity(unchecked) final var position = _DeliveryPosition()
    /// The deliveries whose threads have stepped out.
    @exclusivity(unchecked) final var absences: [_Absence] = []
    /// Made when a subscriber sends from inside a delivery.
    @exclusivity(unchecked) final var nesting: _Nesting?
    /// What has to be looked at before a value is sent: the bits below.
    @usableFromInline final let signals = Atomic<UInt>(0)
    /// The failure that ended it, in a cell.
    @usableFromInline @exclusivity(unchecked) final var failure: AnyObject?

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
    init(replays: Bool, storesLast: Bool, onCurrent: @escaping (_SubjectRoot, _ConduitRoot) -> Void) {
        self.replays = replays
        self.storesLast = storesLast
        self.onCurrent = onCurrent
        list = .allocate(capacity: 1)
    }

    deinit {
        for index in 0..<count { list[index]?.release() }
        list.deallocate()
        for upstream in upstreams { upstream.cancel() }
    }

    /// Sends what another thread has been sending before it stepped out of the delivery, to the subscribers that have
    /// not had it yet. So all subscribers see the values in one order, and the current one last.
    @usableFromInline func takeOver() {}

    /// Makes a conduit that keeps what it is sent.
    func makeBacklogConduit() -> _ConduitRoot { fatalError("a subclass makes it") }

    /// Sends a subscriber what was kept for it.
    func send(_ backlog: _Backlog, to conduit: _ConduitRoot) {}

    /// What the subject prints as: a mirror shows this in the subject's place.
    @usableFromInline var description: String { "Subject" }

    // MARK: Signals

    /// All is over.
    static var ended: UInt { 1 }
    /// Something is in the mailbox.
    static var news: UInt { 2 }
    /// A thread has stepped out of its delivery.
    static var away: UInt { 4 }

    @usableFromInline final var hasEnded: Bool {
        signals.load(ordering: .sequentiallyConsistent) & Self.ended != 0
    }

    final var hasNews: Bool { signals.load(ordering: .sequentiallyConsistent) & Self.news != 0 }
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

    /// Enters after another thread, unless that has ended all: no thread that comes after the end waits for what a
    /// subscriber does with it.
    ///
    /// - Returns: whether this thread has entered.
    @usableFromInline @inline(never)
    final func enterInTime() -> Bool {
        if hasEnded { return false }
        delivery.enter()
        return true
    }

    /// Does what others have left to do.
    ///
    /// - Returns: whether all is over.
    @usableFromInline @inline(never)
    final func attend() -> Bool {
        if hasNews { takeMailbox() }
        if !absences.isEmpty { takeOver() }
        return hasEnded
    }

    /// Ends all, unless it has ended.
    @usableFromInline
    final func finish(with failure: AnyObject?) {
        let isNested: Bool
        if let entry = delivery.tryEnter() {
            isNested = entry
        } else {
            guard enterInTime() else { return }
            isNested = false
        }
        if isNested && isTooDeep() { return postpone { $0.end(with: failure) } }
        if !attend() {
            if !isNested { return endOutermost(with: failure) }
            end(with: failure)
        }
        leave(isNested)
    }

    /// Ends all from inside a delivery.
    final func end(with failure: AnyObject?) {
        noteEnd(with: failure)
        let end = count
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { if complete($0) { hasDead = true } }
            index &+= 1
        }
        completeUnlisted()
    }

    /// Ends all and leaves. The subscribers are completed after that, so that nobody waits for what they do then: nobody
    /// sends any more, and the list isn't needed.
    private final func endOutermost(with failure: AnyObject?) {
        noteEnd(with: failure)
        let count = takeEntries()
        leaveOutermost()
        for index in 0..<count { list[index]?._withUnsafeGuaranteedRef { _ = complete($0) } }
        completeUnlisted()
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            entry._withUnsafeGuaranteedRef { if $0.isOver { retire($0) } }
            entry.release()
        }
    }

    private final func noteEnd(with failure: AnyObject?) {
        self.failure = failure
        signals.bitwiseOr(Self.ended, ordering: .sequentiallyConsistent)
    }

    private final func completeUnlisted() {
        guard replays else { return }
        completeJoiners()
        completeParked()
    }

    /// Completes a subscriber that has its subscription, or is getting it on this thread; any other is completed when
    /// it has it, and one that is inside of the current value when it has returned. Unless it is still in the list, it is retired then, and not before: no lock keeps out the others that
    /// find it over.
    ///
    /// - Returns: whether this call did it.
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

    /// Retires a conduit that is over, unless a thread is inside of its subscriber, or is about to be: that one does so
    /// when it is done.
    final func retire(_ conduit: _ConduitRoot) {
        if !conduit.stateInOrder.contains(.occupied) { conduit.retire() }
    }

    @inlinable @inline(__always)
    final func leave(_ isNested: Bool) {
        if isNested { leaveNested() } else { leaveOutermost() }
    }

    @inlinable @inline(__always)
    final func leaveOutermost() {
        if hasDead { reclaim() }
        delivery.exitOutermost()
        if signals.load(ordering: .sequentiallyConsistent) != 0 { drain() }
    }
}
