import Synchronization

/// The part of both subjects that depends on the type of values: it sends and stores them. ``_SubjectRoot`` has the rest.
///
/// No stored property that has to be destroyed has a type that depends on `Output` or `Failure`: a generic class looks up the
/// metadata of each such type when it is released. That would be half of the cost of making and releasing a subject.
@usableFromInline
final class _SubjectCore<Output, Failure: Error>: _SubjectRoot {
    @usableFromInline typealias Conduit = _Conduit<Output>

    /// The current value, if it isn't a small trivial one.
    @usableFromInline @exclusivity(unchecked) var current: UnsafeMutablePointer<Output>?

    /// Creates a subject without a current value. Clients compile no code for a current value then.
    @inlinable
    init() { super.init(.passthrough) { _, _ in } }

    @inlinable
    init(current: Output, storesLast: Bool = false) {
        super.init(storesLast ? .published : .currentValue) { root, conduit in
            if let value = root.unstoredValue(for: conduit) {
                return _unsafeUncheckedDowncast(conduit, to: Conduit.self).send(
                    value.assumingMemoryBound(to: Output.self).pointee)
            }
            let (value, version) = _unsafeUncheckedDowncast(root, to: _SubjectCore<Output, Failure>.self)
                .loadVersion()
            if let reader = conduit.reader { unsafeDowncast(reader, to: _Backlog.self).first = version }
            _unsafeUncheckedDowncast(conduit, to: Conduit.self).send(value)
        }
        if !_isSmall(Output.self) {
            self.current = .allocate(capacity: 1)
            self.current?.initialize(to: current)
        } else {
            store(current)
        }
    }

    @inlinable
    deinit {
        if let current {
            current.deinitialize(count: 1)
            current.deallocate()
        }
    }

    @usableFromInline
    override func takeOver(beforeEnd: Bool) {
        if let rest = takeRest(beforeEnd: beforeEnd) {
            deliverNested(load(), keeps: true, from: rest.start, to: rest.end)
        }
    }

    override func makeBacklogConduit() -> _ConduitRoot { _BacklogConduit<Output>(self) }

    override func send(_ backlog: _Backlog, to conduit: _ConduitRoot) {
        let conduit = unsafeDowncast(conduit, to: Conduit.self)
        let kept = unsafeDowncast(backlog.conduit, to: _BacklogConduit<Output>.self)
        kept.keepCurrent(after: backlog.first)
        while !conduit.isOver, let (value, version) = kept.values.pop() {
            if version > backlog.first, isAllowed(for: conduit) { conduit.send(value) }
        }
    }

    @usableFromInline override var description: String {
        if storesLast { return "PublishedSubject<\(Output.self)>" }
        return replays
            ? String(reflecting: CurrentValueSubject<Output, Failure>.self)
            : String(reflecting: PassthroughSubject<Output, Failure>.self)
    }
}

// MARK: - Sending

extension _SubjectCore {
    /// Sends a value.
    ///
    /// - Parameters:
    ///   - keeps: whether the value replaces the current one.
    ///   - afterwards: whether it does so only after all subscribers have had it, as with `@Published`.
    ///   - alsoAfterEnd: whether it does so even after the end, when no subscriber gets it.
    // Commas instead of `&&`: unoptimised code counts a reference for the closure on its right side. Three Booleans, since
    // unoptimised code compares an enumeration by a generic function of the standard library.
    @inlinable @inline(__always)
    func send(_ value: Output, keeps: Bool, afterwards: Bool = false, alsoAfterEnd: Bool = false) {
        if let isNested = delivery.tryEnter() {
            if isNested {
                return sendNested(value, keeps: keeps, afterwards: afterwards, alsoAfterEnd: alsoAfterEnd)
            }
        } else {
            guard let isNested = enterInTime() else {
                if alsoAfterEnd { storeAfterEnd(value) }
                return
            }
            if isNested {
                return sendNested(value, keeps: keeps, afterwards: afterwards, alsoAfterEnd: alsoAfterEnd)
            }
        }
        if signals.load(ordering: .acquiring) != 0, attend() {
            if alsoAfterEnd { storeAfterEnd(value) }
        } else {
            if afterwards {
                withUnsafePointer(to: value) {
                    (position.unstored, position.unstoredEnd) = (UnsafeRawPointer($0), count)
                    deliver(value, keeps: keeps, from: 0, to: count)
                    position.unstored = nil
                }
                store(value)
            } else {
                if keeps {
                    store(value)
                } else if _isDebugAssertConfiguration(), count == 0 {
                    missedByAll()
                }
                deliver(value, keeps: keeps, from: 0, to: count)
            }
        }
        leaveOutermost()
    }

    /// Sends a value from inside a delivery.
    @inlinable @inline(never)
    func sendNested(_ value: Output, keeps: Bool, afterwards: Bool, alsoAfterEnd: Bool) {
        if isTooDeep() {
            if !hasEnded {
                if keeps { store(value) }
            } else if alsoAfterEnd {
                storeAfterEnd(value)
            }
            return postpone(value)
        }
        if signals.load(ordering: .acquiring) != 0, attend() {
            if alsoAfterEnd { storeAfterEnd(value) }
        } else {
            if afterwards {
                withUnsafePointer(to: value) {
                    let outer = (position.unstored, position.unstoredEnd)
                    (position.unstored, position.unstoredEnd) = (UnsafeRawPointer($0), count)
                    deliverNested(value, keeps: keeps, from: 0, to: count)
                    (position.unstored, position.unstoredEnd) = outer
                }
                store(value)
            } else {
                if keeps { store(value) }
                deliverNested(value, keeps: keeps, from: 0, to: count)
            }
        }
        leaveNested()
    }

    /// Sends a value like ``deliver(_:keeps:from:to:)``, possibly from inside another delivery.
    @inlinable @inline(never)
    func deliverNested(_ value: Output, keeps: Bool, from start: Int, to end: Int) {
        let outer = position
        deliver(value, keeps: keeps, from: start, to: end)
        position = outer
    }

    /// Sends a value to the conduits between two indices of the list. A subscriber that arrives during a delivery
    /// gets no part of it, since the end of the list is fixed at the beginning.
    @inlinable @inline(__always)
    func deliver(_ value: Output, keeps: Bool, from start: Int, to end: Int) {
        var index = start
        position.end = end
        if keeps { position.version = version.load(ordering: .relaxed) }
        while index < position.end {
            if let entry = list[index] {
                position.index = index
                let isOver = entry._withUnsafeGuaranteedRef { conduit in
                    let conduit = _unsafeUncheckedDowncast(conduit, to: Conduit.self)
                    // Overflows for `Int.max`, which is no limit. Unoptimised code would call the property that says so, and a
                    // comparison takes a register for the number.
                    let demand = conduit.word.load(ordering: .sequentiallyConsistent)
                    if demand.addingReportingOverflow(1).overflow {
                        // The subscriber has asked on another thread, which is about to look for the missed value.
                        if keeps, conduit.state.contains(.missed) { conduit.remove(.missed) }
                        _ = conduit.onValue(conduit, value)
                        return conduit.word.load(ordering: .sequentiallyConsistent) < 0
                    }
                    return sendLimited(value, to: conduit)
                }
                if isOver { index = comeBack(or: index) }
            }
            index &+= 1
        }
        position.index = -1
    }

    /// - Returns: whether the subscriber has cancelled.
    @inlinable @inline(never)
    func sendLimited(_ value: Output, to conduit: Conduit) -> Bool {
        if isAllowed(for: conduit) { conduit.send(value) }
        return conduit.isOver
    }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func postpone(_ value: Output) {
        postpone { root in
            let me = unsafeDowncast(root, to: _SubjectCore<Output, Failure>.self)
            // The value has been stored already.
            let outer = root.position.unstored
            root.position.unstored = nil
            me.deliverNested(value, keeps: root.replays, from: 0, to: root.count)
            root.position.unstored = outer
        }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion { finish(with: _Cell(error)) } else { finish(with: nil) }
    }
}

// MARK: - Subscribing

extension _SubjectCore {
    /// - Parameter owner: the object that holds this core, and lives at least as long as the subscription.
    // Inlined, so that the subscriber is moved into its conduit; a copy would count references.
    @inlinable @inline(__always)
    func attach<S: Subscriber>(_ subscriber: __owned S, keeping owner: AnyObject)
    where S.Input == Output, S.Failure == Failure {
        start(_SubscriberConduit(self, owner, firstState, consume subscriber), isUnlimited: S._asksForAll)
    }
}
