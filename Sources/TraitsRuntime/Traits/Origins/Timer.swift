extension TraitPublishers {
    /// A publisher that sends the time once, when some time has passed since it was subscribed to.
    ///
    /// ```
    /// Timer(after: 3)     ---o|
    /// ```
    ///
    /// - Demand: the value waits until it is asked for.
    /// - Failure: never; the failure type is there to match other publishers.
    /// - Threads: sends on the scheduler.
    /// - Cancellation: stops the timer.
    ///
    /// ```swift
    /// let later = TraitPublishers.Timer<ImmediateScheduler, Never>(
    ///     after: .seconds(1), scheduler: ImmediateScheduler.shared)
    /// ```
    public struct Timer<Context: Scheduler, Failure: Error>: _NodePublisher {
        public typealias Output = Context.SchedulerTimeType

        /// The time until the value is sent.
        public let interval: Context.SchedulerTimeType.Stride
        /// Measures the time, and sends.
        public let scheduler: Context
        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that sends the time once.
        @inlinable
        public init(
            after interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            Inner(downstream, name: "Timer").start(self)
        }
    }
}

extension TraitPublishers.Timer {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _OutcomeNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let timer = _TimerSlot()

        @inlinable
        init(_ downstream: Downstream, name: String) {
            super.init(downstream, name: name) { node, hook in
                if hook == .stop {
                    _ = _unsafeUncheckedDowncast(node, to: Inner<Downstream>.self).timer.stop()
                }
            }
        }

        @inlinable
        func start(_ publisher: TraitPublishers.Timer<Context, Failure>) {
            guard attach() else { return }
            let scheduler = publisher.scheduler
            timer.start {
                scheduler._scheduleWait(
                    until: scheduler.now.advanced(by: publisher.interval), interval: publisher.interval,
                    tolerance: scheduler.minimumTolerance, options: publisher.options
                ) { [self] in
                    if timer.stop() { settle(.success(scheduler.now)) }
                }
            }
        }
    }
}

extension AnySinglePublisher {
    /// A single that sends the time once, when some time has passed since it was subscribed to.
    ///
    /// ```
    /// timer(after: 3)     ---o|
    /// ```
    ///
    /// - Cancellation: stops the timer.
    ///
    /// ```swift
    /// let reminder = AnySinglePublisher.timer(
    ///     after: .seconds(60), scheduler: ImmediateScheduler.shared, failureType: Never.self)
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time until the value is sent.
    ///   - scheduler: measures the time, and sends.
    ///   - options: handed to the scheduler.
    ///   - failureType: the type of the failure, to match other publishers; there is no failure.
    @inlinable
    public static func timer<Context: Scheduler>(
        after interval: Context.SchedulerTimeType.Stride, scheduler: Context,
        options: Context.SchedulerOptions? = nil, failureType: Failure.Type = Failure.self
    ) -> AnySinglePublisher where Output == Context.SchedulerTimeType {
        AnySinglePublisher(
            TraitPublishers.Timer<Context, Failure>(after: interval, scheduler: scheduler, options: options))
    }
}

extension TraitPublishers.Timer: Sendable
where Context: Sendable, Context.SchedulerOptions: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
