import TraitsRuntime

extension TestScheduler {
    /// The way in which a scheduler treats the actions of code under test.
    ///
    /// `Scheduler` promises almost nothing: `ImmediateScheduler` runs an action inside of the call that schedules it, a queue
    /// may be busy, and a run loop may never run again. Code that keeps its promises with each of these manners relies on no
    /// more than a scheduler promises.
    ///
    /// ```swift
    /// let clock = TestScheduler(manner: .twice)
    /// let recorder = Just("hello").delay(for: 3, scheduler: clock).record(on: clock)
    /// try clock.run()
    /// #expect(recorder.values == ["hello"])
    /// ```
    ///
    /// The events of a ``TestPublisher`` and the actions of `scheduleInOrder` aren't affected: they stand for the outside
    /// world.
    public enum Manner: Hashable, Sendable {
        /// Each action runs once, when it is due.
        case punctual
        /// An action that is due runs inside of the call that schedules it.
        case inline
        /// Each action runs inside of that call, even if it is due later, as with `ImmediateScheduler`.
        case immediate
        /// Each action runs twice.
        case twice
        /// Each action runs two ticks later than it should.
        case late
        /// No action runs.
        case never
        /// Every other action is dropped, beginning with the first, as when a program cancels the operations of a queue. Of an
        /// action that repeats, the first run is dropped.
        case dropping

        /// The manners in which a scheduler does something unexpected.
        static let odd = [Manner.inline, .immediate, .twice, .late, .never, .dropping]
    }

    private static var delay: VirtualTime.Stride { 2 }

    /// Schedules an action of the code under test; without a date it is due now.
    func take(at date: VirtualTime?, _ action: @escaping () -> Void) {
        noteUse()
        switch manner {
        case .inline where date.map { $0 <= now } ?? true: LawPlace.scheduler.run(action)
        case .immediate: LawPlace.scheduler.run(action)
        case .punctual, .inline: _ = enqueue(at: date, interval: nil, action)
        case .twice:
            for _ in 0..<2 { _ = enqueue(at: date, interval: nil, action) }
        case .late: _ = enqueue(at: (date ?? now).advanced(by: Self.delay), interval: nil, action)
        case .dropping: if isKept() { _ = enqueue(at: date, interval: nil, action) }
        case .never: break
        }
    }

    /// Schedules a repeating action of the code under test.
    func take(
        at date: VirtualTime, interval: VirtualTime.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        noteUse()
        func enqueued(at date: VirtualTime) -> WorkCancellation {
            WorkCancellation(scheduler: self, work: enqueue(at: date, interval: interval, action))
        }
        switch manner {
        case .punctual, .inline: return enqueued(at: date)
        case .immediate:
            LawPlace.scheduler.run(action)
            return AnyCancellable {}
        case .twice:
            let works = [enqueued(at: date), enqueued(at: date)]
            return AnyCancellable { for work in works { work.cancel() } }
        case .late: return enqueued(at: date.advanced(by: Self.delay))
        case .dropping: return enqueued(at: isKept() ? date : date.advanced(by: interval))
        case .never: return AnyCancellable {}
        }
    }
}
