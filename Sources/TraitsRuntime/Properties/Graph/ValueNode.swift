import Synchronization

/// A vertex of the property graph with its value.
///
/// The value is stored twice: `working` for the thread with the writer lock, and the published value for all threads. The
/// published value is in `bits` if it is small and trivial, such as a number, and is read with two loads; else it is in
/// `published`, under `lock`.
@usableFromInline
class _ValueNode<Value>: _GraphNode {
    @usableFromInline @exclusivity(unchecked) final var working: Value
    @usableFromInline @exclusivity(unchecked) final var published: Value?
    /// The previous value, kept until the publication of the new one is over.
    @usableFromInline @exclusivity(unchecked) final var old: Value?

    /// The observers, if there were any; made under `own` and the graph's `publication`.
    @usableFromInline @exclusivity(unchecked) final var channel: _PropertyChannel<Value>?

    /// The last of the values that were postponed to the end of the propagation.
    @usableFromInline @exclusivity(unchecked) final var intention: _PropertyIntention<Value>?

    /// - Parameter run: brings the node up to date; a source has its value already.
    @inlinable
    init(
        _ value: Value, _ graph: _PropertyGraph, run: @escaping Run = { $0.flags.contains(.inputChanged) }
    ) {
        working = value
        published = _ValueNode<Value>.isSmall ? nil : value
        super.init(
            graph, isPlain: _ValueNode<Value>.isSmall, run: run,
            publish: { _unsafeUncheckedDowncast($0, to: _ValueNode<Value>.self).show() },
            discard: _ValueNode<Value>.isSmall
                ? nil
                : {
                    let node = _unsafeUncheckedDowncast($0, to: _ValueNode<Value>.self)
                    _replace(&node.old, with: nil)
                })
        if _ValueNode<Value>.isSmall { store(value) }
    }

    /// Makes a source.
    @inlinable
    static func source(_ value: Value) -> _ValueNode {
        let node = _ValueNode(value, _PropertyGraph.shared)
        (node.isAlone, node.hasCompany) = (true, false)
        return node
    }

    @inlinable @inline(__always)
    static var isSmall: Bool { _isSmall(Value.self) }

    /// Takes a new working value, which is to be published.
    @inlinable @inline(__always)
    final func setWorking(_ value: Value) {
        working = value
        if Self.isSmall { pending = _bits(of: value) }
    }

    @inlinable @inline(__always)
    final func store(_ value: Value) { bits.store(_bits(of: value), ordering: .releasing) }

    /// The published value. For all threads; waits for nothing but a publication.
    @inlinable @inline(__always)
    final var value: Value {
        if graph.readState.load(ordering: .acquiring) != 0 { beginRead() }
        return visible
    }

    /// The published value, whether or not a publication is going on.
    @inlinable @inline(__always)
    final var visible: Value {
        Self.isSmall
            ? _value(of: bits.load(ordering: .acquiring), as: Value.self) : lock.withLock { published! }
    }

    /// Publishes the working value. No foreign code runs: nothing is released here for the last time.
    @inlinable @inline(__always)
    final func show() {
        if isChanged {
            if Self.isSmall {
                bits.store(pending, ordering: .releasing)
            } else {
                lock.lock()
                old = published
                published = working
                lock.unlock()
                graph.keepOld(of: self)
            }
        }
        if flags.contains(.finished) { isFinished.store(true, ordering: .releasing) }
        if let channel {
            own.enterSoon()
            if !channel.observers.isEmpty { inform(channel, isNews: isChanged) }
            own.exitOutermost()
        }
        if isChanged && isTracked { wakeReads() }
    }

    /// Hands the working value, the end or both to the observers. Under `own`.
    @inlinable @inline(never)
    final func inform(_ channel: _PropertyChannel<Value>, isNews: Bool) {
        let isEnd = isFinished.load(ordering: .relaxed)
        if !isEnd && channel.begin(working) {
            return graph.wake(
                _PropertyDelivery(self) {
                    let node = _unsafeUncheckedDowncast($0, to: _ValueNode<Value>.self)
                    node.channel!.tell(of: node)
                })
        }
        channel.interrupt()
        for case let node? in channel.observers.places {
            let conduit = _PropertyChannel<Value>.conduit(node)
            if isNews { conduit.offer(working) }
            if isEnd { conduit.finish() }
            graph.wake(_PropertyDelivery(conduit, conduit.deliver))
        }
        if isEnd {
            // The notification has them now, and releases them.
            channel.removeAll()
            isPlain = canBePlain
        }
    }

    /// Indicates whether a publication only stores the value as long as nobody observes it.
    @inlinable
    final var canBePlain: Bool { Self.isSmall && !isTracked }
}

extension _PropertyGraph {
    /// Adds observers to the notification that follows.
    @usableFromInline
    func wake(_ delivery: _PropertyDelivery) {
        if isHeld {
            fresh.append(delivery)
        } else {
            _PropertyThread.current._withUnsafeGuaranteedRef { $0.deliveries.append(delivery) }
        }
    }
}

// MARK: - Changing a source

extension _ValueNode {
    /// Changes the value. From inside a propagation: after it.
    @inlinable
    final func change(to value: Value) {
        if graph.isHeld { return changeLater(to: value) }
        if changeAlone(to: value) { return }
        let isOutermost = graph.enter()
        if isOutermost { changeNow(to: value) } else { changeLater(to: value) }
        graph.leave(isOutermost)
    }

    /// Changes a source that nothing is derived from. For a thread without the writer lock.
    ///
    /// No foreign code runs under `own`: the old value is released after it, and before the observers are told.
    ///
    /// - Returns: `false` if the source isn't alone.
    @inlinable @inline(__always)
    final func changeAlone(to value: Value) -> Bool {
        own.enterSoon()
        if !isAlone {
            own.exitOutermost()
            return false
        }
        var hasObservers = false
        if Self.isSmall {
            working = value
            store(value)
            hasObservers = informAlone()
            own.exitOutermost()
        } else {
            let before = working
            working = value
            lock.lock()
            let shown = published
            published = value
            lock.unlock()
            hasObservers = informAlone()
            own.exitOutermost()
            withExtendedLifetime((before, shown)) {}
        }
        if hasObservers { graph.tell() }
        return true
    }

    @inlinable @inline(__always)
    final func informAlone() -> Bool {
        var hasObservers = false
        if let channel, !channel.observers.isEmpty {
            inform(channel, isNews: true)
            hasObservers = true
        }
        if isTracked {
            wakeReads()
            hasObservers = true
        }
        return hasObservers
    }

    /// Changes the value. For the thread with the writer lock, between propagations.
    @inlinable
    final func changeNow(to value: Value, _ setting: _PropertySetting = .whole) {
        inGraph {
            if isDone { return }
            if setting.isCopy {
                note(setting)
            } else {
                timeOfSetting = graph.nextTime()
                if parts != nil { note(setting.made(at: timeOfSetting)) }
            }
            setWorking(value)
            flags.formUnion(.inputChanged)
            graph.propagate(from: self)
        }
    }

    /// Runs a body while other threads need the writer lock to change this node. For the thread with that lock.
    @inlinable @inline(__always)
    final func inGraph(_ body: () -> Void) {
        let wasAlone = isAlone
        if wasAlone { setAlone(false) }
        body()
        if wasAlone && !hasCompany { setAlone(true) }
    }

    @inlinable
    final func changeLater(to value: Value, _ setting: _PropertySetting = .whole) {
        if flags.contains(.newborn) { return changeAtBirth(to: value) }
        joinGraph()
        let setting = setting.isCopy ? setting : setting.made(at: graph.nextTime())
        parts?.note(setting)
        if let intention, intention.transaction == graph.transaction, graph.transaction != 0 {
            return intention.replace(by: value, setting)
        }
        let new = _PropertyIntention(value, setting, in: graph.transaction, before: intention)
        intention = new
        graph.postpone {
            if self.intention === new { self.intention = nil }
            new.before = nil
            for setting in new.settings.dropLast() { self.note(setting) }
            self.changeNow(to: new.value, new.settings.last!)
        } orForget: {
            // Later changes have been forgotten before this one.
            _replace(&self.intention, with: new.before)
            _replace(&new.before, with: nil)
        }
    }

    /// Changes the value in a way that depends on it.
    ///
    /// - Parameters:
    ///   - setting: the part that the body alters, and when.
    ///   - body: alters the value; returns `false` if the value is to stay as it was.
    @inlinable
    final func update(as setting: _PropertySetting = .whole, _ body: (inout Value) -> Bool) {
        let isOutermost = graph.enter()
        // A binding copies between propagations.
        if isOutermost || setting.isCopy && intention == nil {
            inGraph {
                var value = working
                flags.formUnion(.updating)
                let counts = body(&value)
                flags.subtract(.updating)
                if counts { changeNow(to: value, setting) }
            }
        } else {
            joinGraph()
            precondition(!flags.contains(.updating), "a property was modified by its own modification")
            var value = intention?.value ?? working
            flags.formUnion(.updating)
            let counts = body(&value)
            flags.subtract(.updating)
            if counts { changeLater(to: value, setting) }
        }
        graph.leave(isOutermost)
    }

    /// Notes that the source will not change any more.
    @usableFromInline
    final func finish() {
        let isOutermost = graph.enter()
        if isOutermost {
            finishNow()
        } else if flags.contains(.newborn) {
            finishAtBirth()
        } else {
            graph.postpone { [self] in finishNow() }
        }
        graph.leave(isOutermost)
    }

    @usableFromInline
    final func finishNow() {
        joinGraph()
        if isDone { return }
        graph.noteEnd(self)
        graph.propagate(from: self)
    }

    /// Marks a node that nobody has seen yet as finished.
    @usableFromInline
    final func finishAtBirth() {
        flags.formUnion(.done)
        isFinished.store(true, ordering: .releasing)
    }
}

/// A value that a property is to have at the end of the propagation or the transaction that is going on.
@usableFromInline
final class _PropertyIntention<Value> {
    @usableFromInline @exclusivity(unchecked) var value: Value
    /// The newest setting of each part, the newest of all last.
    @usableFromInline @exclusivity(unchecked) var settings: ContiguousArray<_PropertySetting>
    /// The number of the transaction, or zero.
    @usableFromInline let transaction: UInt
    /// The intention to return to if the transaction fails.
    @usableFromInline @exclusivity(unchecked) var before: _PropertyIntention?

    @inlinable
    init(_ value: Value, _ setting: _PropertySetting, in transaction: UInt, before: _PropertyIntention?) {
        self.value = value
        settings = [setting]
        self.transaction = transaction
        self.before = before
    }

    /// Replaces the value by a later one of the same transaction: nobody sees the value in between.
    @inlinable
    func replace(by value: Value, _ setting: _PropertySetting) {
        settings.removeAll { $0.part == setting.part }
        settings.append(setting)
        let old = self.value
        self.value = value
        // Its release may run code that sets the property again.
        withExtendedLifetime(old) {}
    }
}

// MARK: - Being made

extension _ValueNode {
    /// Lets this thread's changes take effect without delay until ``endBirth()``, also in the middle of another change: a
    /// publisher may send values inside the call that subscribes to it, and the property begins with them.
    @inlinable
    final func beginBirth() {
        if !graph.isHeld { return }
        joinGraph()
        flags.formUnion(.newborn)
    }

    @inlinable
    final func endBirth() {
        if graph.isHeld { flags.subtract(.newborn) }
    }

    /// Changes a value that nobody has read, observed or derived from.
    @usableFromInline
    final func changeAtBirth(to value: Value) {
        if isDone { return }
        working = value
        if Self.isSmall { return store(value) }
        lock.lock()
        let old = published
        published = value
        lock.unlock()
        withExtendedLifetime(old) {}
    }
}
