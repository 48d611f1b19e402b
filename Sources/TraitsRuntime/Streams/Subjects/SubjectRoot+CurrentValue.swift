// Subscribers that have missed the current value, and those that are getting their subscription, which comes with it.

import Synchronization

extension _SubjectRoot {
    final func sendMissed(to conduit: _ConduitRoot) {
        guard conduit.state.contains(.missed), conduit.takeDemand() else { return }
        conduit.remove(.missed)
        deliver(to: conduit) {
            // One that missed a value inside of its first one gets another current value in there.
            let isOutermost = !conduit.insert(.receiving).contains(.receiving)
            conduit.perform(conduit, .sendCurrent)
            guard isOutermost else { return }
            conduit.remove(.receiving)
            if hasEnded, complete(conduit) { isUnsettled = true }
        }
    }

    /// Sends something to one listed subscriber, and nobody else gets it.
    final func deliver(to conduit: _ConduitRoot, _ send: () -> Void) {
        let outer = position
        (position.index, position.end) = (conduit.listIndex, 0)
        send()
        if conduit.isOver { _ = comeBack(or: 0) }
        position = outer
    }

    /// Calls what gives a subscriber its subscription. It isn't listed yet; a completion that is sent from in there
    /// ends it too.
    final func whileJoining(_ conduit: _ConduitRoot, _ body: () -> Void) {
        var joiner = _Joiner(node: .passUnretained(conduit))
        withUnsafeMutablePointer(to: &joiner) { joiner in
            lock.lock()
            joiner.pointee.next = joiners
            joiners = joiner
            lock.unlock()
            body()
            lock.lock()
            remove(joiner)
            lock.unlock()
        }
    }

    /// For the owner of `lock`. Others may have come since, on other threads, and stay for longer.
    private final func remove(_ joiner: UnsafeMutablePointer<_Joiner>) {
        if joiners == joiner {
            joiners = joiner.pointee.next
            return
        }
        var other = joiners
        while let one = other, one.pointee.next != joiner { other = one.pointee.next }
        other?.pointee.next = joiner.pointee.next
    }

    /// Completes subscribers that are getting their subscription on this thread; any other is completed when it has
    /// it.
    final func completeJoiners() {
        while let conduit = nextJoiner() { complete(conduit) }
    }

    private final func nextJoiner() -> _ConduitRoot? {
        lock.lock()
        defer { lock.unlock() }
        var next = joiners
        while let joiner = next {
            let conduit = joiner.pointee.node.takeUnretainedValue()
            if conduit.delivery.isInside, !conduit.isOver, !conduit.state.contains(.receiving) {
                return conduit
            }
            next = joiner.pointee.next
        }
        return nil
    }

    /// A subscriber that is getting its subscription has asked for the current value: it is sent inside of that, unless
    /// another thread delivers to the others, or it is not the thread that subscribes that asks. Then `join` looks again.
    final func wantedByJoining(_ conduit: _ConduitRoot) {
        guard conduit.delivery.isInside, let isNested = delivery.tryEnter() else { return }
        admit(conduit, isNested)
    }
}

/// A subscriber that is getting its subscription, on the stack of the thread that gives it.
struct _Joiner {
    let node: Unmanaged<_ConduitRoot>
    var next: UnsafeMutablePointer<_Joiner>?
}
