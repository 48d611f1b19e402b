/// The closures of a node that wait for their time at a scheduler that can cancel them. Without this object the scheduler
/// would retain the closures and the node until they are due, even if the stream is cancelled early.
@usableFromInline
final class _DelayedWork {
    /// One scheduled closure.
    @usableFromInline
    final class Item: _IndexedMember {
        @usableFromInline var setIndex = -1
        /// The handle that cancels the closure. Under `lock`; after the end it belongs to ``_DelayedWork/close()``.
        fileprivate var handle: (any Cancellable)?
        fileprivate var hasRun = false

        @usableFromInline init() {}
    }

    private let lock = _Lock()
    @exclusivity(unchecked) private var items = _IndexedSet<Item>()
    @exclusivity(unchecked) private var isClosed = false

    @usableFromInline init() {}

    /// Keeps the handle of a scheduled closure. The closure may have run already.
    ///
    /// - Parameter handle: the object that cancels the closure; `nil` if the scheduler can't.
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

    /// Releases the handle of a closure that runs.
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

    /// Cancels all closures, and closures that are scheduled later.
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
