import Synchronization

/// The observers that one thread has yet to tell, in order.
///
/// A change that an observer makes is published at once, and its observers join the end of the notification that this
/// thread is busy with: first everybody hears of the first change, then of the second.
final class _PropertyNotification {
    @exclusivity(unchecked) var thread: UInt = 0
    @exclusivity(unchecked) var conduits: ContiguousArray<_PropertyConduitBase> = []
}

extension _PropertyGraph {
    /// Makes a notification of the observers whose mailboxes were filled, or adds them to this thread's notification.
    /// For the thread with the writer lock.
    func takeNotification() -> _PropertyNotification? {
        if fresh.isEmpty { return nil }
        let me = owner.load(ordering: .relaxed)
        notificationLock.lock()
        defer { notificationLock.unlock() }
        for notification in notifications where notification.thread == me {
            notification.conduits.append(contentsOf: fresh)
            fresh.removeAll(keepingCapacity: true)
            return nil
        }
        let notification = spareNotification ?? _PropertyNotification()
        spareNotification = nil
        notification.thread = me
        swap(&notification.conduits, &fresh)
        notifications.append(notification)
        return notification
    }

    /// Has observers drain their mailboxes, with no lock held.
    func deliver(_ notification: _PropertyNotification) {
        var index = 0
        while index < notification.conduits.count {
            let conduit = notification.conduits[index]
            conduit.deliver(conduit)
            index += 1
        }
        // This thread alone adds to the notification, so nothing can have come in between.
        notificationLock.lock()
        notifications.removeAll { $0 === notification }
        notificationLock.unlock()
        // Observers may go away here and run code of their own; changes it makes start a notification of their own.
        notification.conduits.removeAll(keepingCapacity: notification.conduits.count <= 64)
        notificationLock.lock()
        let spare = spareNotification
        spareNotification = notification
        notificationLock.unlock()
        withExtendedLifetime(spare) {}
    }
}
