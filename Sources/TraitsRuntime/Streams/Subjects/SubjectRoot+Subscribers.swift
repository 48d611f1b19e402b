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

    /// Gives a subscriber its subscription.
    @usableFromInline
    final func start(_ conduit: _ConduitRoot, isUnlimited: Bool) {
        if !enlist(conduit) {
            conduit.perform(conduit, .subscribeToNothing)
            conduit.perform(conduit, .complete)
        } else if isUnlimited && !replays {
            // It asks for everything in there, or cancels.
            conduit.perform(conduit, .subscribe)
        } else {
            conduit.delivery.enter()
            if replays {
                whileJoining(conduit) { conduit.perform(conduit, .subscribe) }
            } else {
                conduit.perform(conduit, .subscribe)
            }
            conduit.delivery.exit()
            attached(conduit, isUnlimited: isUnlimited)
        }
    }

    /// - Returns: `false` if all is over.
    private final func enlist(_ conduit: _ConduitRoot) -> Bool {
        if hasEnded { return false }
        if let isNested = delivery.tryEnter() {
            let hasEnded = hasEnded
            if !hasEnded && !replays {
                conduit.state = conduit.state.union(.listed)  // nobody else has seen it yet
                append(conduit)
            }
            leave(isNested)
            return !hasEnded
        }
        if !replays { enqueue(conduit) }
        return true
    }

    /// The subscriber has its subscription. If the subject ended meanwhile, `finish` left it out.
    private final func attached(_ conduit: _ConduitRoot, isUnlimited: Bool) {
        if !isUnlimited {
            conduit.attach()
            completeIfEnded(conduit)
        }
        if conduit.state.contains(.joining) { join(conduit) }
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
