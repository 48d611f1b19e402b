extension Publisher {
    /// Delivers each value, and the completion, a fixed time later on a scheduler.
    ///
    /// ```
    ///        --1---2-x
    /// delay(for: 6)
    ///        --------1---2-x
    /// ```
    ///
    /// - Demand: passes straight through.
    /// - Failure: delayed like everything else.
    /// - Threads: values and completion arrive on the scheduler, in order and one at a time, on a concurrent
    ///   queue too.
    /// - Cancellation: drops the events under way.
    /// - Complexity: the scheduler holds each value for the length of the delay.
    ///
    /// ```swift
    /// let later = Just("tea").delay(for: .seconds(3), scheduler: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - interval: how much later.
    ///   - tolerance: how much later than that is still fine; the scheduler's finest if `nil`.
    ///   - scheduler: its clock measures, and it runs the deliveries.
    ///   - options: handed to the scheduler with each delivery.
    #if StrictIsolation
        @_disfavoredOverload
    #endif
    @inlinable
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// A publisher that delivers a fixed time later; see `delay(for:tolerance:scheduler:options:)`.
    @frozen
    public struct Delay<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are delayed.
        public let upstream: Upstream

        /// The length of the delay.
        public let interval: Context.SchedulerTimeType.Stride

        /// The additional delay that is still fine.
        public let tolerance: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// Handed to the scheduler with each delivery.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that delivers a fixed time later.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let scheduling = _DelayScheduling(interval, tolerance, scheduler, options)
            upstream.subscribe(_RelayNode(downstream, scheduling))
        }
    }
}

/// The scheduling of ``Publishers/Delay``.
@frozen @usableFromInline
struct _DelayScheduling<Context: Scheduler>: _Scheduling {
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable
    init(
        _ interval: Context.SchedulerTimeType.Stride, _ tolerance: Context.SchedulerTimeType.Stride,
        _ scheduler: Context, _ options: Context.SchedulerOptions?
    ) {
        self.interval = interval
        self.tolerance = tolerance
        self.scheduler = scheduler
        self.options = options
    }

    @usableFromInline static var name: String { "Delay" }

    @inlinable
    func schedule(_ action: @escaping () -> Void) {
        scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
    }

    @inlinable @inline(__always) static var delays: Bool { true }

    @inlinable
    func scheduleOnce(_ action: @escaping () -> Void) -> (any Cancellable)? {
        scheduler._scheduleOnce(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
    }

    @inlinable
    func scheduleNow(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }
}

extension Publishers.Delay: Sendable
where
    Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
    Context.SchedulerTimeType.Stride: Sendable
{}
