import Synchronization

// A thread in the middle of a change, in a closure, that needs another lane takes all of them. It waits for the changes
// that other threads make. If such a thread stands still in a closure because it needs all lanes too, the first thread
// *visits* the lane of the second: it becomes a guest at the lane's lock, and finds the properties of that lane as they were
// before the change. Its own change comes first, and the change that was visited goes on after it, with all lanes.

extension _PropertyThread {
    /// Enters all lanes. For a thread outside.
    func enterAll() -> _PropertyEntry {
        let world = _PropertyGraph.world
        let isGuest = world.writerLock.enterSoon()
        if isGuest && world.context.isWide {
            session = world.context
            return .guest(.passUnretained(world))
        }
        // The host of a guest has yet to get the lanes that it waits for.
        session = world
        takeLanes()
        return .outermost(.passUnretained(self))
    }

    /// Waits for the changes in all other lanes. For a thread in the middle of a change in one lane.
    ///
    /// It doesn't wait reluctantly: a thread that waits for all lanes outside of a change hosts it.
    func excludeOthers() {
        _PropertyGraph.world.writerLock.enter()
        takeLanes()
        if session!.isVisited { session!.scheduleNewDependents() }
    }

    private func takeLanes() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        var hosts: ContiguousArray<_PropertyGraph> = []
        _PropertyGraph.forEachLane { lane in
            if lane.writerLock.isFree || lane.writerLock.isInside { return }
            if lane.writerLock.enterSoon() { hosts.append(lane) } else { lane.writerLock.exitOutermost() }
        }
        hasWorld = true
        let ref = sessionRef!
        ref._withUnsafeGuaranteedRef { session in
            session.worldRef._withUnsafeGuaranteedRef { world in
                session.outerContextRef = world.contextRef
                world.contextRef = ref
            }
            session.hosts = hosts
            session.isWide = true
            var clock = session.clock
            _PropertyGraph.forEachLane { lane in
                lane.contextRef = ref
                // Times of different lanes are compared from now on.
                clock = max(clock, lane.clock)
            }
            session.clock = clock
        }
        for host in hosts { host.lend() }
    }

    /// Gives up all lanes but the one of this thread's change.
    func admitOthers() {
        hasWorld = false
        sessionRef!._withUnsafeGuaranteedRef { session in
            session.isWide = false
            let outer = session.outerContextRef!
            let isOuterWide = outer._withUnsafeGuaranteedRef { $0.isWide }
            let clock = session.clock
            _PropertyGraph.forEachLane { lane in
                lane.contextRef = isOuterWide ? outer : .passUnretained(lane)
                lane.clock = clock
            }
            if !session.hosts.isEmpty {
                let hosts = session.hosts
                session.hosts = []
                for host in hosts { host.takeBack() }
                for host in hosts { host.writerLock.exit() }
            }
            session.worldRef._withUnsafeGuaranteedRef { world in
                world.contextRef = outer
                world.writerLock.exit()
            }
        }
    }
}

extension _PropertyGraph {
    /// Indicates whether no thread has or awaits all lanes, so that a thread that has entered one may change its nodes.
    @inline(__always)
    var mayChangeAlone: Bool {
        worldRef._withUnsafeGuaranteedRef {
            $0.writerLock.isFree && $0.visitedChanges.load(ordering: .relaxed) == 0
        }
    }

    /// Takes all lanes if another thread has visited this change, which may have connected its nodes with other lanes.
    @inlinable @inline(__always)
    func goOnIfVisited() { if isVisited && !isWide { goOnWithAllLanes() } }

    @usableFromInline @inline(never)
    func goOnWithAllLanes() {
        _PropertyThread.current._withUnsafeGuaranteedRef { $0.excludeOthers() }
    }

    /// For a thread that has all lanes, and makes this change or visits it.
    func noteVisit() {
        if isVisited { return }
        isVisited = true
        _PropertyGraph.world.visitedChanges.add(1, ordering: .relaxed)
    }

    func endVisited() {
        isVisited = false
        _PropertyGraph.world.visitedChanges.subtract(1, ordering: .relaxed)
    }

    // MARK: For the visitor, which has all lanes

    /// Takes the nodes out of the running change's lists, and puts back their published values.
    fileprivate func lend() {
        noteVisit()
        guard highest >= 0 else { return }
        for index in 0...highest {
            var entry = levels[index].first
            levels[index] = List()
            while let current = entry {
                current._withUnsafeGuaranteedRef { node in
                    entry = node.next
                    lent.append((node, node.flags, index))
                    lend(node)
                }
            }
        }
        highest = -1
    }

    private func lend(_ node: _GraphNode) {
        let flags = node.flags
        if hasNewValue(node, flags) { node.exchangeWorking() }
        node.flags.subtract([.scheduled, .inputChanged, .changed, .finished])
        guard flags.contains(.finished) else { return }
        node.flags.subtract(.done)
        for dependent in node.dependents { dependent.node._withUnsafeGuaranteedRef { $0.openInputs += 1 } }
    }

    /// Indicates whether a node in a list has a working value that isn't published.
    private func hasNewValue(_ node: _GraphNode, _ flags: _GraphFlags) -> Bool {
        flags.contains(.changed) || node.inputs.isEmpty && flags.contains(.inputChanged)
    }

    /// Undoes ``lend()``.
    fileprivate func takeBack() {
        for (node, flags, index) in lent {
            node.flags.formUnion(flags.intersection([.scheduled, .inputChanged, .changed, .finished, .done]))
            if hasNewValue(node, flags) { node.exchangeWorking() }
            if flags.contains(.finished) {
                for dependent in node.dependents {
                    dependent.node._withUnsafeGuaranteedRef { $0.openInputs -= 1 }
                }
            }
            if (levels + index).pointee.append(node) && index > highest { highest = index }
        }
        lent = []
    }

    /// Has the nodes that visitors have connected to changed nodes take part in the change.
    fileprivate func scheduleNewDependents() {
        guard highest >= 0 else { return }
        for index in 0...highest {
            var entry = levels[index].first
            while let current = entry {
                current._withUnsafeGuaranteedRef { node in
                    entry = node.next
                    if node.flags.isDisjoint(with: [.changed, .finished]) { return }
                    for dependent in node.dependents {
                        dependent.node._withUnsafeGuaranteedRef { dependent in
                            if node.flags.contains(.changed) { dependent.flags.formUnion(.inputChanged) }
                            if dependent.flags.contains(.scheduled) { return }
                            raise(dependent, above: level)
                            schedule(dependent)
                        }
                    }
                }
            }
        }
    }
}

extension _DeliveryLock {
    /// Indicates whether no thread is inside.
    @inlinable @inline(__always)
    var isFree: Bool { owner.load(ordering: .sequentiallyConsistent) == 0 }
}
