// How subscribers come and go.

import Synchronization

extension _SubjectRoot {
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
        // It is listed once it is known whether the current value can be sent inside the call that subscribes.
        if replays { conduit.state = conduit.state.union(.joining) }  // nobody else has seen it yet
        if let isNested = delivery.tryEnter() {
            let hasEnded = hasEnded
            if !hasEnded && !replays {
                conduit.state = conduit.state.union(.listed)
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

    @inline(__always)
    final func completeIfEnded(_ conduit: _ConduitRoot) {
        if hasEnded && !conduit.isOver
            && !conduit.state.contains(.joining)
        {
            enqueue(conduit)
            drain()
        }
    }

    /// A subscriber that has missed the current value has asked for it.
    final func wanted(_ conduit: _ConduitRoot) {
        let state = conduit.stateInOrder
        if state.contains(.parked) { return wantedByParked(conduit) }
        if state.contains(.joining) { return wantedByJoining(conduit) }
        if let isNested = delivery.tryEnter() {
            update(conduit)
            leave(isNested)
        } else {
            enqueue(conduit)
            drain()
        }
    }

    @inline(__always)
    final func cancelled(_ conduit: _ConduitRoot) {
        if replays {
            if unpark(conduit) { return conduit.retire() }
            if conduit.stateInOrder.contains(.joining) { return }  // a joining subscriber sees it
        }
        if let isNested = delivery.tryEnter() {
            // Another thread may be enqueueing it at this moment: the thread that drains the mailbox finds it dead.
            if hasNews { dequeue(conduit) }
            if conduit.listIndex >= 0 {
                if isNested {
                    if stepOut(of: conduit) { return }
                    hasDead = true
                } else {
                    remove(conduit)
                }
            } else {
                conduit.retire()
            }
            leave(isNested)
        } else if !conduit.stateInOrder.contains(.listed) && dequeue(conduit) {
            conduit.retire()
        } else {
            enqueue(conduit)
            drain()
        }
    }
}

// MARK: - Upstreams

extension _SubjectRoot {
    /// Takes an upstream subscription.
    final func adopt(_ subscription: any Subscription) {
        mailboxLock.lock()
        let ended = upstreams.count < upstreamsLimit ? [] : takeEndedUpstreams()
        upstreams.append(subscription)
        let ask = replays || isDemanded.load(ordering: .relaxed)
        mailboxLock.unlock()
        withExtendedLifetime(ended) {}
        if ask { subscription.request(.unlimited) }
    }

    /// Releases the upstreams that are over, each time their number has doubled: a subject that is connected
    /// to one after another would gather them. For the owner of `mailboxLock`.
    private final func takeEndedUpstreams() -> [any Subscription] {
        let all = upstreams
        upstreams.removeAll { ($0 as? _UpstreamNode)?.isOver == true }
        upstreamsLimit = max(4, upstreams.count * 2)
        return all
    }

    /// A subscriber has asked for values for the first time.
    final func demanded() {
        mailboxLock.lock()
        let isFirst = !isDemanded.exchange(true, ordering: .relaxed)
        let subscriptions = isFirst && !replays ? upstreams : []
        mailboxLock.unlock()
        for subscription in subscriptions { subscription.request(.unlimited) }
    }
}
