import TraitsRuntime
import TraitsTesting

/// A scheduler that treats work badly, in virtual time. Like the schedulers of the library, it can cancel work that runs once.
final class FaultyScheduler: Scheduler {
    enum Fault: CaseIterable, Sendable {
        case none
        /// Every other closure is dropped, beginning with the first.
        case drops
        case doubles
        /// Each closure that is due runs inside the call that schedules it.
        case nests
        case delays
        /// Closures of one tick run in the reverse order.
        case reorders
    }

    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    /// The clock of the test.
    let clock: TestScheduler
    var fault = Fault.none
    private var count = 0

    init(reversing: Bool = false) { clock = TestScheduler(order: reversing ? .newestFirst : .asScheduled) }

    var now: VirtualTime { clock.now }
    var minimumTolerance: VirtualTime.Stride { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) { _ = add(at: now, action) }

    func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { _ = add(at: date, action) }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        // A repeating closure loses its first run.
        let first = isDropped() ? date.advanced(by: interval) : date
        return clock.schedule(after: first, interval: interval, action)
    }

    func _scheduleOnce(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? { add(at: date, action) }

    func _scheduleWait(
        until date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable { add(at: date, action) }

    private func isDropped() -> Bool {
        count += 1
        return fault == .drops && !count.isMultiple(of: 2)
    }

    private func add(at date: VirtualTime, _ action: @escaping () -> Void) -> any Cancellable {
        if isDropped() { return AnyCancellable {} }
        if fault == .nests, date <= now {
            action()
            return AnyCancellable {}
        }
        let work = Once(action)
        let date = fault == .delays ? date.advanced(by: 3) : date
        for _ in 0..<(fault == .doubles ? 2 : 1) {
            clock.schedule(after: date, tolerance: 0, options: nil) { work.action?() }
        }
        return work
    }

    /// A closure until it is cancelled. Its release doesn't cancel it.
    private final class Once: Cancellable {
        private(set) var action: (() -> Void)?

        init(_ action: @escaping () -> Void) { self.action = action }

        func cancel() { action = nil }
    }
}
