import TraitsRuntime

/// One action that waits in a ``TestScheduler``.
final class Work: _Due {
    /// The interval of repeated work.
    let interval: VirtualTime.Stride?
    /// Indicates whether it keeps its place among other ordered works, whatever the scheduler does with the rest.
    let isOrdered: Bool

    init(
        at date: VirtualTime, order: UInt64, interval: VirtualTime.Stride?, isOrdered: Bool,
        action: @escaping () -> Void
    ) {
        self.interval = interval
        self.isOrdered = isOrdered
        super.init(time: date.ticks, action)
        self.order = order
    }

    var date: VirtualTime {
        get { VirtualTime(ticks: time) }
        set { time = newValue.ticks }
    }
}

/// The works of a ``TestScheduler``, the next work first.
struct WorkQueue {
    private var works = _DueQueue()

    var count: Int { works.count }

    mutating func push(_ work: Work) { works.push(work) }

    mutating func first() -> Work? { works.first().map(Self.work) }

    mutating func popFirst() -> Work? { works.popFirst().map(Self.work) }

    mutating func noteCancellation() { works.noteCancellation() }

    /// Removes and returns all works of the next due time, in the order in which they were scheduled.
    mutating func popAllDueNext() -> [Work] {
        guard let next = popFirst() else { return [] }
        var due = [next]
        while let other = first(), other.time == next.time, let work = popFirst() { due.append(work) }
        return due
    }

    /// Casts without a check, because no other objects are ever pushed.
    private static func work(_ due: _Due) -> Work { unsafeDowncast(due, to: Work.self) }
}
