/// The closures of a node that wait for their time at a scheduler that can cancel them. Without this object the scheduler
/// would retain the closures and the node until they are due, even if the stream is cancelled early.
///
/// A closure that runs delivers the events up to its own. So older closures, which the scheduler has dropped or delayed, have nothing
/// to do any more, and are cancelled.
@usableFromInline
final class _DelayedWork {
    /// A closure that waits, and the number of its event.
    private struct Item {
        let number: Int
        let handle: any Cancellable
    }

    private let lock = _Lock()
    /// The closures in the order of their events.
    @exclusivity(unchecked) private var items = _Queue<Item>()
    /// The number of the newest event whose closure has run.
    @exclusivity(unchecked) private var finished = 0
    @exclusivity(unchecked) private var isClosed = false

    @usableFromInline init() {}

    /// Keeps the handle of a scheduled closure. The closure may have run already.
    ///
    /// - Parameters:
    ///   - handle: the object that cancels the closure; `nil` if the scheduler can't.
    ///   - number: the number of the closure's event.
    @usableFromInline
    func keep(_ handle: (any Cancellable)?, for number: Int) {
        guard let handle else { return }
        lock.lock()
        let isUseless = isClosed
        if !isClosed, number > finished { items.push(Item(number: number, handle: handle)) }
        lock.unlock()
        if isUseless { handle.cancel() }
    }

    /// Releases the handle of a closure that runs, and cancels the closures before it.
    @usableFromInline
    func finish(upTo number: Int) {
        lock.lock()
        finished = max(finished, number)
        let first = popFinished()
        var others: [Item] = []
        while let item = popFinished() { others.append(item) }
        lock.unlock()
        guard let first, !others.isEmpty || first.number != number else {
            return withExtendedLifetime(first) {}
        }
        for item in [first] + others where item.number != number { item.handle.cancel() }
    }

    /// Under `lock`.
    private func popFinished() -> Item? {
        guard let item = items.head, item.number <= finished else { return nil }
        return items.pop()
    }

    /// Cancels all closures, and closures that are scheduled later.
    @usableFromInline
    func close() {
        let items = lock.withLock {
            isClosed = true
            let items = self.items
            self.items = _Queue()
            return items
        }
        for item in items.elements { item.handle.cancel() }
    }
}
