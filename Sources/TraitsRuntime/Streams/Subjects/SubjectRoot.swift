import Synchronization

/// The audience of a subject, as far as it is the same for all types of values: the order of values and the current one.
///
/// Of what the delivering thread owns, `position`, `absences` and `nesting` are here. A thread steps out of its delivery while
/// it is inside a subscriber that has cancelled, and when all is over: `SubjectRoot+Absence.swift`.
///
/// ``_SubjectCore`` sends values, and what a conduit does with them is in its closures.
@usableFromInline
class _SubjectRoot: _Audience {
    /// Whether there is a current value, and new subscribers get it.
    @usableFromInline final let replays: Bool
    /// Sends a conduit the current value. A closure that knows the type of values, and captures nothing.
    @usableFromInline final let onCurrent: (_SubjectRoot, _ConduitRoot) -> Void
    /// Whether a value becomes the current one only after all subscribers have had it, as with `@Published`.
    @usableFromInline final let storesLast: Bool

    /// Where the delivery is that is going on, the innermost one if there are several inside each other.
    @usableFromInline @exclusivity(unchecked) final var position = _DeliveryPosition()
    /// The deliveries whose threads have stepped out.
    @exclusivity(unchecked) final var absences: [_Absence] = []
    /// Made when a subscriber sends from inside a delivery.
    @exclusivity(unchecked) final var nesting: _Nesting?

    // Under `lock`.
    @exclusivity(unchecked) final var upstreams: [any Subscription] = []
    /// How many upstreams there are when those that are over are looked for.
    @exclusivity(unchecked) final var upstreamsLimit = 4

    @usableFromInline
    init(_ kind: _AudienceKind, onCurrent: @escaping (_SubjectRoot, _ConduitRoot) -> Void) {
        replays = kind != .passthrough
        storesLast = kind == .published
        self.onCurrent = onCurrent
        super.init(kind)
    }

    deinit { for upstream in upstreams { upstream.cancel() } }

    /// Sends what another thread has been sending before it stepped out of the delivery, to the subscribers that have
    /// not had it yet. So all subscribers see the values in one order, and the current one last.
    @usableFromInline func takeOver() {}

    @inlinable @inline(__always)
    final func sendCurrent(to conduit: _ConduitRoot) { onCurrent(self, conduit) }

    /// Makes a conduit that keeps what it is sent.
    func makeBacklogConduit() -> _ConduitRoot { fatalError("a subclass makes it") }

    /// Sends a subscriber what was kept for it.
    func send(_ backlog: _Backlog, to conduit: _ConduitRoot) {}

    override final func update(_ conduit: _ConduitRoot) {
        let backlog = takeBacklog(of: conduit)
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

    /// A subscriber stays in the mailbox for as long as a delivery goes on that a value is sent from inside of: what
    /// that delivers is stored when it is over, after the value from inside, and a subscriber that is listed before gets
    /// no part of it. So it would never hear of the value that the property has in the end.
    override final func waits(_ conduit: _ConduitRoot) -> Bool {
        storesLast && position.index >= 0 && !conduit.isOver && !hasEnded
            && (conduit.state.contains(.joining) || conduit.listIndex >= 0)
    }

    override final func requested(_ conduit: _ConduitRoot) {
        if !isDemanded.load(ordering: .relaxed) { demanded() }
        let state = conduit.stateInOrder
        if state.contains(.parked) {
            // A thread that gives the subscriber its subscription looks again when it has done so.
            if conduit.isEnteredByOther { return }
            if unpark(conduit) { admit(conduit) }
        } else if state.contains(.missed), !state.contains(.joining) {
            updateSoon(conduit)
        }
    }

    /// What has been sent meanwhile is left to the delivering thread too. Until then nobody else sends the subscriber anything.
    override final func join(_ conduit: _ConduitRoot) {
        if conduit.takeDemand() {
            conduit.remove(.missed)
            keepBacklog(for: conduit)
            conduit.perform(conduit, .sendCurrent)
        }
        enqueue(conduit)
        drain()
    }

    override final func stepOut(of conduit: _ConduitRoot) -> Bool { stepsOut(of: conduit) }

    override final func entriesMoved(_ move: (Int) -> Int) {
        for index in absences.indices { absences[index].position.end = move(absences[index].position.end) }
    }

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
    /// An audience that is a subject's.
    @inlinable
    final var asSubject: _SubjectRoot { _unsafeUncheckedDowncast(self, to: _SubjectRoot.self) }
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
    /// - Returns: whether this thread is inside of a delivery now, as a guest; `nil` if it hasn't entered.
    @usableFromInline @inline(never)
    final func enterInTime() -> Bool? { hasEnded ? nil : delivery.enter() }

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
        guard let isNested = delivery.tryEnter() ?? enterInTime() else { return }
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
            list[index]?._withUnsafeGuaranteedRef { if complete($0) { unsettle($0) } }
            index &+= 1
        }
        endParked()
    }

    /// Ends all and leaves. The subscribers are completed after that, so that nobody waits for what they do then: nobody
    /// sends any more, and the list isn't needed.
    private final func endOutermost(with failure: AnyObject?) {
        noteEnd(with: failure)
        let count = takeEntries()
        leaveOutermost()
        for index in 0..<count { list[index]?._withUnsafeGuaranteedRef { _ = complete($0) } }
        endParked()
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            entry._withUnsafeGuaranteedRef { if $0.isOver { retire($0) } }
            entry.release()
        }
    }

    /// Leaves the entries to the thread that ends all: nobody else looks at the list, or appends to it, from then on. Those
    /// that a thread is inside of which has stepped out are left to that thread.
    ///
    /// - Returns: how many there are.
    private final func takeEntries() -> Int {
        for index in 0..<count {
            list[index]?._withUnsafeGuaranteedRef { conduit in
                conduit.listIndex = -1
                if conduit.state.contains(.occupied) { list[index] = nil }
            }
        }
        entriesMoved { _ in 0 }
        defer { (count, holes, isUnsettled, gone) = (0, 0, false, []) }
        return count
    }
}
