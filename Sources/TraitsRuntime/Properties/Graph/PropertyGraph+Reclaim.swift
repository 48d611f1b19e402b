// A derived property that is released takes its node out of the graph, which releases its sources, which may do the same,
// and so on. Objects that are released on the way are put into a list of the thread instead of being released recursively,
// so no stack grows with the length of a chain.

extension _PropertyGraph {
    /// Takes over a derived property's reference to its node, so that the last reference is released where nodes are
    /// reclaimed. Nothing can read or observe the node any more.
    @usableFromInline
    static func release(_ node: Unmanaged<_GraphNode>) {
        if let session = _PropertyThread.session?.takeUnretainedValue() {
            session.released.append(node.takeRetainedValue())
        } else {
            reclaim { $0.nodes.append(node.takeRetainedValue()) }
        }
    }

    /// Takes over the subscription of a property that followed a publisher and is being released. The publisher may belong
    /// to another such property, and so on, so the subscription ends in its turn.
    @usableFromInline
    static func release(upstream: Unmanaged<AnyObject>) {
        if let session = _PropertyThread.session?.takeUnretainedValue() {
            session.garbage.append(upstream.takeRetainedValue())
        } else {
            reclaim { $0.objects.append(upstream.takeRetainedValue()) }
        }
    }

    /// Releases an object after the writer lock. For the thread with the writer lock.
    @usableFromInline
    func discard(_ object: AnyObject) { garbage.append(object) }

    /// Takes nodes that were released under the writer lock out of the graph. For the thread with that lock.
    func disconnectReleased(_ thread: _PropertyThread) {
        let nodes = released
        released = []
        for node in nodes {
            guard isWide || node.lane == word else {
                thread.nodes.append(node)
                continue
            }
            node.bequeathReads()
            disconnectAll(node)
            garbage.append(node)
        }
    }

    /// Adds to the nodes and objects that this thread has to reclaim, and reclaims them, unless a call further up its stack
    /// does so.
    static func reclaim(_ add: (_PropertyThread) -> Void) {
        _PropertyThread.current._withUnsafeGuaranteedRef { thread in
            add(thread)
            if thread.isReclaiming || thread.session != nil { return }
            thread.isReclaiming = true
            while !thread.nodes.isEmpty || !thread.objects.isEmpty {
                var objects = thread.objects
                thread.objects = []
                objects.removeAll()
                guard !thread.nodes.isEmpty else { continue }
                var nodes = thread.nodes
                thread.nodes = []
                for node in nodes {
                    let entry = node.enter()
                    if entry.isOutermost {
                        node.bequeathReads()
                        thread.session!.disconnectAll(node)
                    } else {
                        // As a guest: the thread that has the lock does it.
                        thread.session!.released.append(node)
                    }
                    _PropertyGraph.leave(entry)
                }
                nodes.removeAll()
            }
            thread.isReclaiming = false
        }
    }
}
