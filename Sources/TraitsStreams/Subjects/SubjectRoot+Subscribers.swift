// Subscribers and upstreams that come and go.

import Synchronization

extension _SubjectRoot {
    /// The state of a subscriber's conduit before it has its subscription. With a current value, the conduit is listed once it
    /// is known whether that value can be sent inside the call that subscribes.
    @usableFromInline
    final var firstState: _ConduitState {
        let state = isDemanded.load(ordering: .relaxed) ? 0 : _ConduitState.undemanded.rawValue
        let joining = _ConduitState.missed.rawValue | _ConduitState.joining.rawValue
        return _ConduitState(rawValue: replays ? state | joining : state)
    }

    /// Gives a subscriber its subscription. A subscriber of a current value is parked before, so that a request inside that
    /// call sends the value, and an end of the subject inside it completes the subscriber.
    @usableFromInline
    final func start(_ conduit: _ConduitRoot, isUnlimited: Bool) {
        guard replays ? park(conduit) : enlist(conduit) else {
            conduit.perform(conduit, .subscribeToNothing)
            return conduit.perform(conduit, .complete)
        }
        // The subscriber asks for everything inside that call, or cancels.
        if isUnlimited && !replays { return conduit.perform(conduit, .subscribe) }
        conduit.delivery.enter()
        conduit.perform(conduit, .subscribe)
        conduit.delivery.exit()
        if !isUnlimited { conduit.attach() }
        if conduit.demandCount > 0 || hasEnded, unpark(conduit) { return join(conduit) }
        // If the subject ended meanwhile, `finish` has left this conduit out.
        completeIfEnded(conduit)
    }

    /// - Returns: `false` if the subject has ended.
    private final func enlist(_ conduit: _ConduitRoot) -> Bool {
        if hasEnded { return false }
        guard let isNested = delivery.tryVisit() else {
            enqueue(conduit)
            return true
        }
        let hasEnded = hasEnded
        if !hasEnded {
            conduit.state = conduit.state.union(.listed)  // nobody else has seen it yet
            append(conduit)
        }
        leave(visit: isNested)
        return !hasEnded
    }
}

// MARK: - Upstreams

extension _SubjectRoot {
    /// Takes an upstream subscription.
    final func adopt(_ subscription: any Subscription) {
        lock.lock()
        let ended = upstreams.count < upstreamsLimit ? [] : takeEndedUpstreams()
        upstreams.append(subscription)
        let ask = replays || isDemanded.load(ordering: .relaxed)
        lock.unlock()
        withExtendedLifetime(ended) {}
        if ask { subscription.request(.unlimited) }
    }

    /// Takes the upstreams that are over, each time the number of upstreams has doubled: a subject that is connected to one
    /// upstream after another would accumulate them. For the owner of `lock`.
    private final func takeEndedUpstreams() -> [any Subscription] {
        let all = upstreams
        upstreams.removeAll { ($0 as? _UpstreamNode)?.isOver == true }
        upstreamsLimit = max(4, upstreams.count * 2)
        return all
    }

    /// Notes that a subscriber has asked for values, and asks the upstreams the first time.
    final func demanded() {
        lock.lock()
        let isFirst = !isDemanded.exchange(true, ordering: .relaxed)
        let subscriptions = isFirst && !replays ? upstreams : []
        lock.unlock()
        for subscription in subscriptions { subscription.request(.unlimited) }
    }
}
