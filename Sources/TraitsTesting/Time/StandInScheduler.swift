import TraitsRuntime

/// A scheduler with the times and options of another scheduler, driven by virtual time.
///
/// Code that names the times of a dispatch queue, a run loop or an operation queue can't take a ``TestScheduler``. It can take
/// this scheduler.
///
/// ```swift
/// func settled<S: Scheduler>(
///     _ text: some Publisher<String, Never>, on queue: S
/// ) -> some Publisher<String, Never> where S.SchedulerTimeType == DispatchQueue.SchedulerTimeType {
///     text.debounce(for: .milliseconds(300), scheduler: queue)
/// }
/// let clock = TestScheduler()
/// let recorder = settled(Just("swift"), on: clock.standIn(for: DispatchQueue.main)).record(on: clock)
/// clock.advance(by: .seconds(1))
/// #expect(recorder.values == ["swift"])
/// ```
///
/// A tick is a millisecond. Finer times are rounded away from zero, except for a microsecond, by which floating-point times may
/// be inexact. Options and tolerances aren't used.
///
/// - Threads: As those of the ``TestScheduler``.
public struct StandInScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler,
    @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    // Unchecked, because a time type need not be sendable: both times are constants.

    private let clock: TestScheduler
    private let origin: SchedulerTimeType
    private let start: VirtualTime

    /// Creates a scheduler that shows a given time at the current time of a clock.
    ///
    /// - Parameters:
    ///   - clock: The clock that passes time.
    ///   - now: The time that is shown at first.
    ///   - options: The type of the options.
    public init(
        _ clock: TestScheduler, now: SchedulerTimeType, options: SchedulerOptions.Type = SchedulerOptions.self
    ) {
        self.clock = clock
        self.origin = now
        self.start = clock.now
    }

    /// The time at the start, and the time that has passed on the clock since.
    public var now: SchedulerTimeType {
        origin.advanced(by: .milliseconds(start.distance(to: clock.now).ticks))
    }

    /// No time at all: virtual time is exact.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the action at the current tick, behind actions that wait already.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        clock.schedule(action)
    }

    /// Runs the action at `date`, or at the current tick if `date` is past.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        clock.schedule(after: time(of: date), action)
    }

    /// Runs the action at `date` and then again each time `interval` has passed, until it is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        clock.schedule(after: time(of: date), interval: Self.ticks(in: interval), action)
    }

    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> (any Cancellable)? {
        clock._scheduleOnce(
            after: time(of: date), tolerance: clock.minimumTolerance, options: nil, action)
    }

    private func time(of date: SchedulerTimeType) -> VirtualTime {
        start.advanced(by: Self.ticks(in: origin.distance(to: date)))
    }

    /// Returns the length of a stretch in milliseconds. Such a stretch can be made and compared, but not taken apart.
    private static func ticks(in stride: SchedulerTimeType.Stride) -> VirtualTime.Stride {
        if stride < 0 { return 0 }
        // A search for the smallest sufficient number of milliseconds; stretches beyond the limit are as good as infinite.
        let limit = 1 << 42
        var isEnough = 1
        while isEnough < limit && !suffice(isEnough, for: stride) { isEnough *= 2 }
        var isTooFew = -1
        while isEnough - isTooFew > 1 {
            let middle = (isEnough + isTooFew) / 2
            if suffice(middle, for: stride) { isEnough = middle } else { isTooFew = middle }
        }
        return VirtualTime.Stride(ticks: isEnough)
    }

    private static func suffice(_ milliseconds: Int, for stride: SchedulerTimeType.Stride) -> Bool {
        .milliseconds(milliseconds) + .microseconds(1) >= stride
    }
}

extension TestScheduler {
    /// Returns a scheduler with the times and options of another scheduler, driven by this clock; see ``StandInScheduler``.
    ///
    /// ```swift
    /// let clock = TestScheduler()
    /// let queue = clock.standIn(for: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler to replace. Nothing is scheduled there; its clock is read once.
    ///   - now: The time that is shown at first, for tests in which that matters.
    public func standIn<S: Scheduler>(
        for scheduler: S, now: S.SchedulerTimeType? = nil
    ) -> StandInScheduler<S.SchedulerTimeType, S.SchedulerOptions> {
        StandInScheduler(self, now: now ?? scheduler.now)
    }
}
