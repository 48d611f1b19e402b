import Synchronization

/// The observers that one thread has yet to tell, in order.
///
/// A change that an observer makes is published synchronously, and its observers join the end of the notification
/// that this thread is busy with: first everybody hears of the first change, then of the second.
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
            // The notification holds it.
            let conduit = Unmanaged.passUnretained(notification.conduits[index])
            conduit._withUnsafeGuaranteedRef { $0.deliver($0) }
            index += 1
        }
        // This thread alone adds to the notification, so nothing can have come in between.
        notificationLock.lock()
        if let index = notifications.firstIndex(where: { $0 === notification }) {
            notifications.swapAt(index, notifications.count - 1)
            notifications.removeLast()
        }
        notificationLock.unlock()
        // Observers may go away here and run code of their own; changes it makes start a notification of their own.
        if notification.conduits.count > 64 { notification.conduits = [] }
        while notification.conduits.popLast() != nil {}
        notificationLock.lock()
        let spare = spareNotification
        spareNotification = notification
        notificationLock.unlock()
        withExtendedLifetime(spare) {}
    }
}
