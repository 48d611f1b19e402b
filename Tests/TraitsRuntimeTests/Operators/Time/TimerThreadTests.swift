import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Timers that fire on one thread while values come on another.
@Suite("Timers, from many threads", .limited)
struct TimerThreadTests {
    /// Keeps the newest timer for whoever wants to fire it, as often as wanted.
    private final class LastTimer: Scheduler, Sendable {
        struct Timer: @unchecked Sendable {
            let number: Int
            let fire: () -> Void
        }

        private let last = Mutex<Timer?>(nil)

        var newest: Timer? { last.withLock { $0 } }

        var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
        var minimumTolerance: ImmediateScheduler.SchedulerTimeType.Stride { 0 }

        func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

        func schedule(
            after date: ImmediateScheduler.SchedulerTimeType,
            tolerance: ImmediateScheduler.SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) { action() }

        func schedule(
            after date: ImmediateScheduler.SchedulerTimeType,
            interval: ImmediateScheduler.SchedulerTimeType.Stride,
            tolerance: ImmediateScheduler.SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) -> any Cancellable {
            let action = Timer(number: 0, fire: action)
            last.withLock { $0 = Timer(number: ($0?.number ?? 0) + 1, fire: action.fire) }
            return AnyCancellable {}
        }
    }

    /// Each value has a timer of its own, which sends that value or nothing, and never the one after.
    @Test func aTimerOfDebounceSendsItsOwnValue() {
        let clock = LastTimer()
        let subject = PassthroughSubject<Int, Never>()
        let firing = Atomic(0), wrong = Atomic(0), sent = Atomic(0), isOver = Atomic(false)
        let cancellable = subject.debounce(for: 1, scheduler: clock).sink { value in
            sent.add(1, ordering: .relaxed)
            if value != firing.load(ordering: .relaxed) { wrong.add(1, ordering: .relaxed) }
        }
        @Sendable func fireNewest() {
            guard let timer = clock.newest else { return }
            firing.store(timer.number, ordering: .relaxed)
            timer.fire()
        }
        onThreads([
            {
                for value in 1...100_000 { subject.send(value) }
                isOver.store(true, ordering: .relaxed)
            },
            { while !isOver.load(ordering: .relaxed) { fireNewest() } },
        ])
        fireNewest()
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(sent.load(ordering: .relaxed) > 0)
        cancellable.cancel()
    }
}
