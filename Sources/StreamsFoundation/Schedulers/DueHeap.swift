import Foundation
import TraitsStreams

/// A closure that runs at its time, once or repeatedly. The owner of its heap guards it.
final class DueWork: @unchecked Sendable {
    // Unchecked: the owner of the heap guards the mutable state.

    fileprivate(set) var date: Date
    let interval: TimeInterval?
    /// The closure, until it has run for the last time or is cancelled.
    var closure: (@Sendable () -> Void)?
    fileprivate var number = 0

    init(_ date: Date, _ interval: TimeInterval?, _ closure: @escaping @Sendable () -> Void) {
        self.date = date
        self.interval = interval
        self.closure = closure
    }

    fileprivate func isBefore(_ other: DueWork) -> Bool { (date, number) < (other.date, other.number) }
}

/// A heap of closures that wait for their times. The earliest comes first, and equal dates keep the order of insertion.
struct DueHeap {
    private var heap: [DueWork] = []
    private var numbers = 0
    /// The number of cancelled closures in the heap.
    private var cancelled = 0

    var first: DueWork? { heap.first }

    mutating func push(_ work: DueWork) {
        numbers += 1
        work.number = numbers
        heap.append(work)
        rise(heap.count - 1)
    }

    /// Takes out all due closures, and puts repeated closures back with their next time in the future.
    mutating func popAll(until now: Date) -> [DueWork] {
        var due: [DueWork] = []
        while let work = heap.first, work.date <= now {
            pop()
            if work.closure == nil { cancelled -= 1 } else { due.append(work) }
        }
        for work in due {
            guard let interval = work.interval else { continue }
            let missed = interval > 0 ? (now.timeIntervalSince(work.date) / interval).rounded(.down) : 0
            work.date = Swift.max(
                work.date.addingTimeInterval((missed + 1) * interval), now.addingTimeInterval(1e-6))
            push(work)
        }
        return due
    }

    /// Notes the cancellation of a closure in the heap. When more than half are cancelled, they are removed, which makes the
    /// cost constant on average.
    mutating func noteCancellation() {
        cancelled += 1
        guard cancelled * 2 > heap.count else { return }
        let kept = heap.filter { $0.closure != nil }.sorted { $0.isBefore($1) }
        heap = kept  // a sorted array is a heap
        cancelled = 0
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        heap.giveBackRoom(of: heap.capacity)
        sink(0)
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].isBefore(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
