import Synchronization

/// A queue into which any thread puts events without waiting, and from which one thread takes them.
///
/// Each slot has a number: that of the event that may be put into it, or one more once that is there. A thread that puts an
/// event in first takes the next number, by the only operation that another thread can get ahead of. If the slot of that
/// number is still full, the ring is, and the event is counted as lost. So is an event whose text would be too much.
// Safe to share: a slot is touched by the thread that has its number only.
final class TraceRing: @unchecked Sendable {
    private let mask: Int
    private let numbers: UnsafeMutablePointer<Atomic<Int>>
    private let slots: UnsafeMutablePointer<TraceEvent>
    private let next = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)
    private let mostBytes: Int
    /// The bytes of long texts in the ring. The number of slots limits those of short ones.
    private let bytes = Atomic<Int>(0)
    /// Belongs to the thread that takes.
    private var first = 0

    /// - Parameters:
    ///   - capacity: a power of two.
    ///   - mostBytes: the most bytes that long texts may take.
    init(capacity: Int, mostBytes: Int) {
        self.mostBytes = mostBytes
        mask = capacity - 1
        slots = .allocate(capacity: capacity)
        numbers = .allocate(capacity: capacity)
        for index in 0..<capacity { (numbers + index).initialize(to: Atomic(index)) }
    }

    deinit {
        while pop() != nil {}
        for index in 0...mask { (numbers + index).deinitialize(count: 1) }
        numbers.deallocate()
        slots.deallocate()
    }

    /// Puts an event in, or counts it as lost if there is no room.
    func push(_ event: TraceEvent) {
        let weight = event.weight
        if weight > 0, bytes.add(weight, ordering: .relaxed).newValue > mostBytes {
            bytes.subtract(weight, ordering: .relaxed)
            lost.add(1, ordering: .relaxed)
            return
        }
        var number = next.load(ordering: .relaxed)
        while true {
            let ahead = numbers[number & mask].load(ordering: .acquiring) - number
            if ahead < 0 {
                if weight > 0 { bytes.subtract(weight, ordering: .relaxed) }
                lost.add(1, ordering: .relaxed)
                return
            }
            if ahead > 0 {
                number = next.load(ordering: .relaxed)
                continue
            }
            let (isOurs, now) = next.weakCompareExchange(
                expected: number, desired: number + 1, ordering: .relaxed)
            if isOurs { break }
            number = now
        }
        (slots + (number & mask)).initialize(to: event)
        numbers[number & mask].store(number + 1, ordering: .releasing)
    }

    /// Takes the oldest event.
    func pop() -> TraceEvent? {
        guard numbers[first & mask].load(ordering: .acquiring) == first + 1 else { return nil }
        let event = (slots + (first & mask)).move()
        numbers[first & mask].store(first + mask + 1, ordering: .releasing)
        first += 1
        let weight = event.weight
        if weight > 0 { bytes.subtract(weight, ordering: .relaxed) }
        return event
    }

    /// How many events were lost since this was last asked.
    func takeLost() -> Int { lost.load(ordering: .relaxed) == 0 ? 0 : lost.exchange(0, ordering: .relaxed) }
}

extension TraceEvent {
    /// The bytes of its text, if that is a long one.
    fileprivate var weight: Int {
        let count =
            switch kind {
            case .value(let text, _): text.utf8.count
            case .end(.failed(let text)): text.utf8.count
            case .begin: span.map { $0.name.utf8.count } ?? 0
            default: 0
            }
        return count > 64 ? count : 0
    }
}
