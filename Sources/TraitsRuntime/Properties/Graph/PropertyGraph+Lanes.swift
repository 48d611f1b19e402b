import Synchronization

// Lanes: changes of properties that have nothing to do with each other run side by side. Each node is in one lane, and
// nodes that are connected are in the same lane. A lane keeps its nodes when their connections end.

extension _PropertyGraph {
    /// The number of lanes. With more of them, fewer unrelated properties share one; a thread that needs all lanes looks at
    /// each.
    static let laneCount = 16

    /// The graph whose writer lock a thread takes to exclude the others from all lanes.
    static let world = _PropertyGraph(index: laneCount)

    /// The lanes, which are never released.
    private static let lanes: UnsafeMutablePointer<Unmanaged<_PropertyGraph>> = {
        let lanes = UnsafeMutablePointer<Unmanaged<_PropertyGraph>>.allocate(capacity: laneCount)
        for index in 0..<laneCount {
            (lanes + index).initialize(to: .passRetained(_PropertyGraph(index: index)))
        }
        return lanes
    }()

    /// Retains none of them.
    @inline(__always)
    static func forEachLane(_ body: (_PropertyGraph) -> Void) {
        let lanes = lanes
        for index in 0..<laneCount { lanes[index]._withUnsafeGuaranteedRef(body) }
    }

    @usableFromInline static var anyLane: _PropertyGraph { lanes[0].takeUnretainedValue() }

    private static let sourceCount = Atomic<UInt>(0)

    /// Returns the lane of a new source. Multiples of the golden ratio are spread evenly, however many sources a part of
    /// the program makes for each of its graphs.
    @usableFromInline
    static func laneOfNewSource() -> _PropertyGraph {
        let number = UInt64(truncatingIfNeeded: sourceCount.add(1, ordering: .relaxed).oldValue)
        return lanes[Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 60)].takeUnretainedValue()
    }

    @inlinable @inline(__always)
    var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    @usableFromInline
    var context: _PropertyGraph {
        get { contextRef.takeUnretainedValue() }
        set { contextRef = .passUnretained(newValue) }
    }
}

extension _GraphNode {
    /// Puts a node that no other thread knows into the lane of this thread's change.
    @usableFromInline
    final func joinSession() {
        guard let session = _PropertyThread.session?.takeUnretainedValue(), session !== _PropertyGraph.world
        else { return }
        laneWord.store(session.word, ordering: .relaxed)
    }
}

// MARK: - Entering

/// The way in which a call has entered the graph.
@frozen @usableFromInline
enum _PropertyEntry {
    /// A call further up the stack makes the change.
    case nested
    /// The call makes changes itself, on this thread.
    case outermost(Unmanaged<_PropertyThread>)
    /// Another thread makes the change, and stands still in the middle of it: this thread is its guest at this lock.
    case guest(Unmanaged<_PropertyGraph>)

    @inlinable @inline(__always)
    var isOutermost: Bool { if case .outermost = self { true } else { false } }
}

extension _GraphNode {
    /// Enters the lane of this node.
    @usableFromInline
    final func enter() -> _PropertyEntry {
        let current = _PropertyThread.current
        return current._withUnsafeGuaranteedRef { thread in
            if let session = thread.sessionRef {
                session._withUnsafeGuaranteedRef { session in
                    if !session.isWide && (session.isVisited || lane != session.word) {
                        thread.excludeOthers()
                    }
                }
                return .nested
            }
            while true {
                let ref = laneRef
                let entry: _PropertyEntry? = ref._withUnsafeGuaranteedRef { graph in
                    let isGuest = graph.writerLock.tryEnter() ?? graph.writerLock.enterSoon()
                    if lane != graph.word {
                        graph.writerLock.exit()
                        return nil
                    }
                    if isGuest {
                        thread.sessionRef = graph.contextRef
                        return .guest(ref)
                    }
                    if graph.mayChangeAlone {
                        thread.sessionRef = ref
                        thread.laneRef = ref
                        return .outermost(current)
                    }
                    graph.writerLock.exitOutermost()
                    return thread.enterAll()
                }
                if let entry { return entry }
            }
        }
    }
}

extension _PropertyGraph {
    /// Enters the lane of several nodes. They have one lane afterwards.
    @usableFromInline
    static func enter(for nodes: ContiguousArray<_GraphNode>) -> _PropertyEntry {
        if let first = nodes.first, nodes.allSatisfy({ $0.lane == first.lane }) {
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
            guard let session = thread.session else { return thread.enterAll() }
            if !session.isWide { thread.excludeOthers() }
            return .nested
        }
    }

    /// Leaves what a call has entered.
    @usableFromInline
    static func leave(_ entry: _PropertyEntry) {
        switch entry {
        case .nested: break
        case .outermost(let thread):
            thread._withUnsafeGuaranteedRef { thread in
                thread.sessionRef!._withUnsafeGuaranteedRef { $0.leave(thread) }
            }
        case .guest(let graph):
            _PropertyThread.current._withUnsafeGuaranteedRef { thread in
                if thread.hasWorld {
                    // The host has changes in other lanes now.
                    thread.session!.noteVisit()
                    thread.admitOthers()
                }
                thread.session = nil
                graph._withUnsafeGuaranteedRef { _ = $0.writerLock.exit() }
            }
        }
    }
}

// MARK: - Joining

extension _PropertyGraph {
    /// Has a node share the lane of another one. For a thread inside a change of the other one.
    @usableFromInline
    static func bring(_ node: _GraphNode, to other: _GraphNode) {
        other.context.goOnIfVisited()
        if node.lane == other.lane { return }
        let entry = enterAll()
        unify([other, node])
        leave(entry)
    }

    /// Moves nodes to one lane, with all nodes that they are connected with. For a thread that has all lanes.
    ///
    /// All parts are walked through in turns, edge by edge, until one is left, which stays where it is. So the time depends
    /// on the smaller parts.
    static func unify(_ nodes: ContiguousArray<_GraphNode>) {
        var walks: ContiguousArray<_LaneWalk> = []
        for node in nodes {
            if let index = walks.firstIndex(where: { $0.lane.word == node.lane }) {
                walks[index].visit(node)
            } else {
                walks.append(_LaneWalk(node))
            }
        }
        var open = Array(walks.indices)
        var turn = 0
        while open.count > 1 {
            if turn >= open.count { turn = 0 }
            if walks[open[turn]].step() { turn += 1 } else { open.remove(at: turn) }
        }
        if let kept = open.first {
            for (index, walk) in walks.enumerated() where index != kept { walk.move(to: walks[kept].lane) }
        }
        for walk in walks { walk.end() }
    }
}

/// A walk through the nodes of a lane that are connected with some of them.
private struct _LaneWalk {
    let lane: _PropertyGraph
    private var nodes: ContiguousArray<_GraphNode> = []
    private var index = 0
    private var edge = 0

    init(_ node: _GraphNode) {
        lane = node.graph
        visit(node)
    }

    mutating func visit(_ node: _GraphNode) {
        if node.flags.contains(.visited) { return }
        node.flags.formUnion(.visited)
        nodes.append(node)
    }

    /// Follows one edge.
    ///
    /// - Returns: `false` if there is none left.
    mutating func step() -> Bool {
        guard index < nodes.count else { return false }
        let node = nodes[index]
        if edge < node.inputs.count {
            node.inputs[edge].node._withUnsafeGuaranteedRef { visit($0) }
        } else if edge < node.inputs.count + node.dependents.count {
            node.dependents[edge - node.inputs.count].node._withUnsafeGuaranteedRef { visit($0) }
        } else {
            for binding in node.bindings { binding._withUnsafeGuaranteedRef { visit($0) } }
            if let target = (node as? _BindingNode)?.target { target._withUnsafeGuaranteedRef { visit($0) } }
            index += 1
            edge = -1
        }
        edge += 1
        return true
    }

    func move(to target: _PropertyGraph) {
        lane.publication.lock()
        for node in nodes { node.laneWord.store(target.word, ordering: .releasing) }
        lane.publication.unlock()
    }

    func end() { for node in nodes { node.flags.subtract(.visited) } }
}
