import Dispatch
import TraitsRuntime

/// A scheduler whose time goes by when somebody says so. Made for one thread and few timers, so that what uses it is
/// measured and not the scheduler.
final class VirtualClock: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = Never

    private struct Entry {
        var due: SchedulerTimeType
        var interval: SchedulerTimeType.Stride?
        var number: Int
        var action: () -> Void
    }

    private(set) var now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    private var entries: [Entry] = []
    private var lastNumber = 0

    var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    func schedule(options: Never?, _ action: @escaping () -> Void) { _ = add(now, nil, action) }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { _ = add(date, nil, action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let number = add(date, interval, action)
        return AnyCancellable { [self] in entries.removeAll { $0.number == number } }
    }

    private func add(
        _ due: SchedulerTimeType, _ interval: SchedulerTimeType.Stride?, _ action: @escaping () -> Void
    )
        -> Int
    {
        lastNumber += 1
        entries.append(Entry(due: due, interval: interval, number: lastNumber, action: action))
        return lastNumber
    }

    /// Lets time go by, and runs what is due, the earliest first.
    func advance(by interval: SchedulerTimeType.Stride) {
        let end = now.advanced(by: interval)
        while let index = entries.indices.min(by: { entries[$0].due < entries[$1].due }),
            entries[index].due <= end
        {
            now = max(now, entries[index].due)
            let action = entries[index].action
            if let interval = entries[index].interval {
                entries[index].due = now.advanced(by: interval)
            } else {
                entries.remove(at: index)
            }
            action()
        }
        now = end
    }
}
