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
            if hasEnded, complete(conduit) { hasDead = true }
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
            mailboxLock.lock()
            joiner.pointee.next = joiners
            joiners = joiner
            mailboxLock.unlock()
            body()
            mailboxLock.lock()
            remove(joiner)
            mailboxLock.unlock()
        }
    }

    /// For the owner of `mailboxLock`. Others may have come since, on other threads, and stay for longer.
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
        while let conduit = nextJoiner() { _ = complete(conduit) }
    }

    private final func nextJoiner() -> _ConduitRoot? {
        mailboxLock.lock()
        defer { mailboxLock.unlock() }
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
        admit(conduit, isNested: isNested)
    }

    /// Lists a subscriber that has asked for the current value, as a delivery, and sends it that.
    private final func admit(_ conduit: _ConduitRoot, isNested: Bool) {
        conduit.remove(.joining)
        update(conduit)
        leave(isNested)
    }

    /// Sends a subscriber the current value inside the call that subscribes, or that asks for something first, while
    /// another thread delivers to the others; and leaves it to that one, with what has been sent meanwhile. Until then
    /// nobody else sends it anything.
    final func join(_ conduit: _ConduitRoot) {
        while !conduit.isOver {
            conduit.remove(.missed)
            if conduit.takeDemand() {
                keepBacklog(for: conduit)
                conduit.perform(conduit, .sendCurrent)
                break
            }
            conduit.insert(.missed)
            if park(conduit) { return }
            if hasEnded { break }
        }
        enqueue(conduit)
        drain()
    }
}

// MARK: - Without demand

extension _SubjectRoot {
    /// Leaves a subscriber that has asked for nothing where nobody sends it anything but the end.
    ///
    /// If it were in the list, the delivering thread would send it the value that it asks for, some time after the
    /// request. Then `zip` and similar operators, which ask when all inputs have subscribed, could not promise a
    /// synchronous value.
    ///
    /// - Returns: `false` if it has asked, has cancelled or is to be completed meanwhile.
    private final func park(_ conduit: _ConduitRoot) -> Bool {
        mailboxLock.lock()
        parked.insert(conduit)
        conduit.insert(.parked)
        mailboxLock.unlock()
        let isAwake = conduit.demandCount != 0 || hasEnded
        return !isAwake || !unpark(conduit)
    }

    /// - Returns: whether this call is the one that has taken it out.
    final func unpark(_ conduit: _ConduitRoot) -> Bool {
        guard conduit.stateInOrder.contains(.parked) else { return false }
        mailboxLock.lock()
        defer { mailboxLock.unlock() }
        guard conduit.state.contains(.parked) else { return false }
        conduit.remove(.parked)
        return parked.remove(conduit)
    }

    /// A subscriber asks for something for the first time.
    final func wantedByParked(_ conduit: _ConduitRoot) {
        guard unpark(conduit) else { return }
        guard let isNested = delivery.tryEnter() else { return join(conduit) }
        admit(conduit, isNested: isNested)
    }

    /// Completes subscribers that have asked for nothing.
    final func completeParked() {
        mailboxLock.lock()
        let conduits = parked.removeAll()
        for conduit in conduits { conduit?.remove([.parked, .joining]) }
        mailboxLock.unlock()
        for case let conduit? in conduits { update(conduit) }
    }
}

/// A subscriber that is getting its subscription, on the stack of the thread that gives it.
struct _Joiner {
    let node: Unmanaged<_ConduitRoot>
    var next: UnsafeMutablePointer<_Joiner>?
}
