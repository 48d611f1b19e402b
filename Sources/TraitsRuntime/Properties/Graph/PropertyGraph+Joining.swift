import Synchronization

// Properties that are connected are in one lane. A lane keeps its nodes when others leave them: no lane is ever split.

extension _PropertyGraph {
    /// Has a node share the lane of another one. For a thread inside a change of the other one.
    @usableFromInline
    static func bring(_ node: _GraphNode, to other: _GraphNode) {
        if node.lane == other.lane { return }
        let entry = enterAll()
        unify([other, node])
        leave(entry)
    }

    /// Moves nodes to one lane, with all nodes that they are connected with. For a thread that has all lanes.
    ///
    /// The largest part stays where it is. All parts are walked through in turns, edge by edge, until one is left, so the
    /// time depends on the smaller parts.
    static func unify(_ nodes: ContiguousArray<_GraphNode>) {
        var walks: ContiguousArray<_LaneWalk> = []
        for node in nodes {
            if let index = walks.firstIndex(where: { $0.lane.word == node.lane }) {
                walks[index].visit(node)
            } else {
                walks.append(_LaneWalk(node))
            }
        }
        guard walks.count > 1 else { return walks.forEach { $0.end() } }
        var kept = keptLane(of: walks)
        var open = walks.indices.filter { $0 != kept }
        var turn = 0
        while open.count > (kept == nil ? 1 : 0) {
            if turn >= open.count { turn = 0 }
            if walks[open[turn]].step() { turn += 1 } else { open.remove(at: turn) }
        }
        if kept == nil { kept = open[0] }
        let target = walks[kept!].lane
        for (index, walk) in walks.enumerated() where index != kept { walk.move(to: target) }
        for walk in walks { walk.end() }
    }

    /// Returns the walk through the lane with which a thread goes on while others may have theirs.
    private static func keptLane(of walks: ContiguousArray<_LaneWalk>) -> Int? {
        let thread = _PropertyThread.current.takeUnretainedValue()
        let own = thread.guestLane ?? thread.lane
        var kept = walks.firstIndex { $0.lane === own }
        for host in thread.hosts {
            guard let index = walks.firstIndex(where: { $0.lane === host }) else { continue }
            if kept == nil || walks[kept!].lane === thread.lane { kept = index } else { host.needsAll = true }
        }
        return thread.hosts.isEmpty && thread.guestLane == nil ? nil : kept
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
        target.clock = max(target.clock, lane.clock)
    }

    func end() { for node in nodes { node.flags.subtract(.visited) } }
}
