/// The closures of a node that wait for their time at a scheduler which can cancel them. Without it the scheduler would keep
/// them, and with them the node, until they are due, however early the stream is cancelled.
@usableFromInline
final class _DelayedWork {
    /// One closure.
    @usableFromInline
    final class Item: _IndexedMember {
        @usableFromInline var setIndex = -1
        /// What cancels it. Under `lock`; after the end it belongs to ``_DelayedWork/close()``.
        fileprivate var handle: (any Cancellable)?
        fileprivate var hasRun = false

        @usableFromInline init() {}
    }

    private let lock = _Lock()
    @exclusivity(unchecked) private var items = _IndexedSet<Item>()
    @exclusivity(unchecked) private var isClosed = false

    @usableFromInline init() {}

    /// The scheduler has taken a closure. It may have run it already.
    ///
    /// - Parameter handle: what cancels it; `nil` if the scheduler can't.
    @usableFromInline
    func keep(_ handle: (any Cancellable)?, for item: Item) {
        guard let handle else { return }
        lock.lock()
        let isUseless = isClosed
        if !isClosed, !item.hasRun {
            item.handle = handle
            items.insert(item)
        }
        lock.unlock()
        if isUseless { handle.cancel() }
    }

    /// A closure runs.
    @usableFromInline
    func finish(_ item: Item) {
        let handle = lock.withLock {
            if isClosed { return nil as (any Cancellable)? }
            item.hasRun = true
            _ = items.remove(item)
            return item.handle.take()
        }
        withExtendedLifetime(handle) {}
    }

    /// Cancels all, and whatever comes later.
    @usableFromInline
    func close() {
        let items = lock.withLock {
            isClosed = true
            return self.items.removeAll()
        }
        // A closure that runs meanwhile leaves its handle alone.
        for item in items { item?.handle.take()?.cancel() }
    }
}
