// The mailbox: conduits with news from a thread that did not wait for the delivering thread.
//
// It is no `_Mailbox`, which is one bit: an audience has to know which conduits have news, and a cancellation takes its
// conduit out again.

import Synchronization

extension _Audience {
    final func enqueue(_ conduit: _ConduitRoot) {
        lock.withLock { mailbox.insert(conduit) }
        noteNews()
    }

    /// Has the delivering thread look into the mailbox.
    final func noteNews() { signals.bitwiseOr(Self.news, ordering: .sequentiallyConsistent) }

    /// Takes a conduit out of the mailbox. A parked conduit isn't in the mailbox.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    final func dequeue(_ conduit: _ConduitRoot) -> Bool {
        lock.withLock { !conduit.state.contains(.parked) && mailbox.remove(conduit) }
    }

    /// Empties the mailbox, unless another thread is about to.
    @usableFromInline @inline(never)
    final func drain() {
        while hasNews {
            // If another thread delivers, it looks into the mailbox after it has left.
            guard let isNested = delivery.tryVisit() else { return }
            takeMailbox()
            if isNested { return leaveNested() }
            if isUnsettled { settle() }
            // A thread that has stepped out and come back visits no longer.
            if !delivery.tryExit(visit: true), !delivery.exitUnlessDue() { return bringEnd() }
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

    /// Updates a conduit: on this thread, or on the delivering thread if there is another.
    final func updateSoon(_ conduit: _ConduitRoot) {
        if let isNested = delivery.tryVisit() {
            update(conduit)
            leave(visit: isNested)
        } else {
            enqueue(conduit)
            drain()
        }
    }
}
