/// An action that waits for its time in a ``_DueQueue``. The owner of the queue guards it with the queue.
open class _Due {
    /// The time, in a unit that the owner of the queue chooses.
    @exclusivity(unchecked) public final var time: Int
    /// Decides between works of one time: the lower number comes first.
    @exclusivity(unchecked) public final var order: UInt64 = 0
    /// `nil` once it has run for the last time or was cancelled.
    @exclusivity(unchecked) public final var action: (() -> Void)?

    public init(time: Int, _ action: @escaping () -> Void) {
        self.time = time
        self.action = action
    }

    fileprivate final func isBefore(_ other: _Due) -> Bool {
        time == other.time ? order < other.order : time < other.time
    }
}

/// The runs of a repeating closure on an executor that may be slower than its timer: at most one run waits, and it stands for
/// all times that have come meanwhile. The closure never runs twice at the same time.
struct _Runs {
    /// A Boolean value that indicates whether a run waits for the executor, or goes on.
    private(set) var isPosted = false
    /// A Boolean value that indicates whether another time has come since the run began.
    private var isMissed = false

    /// Notes that a time has come.
    ///
    /// - Returns: whether the closure has to be posted to the executor.
    mutating func comeDue() -> Bool {
        if isPosted { isMissed = true } else { isPosted = true }
        return !isMissed
    }

    mutating func begin() { isMissed = false }

    /// - Returns: whether the closure has to be posted again.
    mutating func end() -> Bool {
        isPosted = isMissed
        return isMissed
    }
}

/// A binary heap of works, the next one first.
///
/// Cancelled works stay until they reach the top or make up half of the heap: a debounce that cancels at each value costs no
/// search. To push and to take one takes a time that grows with the logarithm of their number.
public struct _DueQueue {
    private var heap: [_Due] = []
    private var cancelled = 0

    public init() {}

    /// The number of works that will still run.
    public var count: Int { heap.count - cancelled }

    public mutating func push(_ work: _Due) {
        heap.append(work)
        heap.withUnsafeMutableBufferPointer { heap in
            var child = heap.count - 1
            while child > 0 {
                let parent = (child - 1) / 2
                guard heap[child].isBefore(heap[parent]) else { return }
                heap.swapAt(child, parent)
                child = parent
            }
        }
    }

    /// The next work that will run.
    public mutating func first() -> _Due? {
        while let top = heap.first, top.action == nil {
            removeTop()
            cancelled -= 1
        }
        return heap.first
    }

    public mutating func popFirst() -> _Due? {
        guard let work = first() else { return nil }
        removeTop()
        return work
    }

    /// Call after the action of a work in the heap was taken away.
    public mutating func noteCancellation() {
        cancelled += 1
        guard heap.count > 64, cancelled * 2 > heap.count else { return }
        let live = heap.filter { $0.action != nil }
        heap.removeAll()
        cancelled = 0
        for work in live { push(work) }
    }

    private mutating func removeTop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        heap.giveBackRoom(of: heap.capacity)
        heap.withUnsafeMutableBufferPointer { heap in
            var parent = 0
            while true {
                var child = 2 * parent + 1
                guard child < heap.count else { return }
                if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
                guard heap[child].isBefore(heap[parent]) else { return }
                heap.swapAt(parent, child)
                parent = child
            }
        }
    }
}
