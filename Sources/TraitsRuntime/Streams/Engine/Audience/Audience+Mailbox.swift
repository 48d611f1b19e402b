// The mailbox: conduits to which something happened on a thread that did not wait for the one that delivers.
//
// It is no `_Mailbox`, which is one bit: an audience has to know which conduits, and a cancellation takes its own out again.

import Synchronization

extension _Audience {
    final func enqueue(_ conduit: _ConduitRoot) {
        lock.withLock { mailbox.insert(conduit) }
        noteNews()
    }

    /// Has the delivering thread look into the mailbox.
    final func noteNews() { signals.bitwiseOr(Self.news, ordering: .sequentiallyConsistent) }

    /// Takes a conduit back. One that is parked isn't in there.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    final func dequeue(_ conduit: _ConduitRoot) -> Bool {
        lock.withLock { !conduit.state.contains(.parked) && mailbox.remove(conduit) }
    }

    /// Takes what is in the mailbox if no other thread will.
    @usableFromInline @inline(never)
    final func drain() {
        while hasNews {
            // If another thread delivers, it looks into the mailbox after it has left.
            guard let isNested = delivery.tryEnter() else { return }
            takeMailbox()
            if isNested { return leaveNested() }
            if isUnsettled { settle() }
            delivery.exit()
        }
    }

    @usableFromInline @inline(never)
    final func takeMailbox() {
        lock.lock()
        signals.bitwiseAnd(~Self.news, ordering: .sequentiallyConsistent)
        let conduits = mailbox.removeAll()
        lock.unlock()
        for case let conduit? in conduits {
            if waits(conduit) { enqueue(conduit) } else { update(conduit) }
        }
    }

    /// Has what is due for a conduit done: here, or by the thread that delivers.
    final func updateSoon(_ conduit: _ConduitRoot) {
        if let isNested = delivery.tryEnter() {
            update(conduit)
            leave(isNested)
        } else {
            enqueue(conduit)
            drain()
        }
    }
}
