// A derived property that goes away takes its node out of the graph, which releases its sources, which may go away too,
// and so on. What goes away inside of that is put into a list of the thread instead of being released recursively, so no
// stack grows with the length of a chain.

extension _PropertyGraph {
    /// Nobody holds a derived property any more: nothing can read or observe its node. Takes over the property's
    /// reference to it, so that the last one goes where nodes are reclaimed.
    @usableFromInline
    func release(_ node: Unmanaged<_GraphNode>) {
        if isHeld {
            released.append(node.takeRetainedValue())
        } else {
            reclaim { $0.nodes.append(node.takeRetainedValue()) }
        }
    }

    /// Nobody holds a property any more that follows a publisher. A publisher may be that of another such property,
    /// and so on, so its subscription ends in its turn.
    @usableFromInline
    func release(upstream: Unmanaged<AnyObject>) {
        if isHeld {
            garbage.append(upstream.takeRetainedValue())
        } else {
            reclaim { $0.objects.append(upstream.takeRetainedValue()) }
        }
    }

    /// Releases an object after the writer lock. For the thread with the writer lock.
    @usableFromInline
    func discard(_ object: AnyObject) { garbage.append(object) }

    /// Takes nodes out of the graph that were released under the writer lock. For the thread with that.
    func disconnectReleased() {
        let nodes = released
        released = []
        for node in nodes {
            node.bequeathReads()
            disconnectAll(node)
            garbage.append(node)
        }
    }

    /// Adds to what this thread has to reclaim, and reclaims it all, unless it is doing so further out.
    func reclaim(_ add: (_PropertyThread) -> Void) {
        _PropertyThread.current._withUnsafeGuaranteedRef { thread in
            add(thread)
            if thread.isReclaiming { return }
            thread.isReclaiming = true
            while !thread.nodes.isEmpty || !thread.objects.isEmpty {
                var objects = thread.objects
                thread.objects = []
                objects.removeAll()
                guard !thread.nodes.isEmpty else { continue }
                var nodes = thread.nodes
                thread.nodes = []
                let isOutermost = enter()
                if isOutermost {
                    for node in nodes {
                        node.bequeathReads()
                        disconnectAll(node)
                    }
                } else {
                    // As a guest: the thread that has the lock does it.
                    released.append(contentsOf: nodes)
                }
                leave(isOutermost)
                nodes.removeAll()
            }
            thread.isReclaiming = false
        }
    }
}
