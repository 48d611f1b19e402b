import Synchronization

/// The audience of a subject, as far as it is the same for all types of values: the order of values, and when the current one
/// is sent.
///
/// The delivering thread owns `position`, `absences` and `nesting`. A thread steps out of its delivery while it is inside a
/// subscriber that has cancelled, and when the subject has ended: `SubjectRoot+Absence.swift`.
///
/// ``_SubjectCore`` sends values, and the closures of a conduit handle them.
@usableFromInline
class _SubjectRoot: _Audience {
    /// A Boolean value that indicates whether there is a current value, which new subscribers get.
    @usableFromInline final let replays: Bool
    /// Sends a conduit the current value. The closure knows the type of values, and captures nothing.
    @usableFromInline final let onCurrent: (_SubjectRoot, _ConduitRoot) -> Void
    /// A Boolean value that indicates whether a value becomes the current one only after all subscribers have had it, as with
    /// `@Published`.
    @usableFromInline final let storesLast: Bool
    /// The number of values that were sent while nobody was subscribed, which a trace reports. The delivering thread counts them, in a
    /// debug build only: a release build would take more instructions for each value.
    @usableFromInline final let missed = Atomic<UInt32>(0)

    /// The position of the delivery that is going on, the innermost one if deliveries are nested.
    @usableFromInline @exclusivity(unchecked) final var position = _DeliveryPosition()
    /// The deliveries whose threads have stepped out.
    @exclusivity(unchecked) final var absences: [_Absence] = []
    /// Made when deliveries are nested too deeply, or when a thread comes back as a guest.
    @exclusivity(unchecked) final var nesting: _Nesting?

    // Under `lock`.
    @exclusivity(unchecked) final var upstreams: [any Subscription] = []
    /// The number of upstreams at which the ended ones are removed.
    @exclusivity(unchecked) final var upstreamsLimit = 4

    @usableFromInline
    init(_ kind: _AudienceKind, onCurrent: @escaping (_SubjectRoot, _ConduitRoot) -> Void) {
        replays = kind != .passthrough
        storesLast = kind == .published
        self.onCurrent = onCurrent
        super.init(kind)
    }

    deinit { for upstream in upstreams { upstream.cancel() } }

    /// Sends the value of a delivery that another thread has stepped out of to the subscribers that haven't had it yet. So all
    /// subscribers see the values in one order, and the current one last.
    ///
    /// - Parameter beforeEnd: whether the end is due. The end also comes after the rest of this thread's own delivery.
    @usableFromInline func takeOver(beforeEnd: Bool) {}

    @inlinable @inline(__always)
    final func sendCurrent(to conduit: _ConduitRoot) { onCurrent(self, conduit) }

    /// Makes a conduit that keeps the values it is sent.
    func makeBacklogConduit() -> _ConduitRoot { fatalError("a subclass makes it") }

    /// Sends a subscriber the values that were kept for it.
    func send(_ backlog: _Backlog, to conduit: _ConduitRoot) {}

    override final func update(_ conduit: _ConduitRoot) {
        let backlog = takeBacklog(of: conduit)
        // Read only here: another thread may leave an end to this one meanwhile, which completes what is listed.
        let hasEnded = hasEnded
        if hasEnded {
            if let backlog { send(backlog, to: conduit) }
            conduit.remove(.joining)
            complete(conduit)
        }
        if conduit.isOver {
            if conduit.listIndex >= 0 { unsettle(conduit) } else { retire(conduit) }
            return
        }
        if hasEnded { return }
        if conduit.listIndex < 0 {
            conduit.insert(.listed)
            append(conduit)
            if let backlog { joined(conduit, backlog) }
        }
        if replays { sendMissed(to: conduit) }
    }

    /// A new subscriber stays in the mailbox during a nested send. The outer delivery stores its value when it is over, after
    /// the nested one, and doesn't reach a subscriber that is listed meanwhile. Such a subscriber would miss the value that the
    /// property has in the end.
    override final func waits(_ conduit: _ConduitRoot) -> Bool {
        storesLast && position.index >= 0 && !conduit.isOver && !hasEnded
            && (conduit.state.contains(.joining) || conduit.listIndex >= 0)
    }

    override final func requested(_ conduit: _ConduitRoot) {
        if !isDemanded.load(ordering: .relaxed) { demanded() }
        let state = conduit.stateInOrder
        if state.contains(.parked) {
            // The thread that gives the subscriber its subscription looks for requests afterwards.
            if conduit.isEnteredByOther { return }
            if unpark(conduit) { admit(conduit) }
        } else if state.contains(.missed), !state.contains(.joining) {
            updateSoon(conduit)
        }
    }

    /// Sends the current value, and leaves the values that are sent meanwhile to the delivering thread. Until then no other
    /// thread sends the subscriber anything.
    override final func join(_ conduit: _ConduitRoot) {
        if !hasEnded, conduit.takeDemand() {
            conduit.remove(.missed)
            keepBacklog(for: conduit)
            conduit.perform(conduit, .sendCurrent)
        }
        enqueue(conduit)
        drain()
    }

    override final func stepOut(of conduit: _ConduitRoot) -> Bool { stepsOut(of: conduit) }

    override final func entriesMoved(_ move: (Int) -> Int) {
        for index in absences.indices {
            absences[index].position.end = move(absences[index].position.end)
            absences[index].position.unstoredEnd = move(absences[index].position.unstoredEnd)
        }
    }

    override final func bringEnd() { bringLeftEnd() }

    @usableFromInline
    override final func leaveNested() {
        catchUp()
        delivery.exit()  // the outermost exit settles and looks into the mailbox
    }

    override final func leaveAsGuest() {
        position = nesting!.hosts.removeLast()
        leaveNested()
    }

    override final func cancelled(_ conduit: _ConduitRoot) {
        if replays {
            if unpark(conduit) { return conduit.retire() }
            if conduit.stateInOrder.contains(.joining) { return }  // a joining subscriber sees it
        }
        super.cancelled(conduit)
    }
}

extension _Audience {
    /// This audience as the subject that it is part of.
    @inlinable
    final var asSubject: _SubjectRoot { _unsafeUncheckedDowncast(self, to: _SubjectRoot.self) }
}

// MARK: - Sending

extension _SubjectRoot {
    /// Counts a value that nobody gets.
    @usableFromInline @inline(never)
    final func missedByAll() { missed.store(missed.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

    /// Takes the demand for one value from a subscriber whose demand is limited.
    ///
    /// - Returns: whether there was demand.
    @usableFromInline
    final func isAllowed(for conduit: _ConduitRoot) -> Bool {
        if !conduit.takeDemand() {
            guard replays else { return false }
            conduit.insert(.missed)
            // A request that came in between didn't see that a value was missed.
            guard conduit.demandCount > 0, conduit.takeDemand() else { return false }
        }
        if replays { conduit.remove(.missed) }
        return true
    }

    /// Enters after another thread, unless the subject has ended: after the end, no thread waits for a subscriber that handles
    /// it.
    ///
    /// - Returns: whether this thread is inside of a delivery now, as a guest; `nil` if it hasn't entered.
    @usableFromInline @inline(never)
    final func enterInTime() -> Bool? { hasEnded ? nil : delivery.enter() }

    /// Does the work that other threads have left to this one.
    ///
    /// - Returns: whether the subject has ended.
    @usableFromInline @inline(never)
    final func attend() -> Bool {
        if hasNews { takeMailbox() }
        if !absences.isEmpty { takeOver(beforeEnd: false) }
        return hasEnded
    }
}
