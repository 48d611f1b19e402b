// How subscribers come and go.

import Synchronization

extension _SubjectRoot {
    /// How a subscriber stands with the subject before it has its subscription. With a current value it is listed once it is
    /// known whether that can be sent inside the call that subscribes.
    @usableFromInline
    final var firstState: _ConduitState {
        let state = isDemanded.load(ordering: .relaxed) ? 0 : _ConduitState.undemanded.rawValue
        let joining = _ConduitState.missed.rawValue | _ConduitState.joining.rawValue
        return _ConduitState(rawValue: replays ? state | joining : state)
    }

    /// Gives a subscriber its subscription. To one of a current value that comes before it is parked, so that a request in
    /// there sends the value, and an end in there is an end.
    @usableFromInline
    final func start(_ conduit: _ConduitRoot, isUnlimited: Bool) {
        guard replays ? park(conduit) : enlist(conduit) else {
            conduit.perform(conduit, .subscribeToNothing)
            return conduit.perform(conduit, .complete)
        }
        // It asks for everything in there, or cancels.
        if isUnlimited && !replays { return conduit.perform(conduit, .subscribe) }
        conduit.delivery.enter()
        conduit.perform(conduit, .subscribe)
        conduit.delivery.exit()
        if !isUnlimited { conduit.attach() }
        if conduit.demandCount > 0 || hasEnded, unpark(conduit) { return join(conduit) }
        // If the subject ended meanwhile, `finish` left it out.
        completeIfEnded(conduit)
    }

    /// - Returns: `false` if all is over.
    private final func enlist(_ conduit: _ConduitRoot) -> Bool {
        if hasEnded { return false }
        guard let isNested = delivery.tryEnter() else {
            enqueue(conduit)
            return true
        }
        let hasEnded = hasEnded
        if !hasEnded {
            conduit.state = conduit.state.union(.listed)  // nobody else has seen it yet
            append(conduit)
        }
        leave(isNested)
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

    /// Releases the upstreams that are over, each time their number has doubled: a subject that is connected
    /// to one after another would gather them. For the owner of `lock`.
    private final func takeEndedUpstreams() -> [any Subscription] {
        let all = upstreams
        upstreams.removeAll { ($0 as? _UpstreamNode)?.isOver == true }
        upstreamsLimit = max(4, upstreams.count * 2)
        return all
    }

    /// A subscriber has asked for values for the first time.
    final func demanded() {
        lock.lock()
        let isFirst = !isDemanded.exchange(true, ordering: .relaxed)
        let subscriptions = isFirst && !replays ? upstreams : []
        lock.unlock()
        for subscription in subscriptions { subscription.request(.unlimited) }
    }
}
