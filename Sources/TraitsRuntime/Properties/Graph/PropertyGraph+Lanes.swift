import Synchronization

// The lanes: changes of properties that have nothing to do with each other run side by side.

extension _PropertyGraph {
    /// The number of lanes. More of them let more threads change properties at a time; a thread that needs all of them
    /// looks at each.
    private static let laneCount = 16

    /// The graph whose writer lock excludes all lanes.
    @usableFromInline static let shared = _PropertyGraph(lane: 0)

    static let lanes: ContiguousArray<_PropertyGraph> = ContiguousArray(
        (1...laneCount).map { _PropertyGraph(lane: UInt($0)) })

    @usableFromInline static var anyLane: _PropertyGraph { lanes[0] }

    private static let sourceCount = Atomic<UInt>(0)

    /// Returns the lane of a new source. Multiples of the golden ratio are spread evenly, however many sources a part of
    /// the program makes for each of its graphs.
    @usableFromInline
    static func laneOfNewSource() -> _PropertyGraph {
        let number = sourceCount.add(1, ordering: .relaxed).oldValue
        return lanes[Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - 4))]
    }
}

/// The way in which a call has entered the graph.
@frozen @usableFromInline
enum _PropertyEntry {
    /// A call further up the stack, or on the thread whose guest this thread is, makes the change.
    case nested
    /// The call makes changes itself, on this thread.
    case outermost(Unmanaged<_PropertyThread>)
    /// The call is a guest of the thread that makes the change, and has entered this lock.
    case guest(Unmanaged<_PropertyGraph>)
    /// The call has all lanes to itself, but one of their threads is in the middle of a change, and stands still.
    case visitor(Unmanaged<_PropertyThread>)

    @inlinable @inline(__always)
    var isOutermost: Bool { if case .outermost = self { true } else { false } }
}

extension _GraphNode {
    /// Puts a node that no other thread knows into the lane of this thread's change.
    @usableFromInline
    final func joinSession() {
        guard let session = _PropertyThread.session, session !== _PropertyGraph.shared else { return }
        laneWord.store(session.word, ordering: .relaxed)
    }
}

extension _PropertyThread {
    /// Indicates whether this thread is inside a change.
    @usableFromInline
    static var isChanging: Bool { isInside }

    /// Indicates whether this thread makes a change while another one stands still in the middle of a change.
    @usableFromInline
    static var isVisitor: Bool {
        current._withUnsafeGuaranteedRef { !$0.hosts.isEmpty || $0.guestLane != nil || $0.isGuestOfAll || $0.isBorrowing }
    }

    /// The graph with the lists of the change that this thread is inside of.
    @usableFromInline
    static var session: _PropertyGraph? {
        current._withUnsafeGuaranteedRef { $0.session }
    }
}

// MARK: - Entering

extension _GraphNode {
    /// Enters the lane of this node.
    @usableFromInline
    final func enter() -> _PropertyEntry {
        let current = _PropertyThread.current
        return current._withUnsafeGuaranteedRef { thread in
            if let session = thread.session {
                if !thread.isExclusive && lane != session.word { thread.excludeOthers() }
                return .nested
            }
            while true {
                let graph = self.graph
                let isGuest: Bool
                if let inside = graph.writerLock.tryEnter() {
                    isGuest = inside
                } else {
                    isGuest = graph.writerLock.enterSoon()
                    atomicMemoryFence(ordering: .sequentiallyConsistent)
                }
                if lane != graph.word {
                    graph.writerLock.exit()
                } else if isGuest {
                    thread.session = graph.context
                    thread.guestLane = graph
                    return .guest(.passUnretained(graph))
                } else if _PropertyGraph.shared.writerLock.isFree {
                    thread.session = graph
                    thread.lane = graph
                    return .outermost(current)
                } else {
                    graph.writerLock.exitOutermost()
                    return thread.enterAll()
                }
            }
        }
    }
}

extension _PropertyGraph {
    /// Enters the lane of several nodes. They have one lane afterwards.
    @usableFromInline
    static func enter(for nodes: ContiguousArray<_GraphNode>) -> _PropertyEntry {
        guard let first = nodes.first else { return enterAll() }
        if nodes.allSatisfy({ $0.lane == first.lane }) {
            let entry = first.enter()
            if nodes.allSatisfy({ $0.lane == first.lane }) { return entry }
            leave(entry)
        }
        let entry = enterAll()
        unify(nodes)
        return entry
    }

    /// Enters all lanes.
    @usableFromInline
    static func enterAll() -> _PropertyEntry {
        _PropertyThread.current._withUnsafeGuaranteedRef { thread in
            if thread.session == nil { return thread.enterAll() }
            if !thread.isExclusive { thread.excludeOthers() }
            return .nested
        }
    }

    /// Leaves what a call has entered.
    @usableFromInline
    static func leave(_ entry: _PropertyEntry) {
        switch entry {
        case .nested: break
        case .outermost(let thread), .visitor(let thread):
            thread._withUnsafeGuaranteedRef { $0.session!.leave($0) }
        case .guest(let graph):
            _PropertyThread.current._withUnsafeGuaranteedRef { thread in
                if thread.isExclusive { thread.admitOthers() }
                thread.session = nil
                thread.guestLane = nil
                graph._withUnsafeGuaranteedRef { _ = $0.writerLock.exit() }
            }
        }
    }

    @inlinable @inline(__always)
    var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

extension _PropertyThread {
    /// Enters all lanes. For a thread outside.
    func enterAll() -> _PropertyEntry {
        let world = _PropertyGraph.shared
        let isGuest = world.writerLock.enterSoon()
        if isGuest && world.isWide {
            session = world.context
            isExclusive = true
            isBorrowing = true
            return .guest(.passUnretained(world))
        }
        session = world
        drainLanes()
        let me = Unmanaged.passUnretained(self)
        return hosts.isEmpty ? .outermost(me) : .visitor(me)
    }

    /// Waits for the changes in all other lanes. For a thread in the middle of a change in one lane.
    ///
    /// Another thread that does so too, and so stands still in a call of a closure, is waited for no longer: either of the
    /// two is a guest of the other then.
    func excludeOthers() {
        let world = _PropertyGraph.shared
        if world.writerLock.enterSoon() && world.isWide {
            isExclusive = true
            isGuestOfAll = true
        } else {
            drainLanes()
        }
    }

    /// Takes all lanes after another thread has connected this thread's nodes with those of other lanes.
    @inline(never)
    func goOnAlone(_ lane: _PropertyGraph) {
        lane.needsAll = false
        if !isExclusive { excludeOthers() }
    }

    private func drainLanes() {
        let world = _PropertyGraph.shared
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        for lane in _PropertyGraph.lanes where !lane.writerLock.isFree && !lane.writerLock.isInside {
            if lane.writerLock.enterSoon() {
                hosts.append(lane)
            } else {
                lane.writerLock.exitOutermost()
            }
        }
        isExclusive = true
        let session = session!
        session.isWide = true
        world.isWide = true
        world.context = session
        for lane in _PropertyGraph.lanes { lane.context = session }
        for host in hosts { host.lend() }
    }

    /// Gives up all lanes but the one of this thread's change.
    func admitOthers() {
        isExclusive = false
        if isBorrowing { return isBorrowing = false }
        let world = _PropertyGraph.shared
        if isGuestOfAll {
            isGuestOfAll = false
            world.writerLock.exit()
            return
        }
        for lane in _PropertyGraph.lanes { lane.context = lane }
        session!.isWide = false
        world.isWide = false
        world.context = world
        while let host = hosts.popLast() {
            host.takeBack()
            host.writerLock.exit()
        }
        world.writerLock.exit()
    }
}

extension _DeliveryLock {
    /// Indicates whether no thread is inside.
    @inlinable @inline(__always)
    var isFree: Bool { owner.load(ordering: .sequentiallyConsistent) == 0 }
}
