extension Publisher {
    /// Waits before it subscribes to this publisher.
    ///
    /// ```
    ///                              --1--2|
    /// delaySubscription(for: 3)    -----1--2|
    /// ```
    ///
    /// Unlike `delay`, which makes every event late, it puts off the work itself. A hot publisher goes on meanwhile, and
    /// its values are missed.
    ///
    /// - Demand: is kept until upstream is subscribed to.
    /// - Failure: upstream's.
    /// - Threads: subscribes on the scheduler; values arrive wherever upstream sends.
    /// - Cancellation: stops the timer, or cancels upstream. Downstream has its subscription from the beginning.
    ///
    /// ```swift
    /// let second = Just(1).delaySubscription(for: .seconds(1), scheduler: ImmediateScheduler.shared)
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time to wait.
    ///   - scheduler: measures the time, and subscribes.
    ///   - options: handed to the scheduler.
    @_disfavoredOverload
    @inlinable
    public func delaySubscription<Context: Scheduler>(
        for interval: Context.SchedulerTimeType.Stride, scheduler: Context,
        options: Context.SchedulerOptions? = nil
    ) -> TraitPublishers.DelaySubscription<Self, Context> {
        TraitPublishers.DelaySubscription(
            upstream: self, interval: interval, scheduler: scheduler, options: options)
    }
}

extension TraitPublishers {
    /// A publisher that waits before it subscribes to another; see `delaySubscription(for:scheduler:options:)`.
    public struct DelaySubscription<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream
        /// The time to wait.
        public let interval: Context.SchedulerTimeType.Stride
        /// Measures the time, and subscribes.
        public let scheduler: Context
        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that waits before it subscribes to another.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let node = _SequentialNode(downstream, Machine())
            let timer = _TimerSlot()
            node.attachControl(_Canceller { _ = timer.stop() })
            // Downstream gets its subscription now; upstream's subscription comes later, and gets the demand until then.
            node.start()
            timer.start {
                scheduler._scheduleWait(
                    until: scheduler.now.advanced(by: interval), interval: interval,
                    tolerance: scheduler.minimumTolerance, options: options
                ) {
                    if timer.stop() { node.decide { _ in .next(upstream) } }
                }
            }
        }
    }
}

extension TraitPublishers.DelaySubscription {
    @usableFromInline
    struct Machine: _SequentialMachine {
        @usableFromInline typealias Next = Upstream

        @inlinable
        init() {}

        @usableFromInline static var name: String { "DelaySubscription" }
    }
}

extension TraitPublishers.DelaySubscription: Sendable
where
    Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
    Context.SchedulerTimeType.Stride: Sendable
{}
