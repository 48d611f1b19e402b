import Synchronization

/// A queue into which any thread puts events without waiting, and from which one thread takes them.
///
/// Each slot has a number: the number of the event that it waits for, or that number plus one when the event is there. To put
/// an event in, a thread first takes the next number; this is the only step that another thread can win. If the slot for that
/// number is still full, the ring is full, and the event is counted as lost. So is an event whose text exceeds the limit.
// Safe to share: only the thread that holds a slot's number accesses the slot.
final class TraceRing: @unchecked Sendable {
    private let mask: Int
    private let numbers: UnsafeMutablePointer<Atomic<Int>>
    private let slots: UnsafeMutablePointer<TraceEvent>
    private let next = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)
    private let mostBytes: Int
    /// The bytes of long texts in the ring. Short texts are limited by the number of slots.
    private let bytes = Atomic<Int>(0)
    /// The number of the next event to take. It belongs to the thread that takes events.
    private var first = 0

    /// - Parameters:
    ///   - capacity: a power of two.
    ///   - mostBytes: the greatest number of bytes of long texts.
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

    /// Puts an event in, or counts it as lost if the ring is full.
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

    /// Takes the oldest event out, if there is one.
    func pop() -> TraceEvent? {
        guard numbers[first & mask].load(ordering: .acquiring) == first + 1 else { return nil }
        let event = (slots + (first & mask)).move()
        numbers[first & mask].store(first + mask + 1, ordering: .releasing)
        first += 1
        let weight = event.weight
        if weight > 0 { bytes.subtract(weight, ordering: .relaxed) }
        return event
    }

    /// Returns the number of lost events since the last call.
    func takeLost() -> Int { lost.load(ordering: .relaxed) == 0 ? 0 : lost.exchange(0, ordering: .relaxed) }
}

extension TraceEvent {
    /// The number of bytes of the event's text if the text is long, otherwise zero.
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
