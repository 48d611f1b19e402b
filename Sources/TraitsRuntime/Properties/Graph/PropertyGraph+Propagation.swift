import Synchronization

// The second and the third step of a change, see `_PropertyGraph`. All of it is for the thread with the writer lock.

extension _PropertyGraph {
    /// Adds a node to the end of its level's list, to be run with its level. It stays there until it is published.
    @usableFromInline @inline(__always)
    func schedule(_ node: _GraphNode) {
        ensureLevel(node.level)
        node.flags.formUnion(.scheduled)
        append(node)
    }

    @inline(__always)
    private func append(_ node: _GraphNode) {
        let level = node.level
        if (levels + level).pointee.append(node) && level > highest { highest = level }
    }

    /// Notes that a node will never change again.
    @usableFromInline
    func noteEnd(_ node: _GraphNode) {
        if node.isDone { return }
        goOnIfVisited()
        node.flags.formUnion([.finished, .done])
        for dependent in node.dependents {
            dependent.node._withUnsafeGuaranteedRef { dependent in
                dependent.openInputs &-= 1
                if !dependent.flags.contains(.scheduled) { schedule(dependent) }
            }
        }
    }

    /// Brings the dependents of a changed or ended source up to date, level by level, and publishes the changes.
    @usableFromInline
    func propagate(from source: _GraphNode) {
        if isGathering {
            if !source.flags.contains(.scheduled) { schedule(source) }
            return
        }
        schedule(source)
        propagate()
    }

    /// Brings the dependents of all scheduled sources up to date, and publishes the changes.
    @inline(__always)
    func propagate() {
        propagation &+= 1
        // Nodes of any lane may be run.
        ensureLevel(worldRef._withUnsafeGuaranteedRef { $0.deepest.load(ordering: .relaxed) })
        level = 0
        while level <= highest {
            runLevel()
            level &+= 1
        }
        let last = highest
        level = -1
        highest = -1
        publish(upTo: last)
        if olds.first != nil { releaseOlds() }
    }

    /// Runs the nodes of the current level. Nodes that they schedule are on later levels, so the list stays as it is.
    @inline(__always)
    private func runLevel() {
        let level = level
        var previous: Unmanaged<_GraphNode>?
        var entry = levels[level].first
        while let current = entry {
            current._withUnsafeGuaranteedRef { node in
                // It may have got an input on its level or above while it waited, or get one now.
                if node.level == level && node.run(node) {
                    if isVisited { goOnIfVisited() }
                    spread(from: node)
                } else {
                    if isVisited { goOnIfVisited() }
                    if node.level > level {
                        entry = node.next
                        move(node, after: previous)
                        return
                    }
                }
                previous = current
                entry = node.next
            }
        }
    }

    /// Tells the dependents of a node that it has a new working value.
    ///
    /// The dependents of a node are mostly on one level: only the first of them is appended to the list, the others are
    /// linked to each other, and the list's end is written once.
    @inline(__always)
    private func spread(from node: _GraphNode) {
        node.flags.formUnion(.changed)
        // The node keeps the list, which stays as it is meanwhile: it need not be retained.
        let dependents = node.dependents.withUnsafeBufferPointer { $0 }
        var level = -1
        var last = Unmanaged.passUnretained(node)
        for dependent in dependents {
            dependent.node._withUnsafeGuaranteedRef { dependent in
                let before = dependent.flags
                dependent.flags = before.union([.inputChanged, .scheduled])
                if before.contains(.scheduled) { return }
                let entry = Unmanaged.passUnretained(dependent)
                if dependent.level == level {
                    last._withUnsafeGuaranteedRef { $0.next = entry }
                } else {
                    if level >= 0 { levels[level].end(with: last) }
                    append(dependent)
                    level = dependent.level
                }
                last = entry
            }
        }
        if level >= 0 { levels[level].end(with: last) }
    }

    /// Moves a node from the current level's list to the list of the level that it was lifted to.
    @inline(never)
    private func move(_ node: _GraphNode, after previous: Unmanaged<_GraphNode>?) {
        let next = node.next
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.next = next }
        } else {
            levels[level].first = next
        }
        if next == nil { levels[level].last = previous }
        append(node)
    }

    /// Shows the changes to all threads at the same instant, and empties the lists.
    @inline(__always)
    private func publish(upTo last: Int) {
        if isWide { return publishWide(upTo: last) }
        publication.lock()
        show(upTo: last)
        publication.unlock()
    }

    /// Shows changes of several lanes.
    @inline(never)
    private func publishWide(upTo last: Int) {
        if last < 0 { return }
        var touched = 0
        for index in 0...last {
            var entry = levels[index].first
            while let current = entry {
                current._withUnsafeGuaranteedRef { node in
                    entry = node.next
                    touched |= 1 << node.laneRef._withUnsafeGuaranteedRef { $0.index }
                }
            }
        }
        _PropertyGraph.forEachLane { if touched & 1 << $0.index != 0 { $0.publication.lock() } }
        show(upTo: last)
        _PropertyGraph.forEachLane { if touched & 1 << $0.index != 0 { $0.publication.unlock() } }
    }

    @inline(__always)
    private func show(upTo last: Int) {
        var index = 0
        while index <= last {
            var entry = levels[index].first
            levels[index] = List()
            while let current = entry {
                current._withUnsafeGuaranteedRef { node in
                    entry = node.next
                    let before = node.flags
                    if node.isPlain && !before.contains(.finished) {
                        if before.contains(.changed) { node.bits.store(node.pending, ordering: .releasing) }
                    } else if !before.isDisjoint(with: [.changed, .finished]) {
                        node.publish(node)
                    }
                    node.flags = before.subtracting([.scheduled, .inputChanged, .changed, .finished])
                }
            }
            index &+= 1
        }
    }

    /// Has a node's old value released after the publication.
    @usableFromInline @inline(__always)
    func keepOld(of node: _GraphNode) { _ = olds.append(node) }

    /// Releases old values, which may run foreign code. Readers no longer wait.
    @inline(never)
    private func releaseOlds() {
        var entry = olds.first
        olds = List()
        while let current = entry {
            current._withUnsafeGuaranteedRef { node in
                entry = node.next
                node.discard?(node)
            }
        }
    }

    /// Makes sure that there is a list for a level.
    @inline(__always)
    func ensureLevel(_ level: Int) {
        if level >= levelCount { addLevels(upTo: level) }
    }

    @inline(never)
    private func addLevels(upTo level: Int) {
        let count = max(level + 1, levelCount * 2)
        let more = UnsafeMutablePointer<List>.allocate(capacity: count)
        more.moveInitialize(from: levels, count: levelCount)
        (more + levelCount).initialize(repeating: List(), count: count - levelCount)
        levels.deallocate()
        levels = more
        levelCount = count
    }
}

extension _PropertyGraph.List {
    /// Adds a node at the end.
    ///
    /// - Returns: whether the list was empty.
    @inline(__always)
    mutating func append(_ node: _GraphNode) -> Bool {
        let entry = Unmanaged.passUnretained(node)
        node.next = nil
        let before = last
        last = entry
        if let before {
            before._withUnsafeGuaranteedRef { $0.next = entry }
            return false
        }
        first = entry
        return true
    }

    /// Ends the list with a node that is already linked to its predecessor.
    @inline(__always)
    mutating func end(with node: Unmanaged<_GraphNode>) {
        node._withUnsafeGuaranteedRef { $0.next = nil }
        last = node
    }
}
