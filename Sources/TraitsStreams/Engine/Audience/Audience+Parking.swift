// Subscribers that have not asked for anything yet, in an audience that keeps values for them.
//
// If such a subscriber were in the list, the delivering thread would send its values some time after the request. Then
// `zip` and similar operators, which ask when all inputs have subscribed, could not promise a synchronous value. So the
// subscriber is parked, where it is sent nothing but the end, and is *admitted* by its first request: it gets its values
// inside the request, and is listed then. Until it is admitted it is *joining*.

import Synchronization

extension _Audience {
    /// Parks a subscriber that has not asked for anything yet.
    ///
    /// - Returns: `false` if the subscriber has asked or cancelled, or if only the end is left to send.
    final func park(_ conduit: _ConduitRoot) -> Bool {
        let isDue = lock.withLock {
            if conduit.demandCount != 0 || hasEnded && !hasKeptValues { return true }
            // After the end its subscriber retains it.
            if !hasEnded { parked.insert(conduit) }
            conduit.insert(.parked)
            return false
        }
        // A request that didn't see this came before it.
        return !isDue && (conduit.demandCount == 0 || !unpark(conduit))
    }

    /// Takes a conduit out of the parked conduits.
    ///
    /// - Returns: whether this call has taken it out.
    final func unpark(_ conduit: _ConduitRoot) -> Bool {
        guard conduit.stateInOrder.contains(.parked) else { return false }
        return lock.withLock {
            guard conduit.state.contains(.parked) else { return false }
            conduit.remove(.parked)
            parked.remove(conduit)
            return true
        }
    }

    /// Completes the parked subscribers at the end, unless values are kept for them or another thread is giving them their
    /// subscription. These are no longer retained; each is completed when it has its subscription, or has asked for its values.
    @usableFromInline
    final func endParked() {
        let conduits = lock.withLock { parked.removeAll() }
        if hasKeptValues { return }
        // First the subscribers that are getting their subscription on this thread, innermost first.
        for case let conduit? in conduits.reversed() where conduit.delivery.isInside { wake(conduit) }
        for case let conduit? in conduits where conduit.isAttached && !conduit.isEnteredByOther {
            wake(conduit)
        }
    }

    /// Unparks a conduit and updates it. The thread that brought the end has left the delivery, and the subscriber may make a
    /// request on another thread meanwhile.
    private final func wake(_ conduit: _ConduitRoot) {
        guard unpark(conduit) else { return }
        conduit.remove(.joining)
        updateSoon(conduit)
    }

    /// Lists a joining subscriber, and sends it the values that it has asked for, inside the call that subscribes or requests.
    final func admit(_ conduit: _ConduitRoot) {
        guard let isNested = delivery.tryVisit() else { return join(conduit) }
        conduit.remove(.joining)
        update(conduit)
        leave(visit: isNested)
    }
}
