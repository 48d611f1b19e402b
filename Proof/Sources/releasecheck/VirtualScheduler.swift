import TraitsRuntime

/// A scheduler with a clock of its own.
final class VirtualScheduler: Scheduler {
    struct Time: Strideable, SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
        var ticks: Int
        init(_ ticks: Int) { self.ticks = ticks }
        init(integerLiteral value: Int) { ticks = value }
        init?<T: BinaryInteger>(exactly source: T) { ticks = Int(source) }
        var magnitude: Time { Time(abs(ticks)) }
        // Not the one of `Strideable`, which compares the distance, a time.
        static func == (a: Time, b: Time) -> Bool { a.ticks == b.ticks }
        static func < (a: Time, b: Time) -> Bool { a.ticks < b.ticks }
        static func + (a: Time, b: Time) -> Time { Time(a.ticks + b.ticks) }
        static func - (a: Time, b: Time) -> Time { Time(a.ticks - b.ticks) }
        static func * (a: Time, b: Time) -> Time { Time(a.ticks * b.ticks) }
        static func *= (a: inout Time, b: Time) { a.ticks *= b.ticks }
        func distance(to other: Time) -> Time { other - self }
        func advanced(by n: Time) -> Time { self + n }
        static func seconds(_ s: Int) -> Time { Time(s) }
        static func seconds(_ s: Double) -> Time { Time(Int(s)) }
        static func milliseconds(_ ms: Int) -> Time { Time(ms) }
        static func microseconds(_ us: Int) -> Time { Time(us) }
        static func nanoseconds(_ ns: Int) -> Time { Time(ns) }
    }

    private final class Work: Cancellable {
        var time: Int
        let interval: Int?
        var action: (() -> Void)?

        init(_ time: Int, _ interval: Int?, _ action: @escaping () -> Void) {
            (self.time, self.interval, self.action) = (time, interval, action)
        }

        func cancel() { action = nil }
    }

    private var works: [Work] = []
    private(set) var now = Time(0)
    var minimumTolerance: Time { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        works.append(Work(now.ticks, nil, action))
    }

    func schedule(after date: Time, tolerance: Time, options: Never?, _ action: @escaping () -> Void) {
        works.append(Work(date.ticks, nil, action))
    }

    func schedule(
        after date: Time, interval: Time, tolerance: Time, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let work = Work(date.ticks, max(interval.ticks, 1), action)
        works.append(work)
        return work
    }

    /// Runs the actions of the next ticks, in the order of their times.
    func advance(by ticks: Int) {
        let end = now.ticks + ticks
        while let next = works.indices.filter({ works[$0].time <= end }).min(by: {
            works[$0].time < works[$1].time
        }) {
            let work = works.remove(at: next)
            now = Time(max(now.ticks, work.time))
            guard let action = work.action else { continue }
            if let interval = work.interval {
                work.time += interval
                works.append(work)
            }
            action()
        }
        now = Time(end)
    }

    /// Releases the actions that wait.
    func stop() { works = [] }
}
