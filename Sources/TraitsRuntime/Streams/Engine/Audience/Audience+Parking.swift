// Subscribers that have asked for nothing, where values are kept for them.
//
// If such a one were in the list, the delivering thread would send it what it asks for, some time after the request. Then
// `zip` and similar operators, which ask when all inputs have subscribed, could not promise a synchronous value. So it is
// parked where nobody sends it anything but the end, and is *admitted* when it asks: it is sent what it asks for inside the
// request, and listed then. Until it is admitted it is *joining*.

import Synchronization

extension _Audience {
    /// Parks a subscriber that has asked for nothing.
    ///
    /// - Returns: `false` if it has asked or gone, or if nothing but the end is to come.
    final func park(_ conduit: _ConduitRoot) -> Bool {
        let isDue = lock.withLock {
            if conduit.demandCount != 0 || hasEnded && !hasKeptValues { return true }
            // After the end its subscriber keeps it.
            if !hasEnded { parked.insert(conduit) }
            conduit.insert(.parked)
            return false
        }
        // A request that didn't see this came before it.
        return !isDue && (conduit.demandCount == 0 || !unpark(conduit))
    }

    /// - Returns: whether this call is the one that has taken it out.
    final func unpark(_ conduit: _ConduitRoot) -> Bool {
        guard conduit.stateInOrder.contains(.parked) else { return false }
        return lock.withLock {
            guard conduit.state.contains(.parked) else { return false }
            conduit.remove(.parked)
            parked.remove(conduit)
            return true
        }
    }

    /// All is over: completes the subscribers that are parked, unless values are kept for them, or another thread is giving them
    /// their subscription. These are no longer retained, and are completed when they have it, or have asked.
    @usableFromInline
    final func endParked() {
        let conduits = lock.withLock { parked.removeAll() }
        if hasKeptValues { return }
        // Those that are getting it on this thread first, the innermost one before the others.
        for case let conduit? in conduits.reversed() where conduit.delivery.isInside { wake(conduit) }
        for case let conduit? in conduits where conduit.isAttached && !conduit.isEnteredByOther {
            wake(conduit)
        }
    }

    /// Does what is due for a conduit now that it need not be parked any more. The thread that has ended all has left the delivery,
    /// and the subscriber may ask on another thread meanwhile.
    private final func wake(_ conduit: _ConduitRoot) {
        guard unpark(conduit) else { return }
        conduit.remove(.joining)
        updateSoon(conduit)
    }

    /// Lists a subscriber that is joining, and sends it what it has asked for, inside the call that subscribes or asks.
    final func admit(_ conduit: _ConduitRoot) {
        guard let isNested = delivery.tryEnter() else { return join(conduit) }
        conduit.remove(.joining)
        update(conduit)
        leave(isNested)
    }
}
