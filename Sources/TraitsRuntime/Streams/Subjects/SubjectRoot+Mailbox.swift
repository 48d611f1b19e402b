// The mailbox: conduits to which something happened on a thread that did not wait for the one that delivers.
//
// It is no `_Mailbox`, which is one bit: a subject has to know which conduits, and a cancellation takes its own out again.

import Synchronization

extension _SubjectRoot {
    final func enqueue(_ conduit: _ConduitRoot) {
        mailboxLock.withLock { mailbox.insert(conduit) }
        signals.bitwiseOr(Self.news, ordering: .sequentiallyConsistent)
    }

    /// - Returns: whether it was there.
    @discardableResult
    final func dequeue(_ conduit: _ConduitRoot) -> Bool {
        mailboxLock.withLock { mailbox.remove(conduit) }
    }

    /// Takes what is in the mailbox if no other thread will.
    @usableFromInline @inline(never)
    final func drain() {
        while hasNews {
            // If another thread delivers, it looks into the mailbox after it has left.
            guard let isNested = delivery.tryEnter() else { return }
            takeMailbox()
            if isNested { return leaveNested() }
            if hasDead { reclaim() }
            delivery.exit()
        }
    }

    @usableFromInline @inline(never)
    final func takeMailbox() {
        mailboxLock.lock()
        signals.bitwiseAnd(~Self.news, ordering: .sequentiallyConsistent)
        let conduits = mailbox.removeAll()
        mailboxLock.unlock()
        for case let conduit? in conduits {
            if waitsForStore(conduit) { enqueue(conduit) } else { update(conduit) }
        }
    }

    /// Whether a subscriber stays in the mailbox for as long as a delivery goes on that a value is sent from inside of: what
    /// that delivers is stored when it is over, after the value from inside, and a subscriber that is listed before gets
    /// no part of it. So it would never hear of the value that the property has in the end.
    private final func waitsForStore(_ conduit: _ConduitRoot) -> Bool {
        storesLast && position.index >= 0 && !conduit.isOver && !hasEnded
            && (conduit.state.contains(.joining) || conduit.listIndex >= 0)
    }

    /// Does what has become due for a conduit: lists it, sends it what it missed, completes it, or releases it.
    final func update(_ conduit: _ConduitRoot) {
        let backlog = takeBacklog(of: conduit)
        if hasEnded {
            if let backlog { send(backlog, to: conduit) }
            conduit.remove(.joining)
            _ = complete(conduit)
        }
        if conduit.isOver {
            if conduit.listIndex >= 0 { hasDead = true } else { retire(conduit) }
            return
        }
        if hasEnded { return }
        if conduit.listIndex < 0 {
            conduit.insert(.listed)
            append(conduit)
            if let backlog { joined(conduit, backlog) }
        }
        if replays { sendMissed(to: conduit) }
    }
}
