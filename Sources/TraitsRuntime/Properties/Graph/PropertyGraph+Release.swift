/// What one thread has to release, in its turn.
///
/// A derived property that goes away takes its node out of the graph, which releases its sources, which may go
/// away too, and so on. What goes away inside of that is put here instead of being done at once, so no stack
/// grows with the length of a chain.
final class _PropertySweep {
    let thread: UInt
    /// Nodes to be taken out of the graph.
    @exclusivity(unchecked) var nodes: ContiguousArray<_GraphNode> = []
    /// What is to be released, and may run code of its own then.
    @exclusivity(unchecked) var objects: ContiguousArray<AnyObject> = []

    init(thread: UInt) { self.thread = thread }
}

extension _PropertyGraph {
    /// Nobody holds a derived property any more: nothing can read or observe its node. Takes over the property's
    /// reference to it, so that the sweep's is the last one.
    @usableFromInline
    func release(_ node: Unmanaged<_GraphNode>) {
        if isHeld {
            released.append(node.takeRetainedValue())
        } else {
            sweep { $0.nodes.append(node.takeRetainedValue()) }
        }
    }

    /// Nobody holds a property any more that follows a publisher. A publisher may be that of another such property,
    /// and so on, so its subscription ends in its turn.
    @usableFromInline
    func release(upstream: Unmanaged<AnyObject>) {
        if isHeld {
            garbage.append(upstream.takeRetainedValue())
        } else {
            sweep { $0.objects.append(upstream.takeRetainedValue()) }
        }
    }

    /// Releases an object when the baton has been passed on. For the holder of the baton.
    @usableFromInline
    func discard(_ object: AnyObject) { garbage.append(object) }

    /// Takes nodes out of the graph that were released under the baton, by its holder.
    func disconnectReleased() {
        let nodes = released
        released = []
        for node in nodes {
            disconnectAll(node)
            garbage.append(node)
        }
    }

    /// Adds to the sweep of this thread, and runs it unless it is running further out.
    func sweep(_ add: (_PropertySweep) -> Void) {
        let me = _threadIdentity()
        sweepLock.lock()
        if let running = sweeps.first(where: { $0.thread == me }) {
            sweepLock.unlock()
            return add(running)
        }
        let sweep = _PropertySweep(thread: me)
        sweeps.append(sweep)
        sweepLock.unlock()
        add(sweep)
        while !sweep.nodes.isEmpty || !sweep.objects.isEmpty {
            var objects = sweep.objects
            sweep.objects = []
            objects.removeAll()
            guard !sweep.nodes.isEmpty else { continue }
            var nodes = sweep.nodes
            sweep.nodes = []
            if enter() {
                for node in nodes { disconnectAll(node) }
                leave()
            }
            nodes.removeAll()
        }
        sweepLock.lock()
        sweeps.removeAll { $0 === sweep }
        sweepLock.unlock()
    }
}
