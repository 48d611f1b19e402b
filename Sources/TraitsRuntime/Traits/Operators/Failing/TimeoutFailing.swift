extension MaybePublisher {
    #if !StrictIsolation  // strict: @Sendable
        /// Fails if this publisher has not ended, and has no value, when time is up.
        ///
        /// ```
        ///                      ---------o|
        /// timeout(5, error: e)
        ///                      -----x
        ///                      --o|
        /// timeout(5, error: e)
        ///                      --o|
        /// ```
        ///
        /// `timeout(_:scheduler:options:customError:)` of a single isn't a single: without an error it finishes empty, and
        /// with one it may still fail between a value and the end. Here only silence *before* the value is a failure, so a
        /// single stays a single, a maybe a maybe.
        ///
        /// - Demand: the value waits until it is asked for; upstream is asked for everything.
        /// - Failure: upstream's, or the error.
        /// - Threads: the outcome arrives on the scheduler.
        /// - Cancellation: stops the timer. When time is up, upstream is cancelled before downstream is told.
        /// - Complexity: one timer for each subscription.
        ///
        /// ```swift
        /// enum RequestError: Error { case tooSlow }
        /// let answer = AnySinglePublisher<String, RequestError>.never()
        ///     .timeout(.seconds(30), scheduler: ImmediateScheduler.shared, error: RequestError.tooSlow)
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameters:
        ///   - interval: the time that upstream may take, from the subscription on.
        ///   - scheduler: measures the time, and runs the delivery.
        ///   - options: handed to the scheduler.
        ///   - error: made when time is up.
        @_disfavoredOverload
        @inlinable
        public func timeout<Context: Scheduler>(
            _ interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil, error: @autoclosure @escaping () -> Failure
        ) -> TraitPublishers.TimeoutFailing<Self, Context> {
            TraitPublishers.TimeoutFailing(
                upstream: self, interval: interval, scheduler: scheduler, options: options, error: error)
        }
    #endif
}

extension TraitPublishers {
    /// A publisher that fails when a maybe takes too long; see `timeout(_:scheduler:options:error:)`.
    public struct TimeoutFailing<Upstream: MaybePublisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that must not take too long.
        public let upstream: Upstream
        /// The time that it may take.
        public let interval: Context.SchedulerTimeType.Stride
        /// Measures the time and runs the delivery.
        public let scheduler: Context
        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?
        /// Makes the error to fail with.
        public let error: () -> Failure

        /// Creates a publisher that fails when a maybe takes too long.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, error: @escaping () -> Failure
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.error = error
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _TimeoutFailingNode<Output, Downstream>(downstream).start(
                upstream, interval, scheduler, options, error)
        }
    }
}

/// The subscription of ``TraitPublishers/TimeoutFailing``.
@usableFromInline
final class _TimeoutFailingNode<Element, Downstream: Subscriber>: _GatherNode<Element, Downstream>
where Downstream.Input == Element {
    @usableFromInline let timer = _TimerSlot()

    @inlinable
    init(_ downstream: Downstream) { super.init(downstream, name: "Timeout") }

    @inlinable
    func start<P: Publisher, Context: Scheduler>(
        _ upstream: P, _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context,
        _ options: Context.SchedulerOptions?, _ error: @escaping () -> P.Failure
    ) where P.Output == Element, P.Failure == Downstream.Failure {
        start(
            [upstream],
            onStart: {
                timer.start {
                    scheduler._scheduleWait(
                        until: scheduler.now.advanced(by: interval), interval: interval,
                        tolerance: scheduler.minimumTolerance, options: options
                    ) { [self] in
                        if timer.stop() { settle(.failure(error())) }
                    }
                }
            },
            onValue: { [self] in _ = timer.stop() },
            onOutcome: { [self] _, outcome in
                // The outcome is known in time, even if the scheduler is late to deliver it.
                _ = timer.stop()
                scheduler.schedule(options: options) { self.settle(outcome) }
            })
    }

    @usableFromInline override func stopped() { _ = timer.stop() }
}
