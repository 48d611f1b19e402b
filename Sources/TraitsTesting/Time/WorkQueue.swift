import TraitsRuntime

/// One action that waits in a ``TestScheduler``.
final class Work {
    var time: VirtualTime
    /// Decides between works of one tick: first come, first served.
    var order: UInt64
    /// Set for work that comes again.
    let interval: VirtualTime.Stride?
    /// Whether it keeps its place among others that are ordered, whatever the scheduler makes of the rest.
    let isOrdered: Bool
    /// `nil` once the work has run for the last time or has been cancelled.
    var action: (() -> Void)?

    init(
        time: VirtualTime, order: UInt64, interval: VirtualTime.Stride?, isOrdered: Bool,
        action: @escaping () -> Void
    ) {
        self.time = time
        self.order = order
        self.interval = interval
        self.isOrdered = isOrdered
        self.action = action
    }

    func isBefore(_ other: Work) -> Bool {
        time == other.time ? order < other.order : time < other.time
    }
}

/// A binary heap of works, the next one first.
///
/// Cancelled works stay until they reach the top or make up half of the heap: a debounce that cancels
/// at each value costs no search.
struct WorkQueue {
    private var heap: [Work] = []
    private var cancelled = 0

    /// The number of works that will still run.
    var count: Int { heap.count - cancelled }

    mutating func push(_ work: Work) {
        heap.append(work)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// The next work that will run.
    mutating func first() -> Work? {
        while let top = heap.first, top.action == nil {
            removeTop()
            cancelled -= 1
        }
        return heap.first
    }

    mutating func popFirst() -> Work? {
        guard let work = first() else { return nil }
        removeTop()
        return work
    }

    /// All works of the next time at which something is due, in the order in which they were scheduled.
    mutating func popAllDueNext() -> [Work] {
        guard let next = popFirst() else { return [] }
        var due = [next]
        while let other = first(), other.time == next.time, let work = popFirst() { due.append(work) }
        return due
    }

    /// Call after the action of a work in the heap was taken away.
    mutating func noteCancellation() {
        cancelled += 1
        guard heap.count > 64, cancelled * 2 > heap.count else { return }
        let live = heap.filter { $0.action != nil }
        heap.removeAll(keepingCapacity: true)
        cancelled = 0
        for work in live { push(work) }
    }

    private mutating func removeTop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
