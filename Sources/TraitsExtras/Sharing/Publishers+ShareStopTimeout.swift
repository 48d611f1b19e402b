public import TraitsRuntime

extension Publisher {
    /// Lets all subscribers share one subscription to upstream, which goes on for some time after the last subscriber has
    /// cancelled.
    ///
    /// ```
    /// upstream                            --1--2--3--4--5--6--x      (cancelled)
    /// share(stopTimeout: 6, scheduler:)
    /// 1st                                 --1--2-x                   (cancels)
    /// 2nd                                          ^-4--5x           (cancels)
    /// ```
    ///
    /// A view that is rotated, or a screen that is left and entered again, doesn't start the work again. The meaning is that of
    /// `shareIn` with `SharingStarted.WhileSubscribed(stopTimeout)` in Kotlin's flows.
    ///
    /// The first subscriber starts upstream. Once upstream has been cancelled, the next subscriber starts it again. Once upstream has
    /// ended, it is never started again, and a late subscriber gets the newest values and the end.
    ///
    /// - Demand: unlimited towards upstream. With `replay`, as many values wait for a subscriber's demand as are replayed.
    ///   Without it, a subscriber misses values that it hasn't asked for.
    /// - Failure: sent to all, and to late subscribers.
    /// - Threads: those of `share(replay:)`. Upstream is cancelled on the scheduler.
    /// - Cancellation: other subscribers aren't affected. After the last subscriber has cancelled, upstream is cancelled when
    ///   the time is over and no other subscriber has arrived.
    ///
    /// ```swift
    /// let prices = PassthroughSubject<Int, Never>()
    /// let shared = prices.share(replay: 1, stopTimeout: .seconds(5), scheduler: DispatchQueue.global())
    /// let chart = shared.sink { print("chart \($0)") }
    /// prices.send(10)                                      // Prints: chart 10
    /// chart.cancel()
    /// prices.send(11)
    /// let label = shared.sink { print("label \($0)") }     // Prints: label 11
    /// ```
    ///
    /// - Parameters:
    ///   - replay: the number of values that a late subscriber gets.
    ///   - stopTimeout: the time for which upstream goes on without subscribers.
    ///   - scheduler: measures the time.
    @_disfavoredOverload
    @inlinable
    public func share<Context: Scheduler>(
        replay: Int = 0, stopTimeout: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> MorePublishers.ShareStopTimeout<Self, Context> {
        MorePublishers.ShareStopTimeout(
            upstream: self, replay: replay, stopTimeout: stopTimeout, scheduler: scheduler)
    }
}

extension MorePublishers {
    /// A publisher whose subscribers share one subscription, which goes on for some time without them; see
    /// `share(replay:stopTimeout:scheduler:)`.
    ///
    /// It is a class, since its subscribers share a connection.
    public final class ShareStopTimeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        /// The number of values that a late subscriber gets.
        public let replay: Int

        /// The time for which upstream goes on without subscribers.
        public let stopTimeout: Context.SchedulerTimeType.Stride

        /// The scheduler that measures the time.
        public let scheduler: Context

        @usableFromInline let shared: MorePublishers.ShareReplay<Upstream>

        /// Shares a publisher.
        @inlinable
        public init(
            upstream: Upstream, replay: Int, stopTimeout: Context.SchedulerTimeType.Stride, scheduler: Context
        ) {
            precondition(replay >= 0, "the number of values can't be negative")
            self.upstream = upstream
            self.replay = replay
            self.stopTimeout = stopTimeout
            self.scheduler = scheduler
            shared = .init(
                upstream: upstream,
                policy: _ReplayPolicy(
                    replay: replay,
                    stopLater: { stop in
                        scheduler._scheduleWait(
                            until: scheduler.now.advanced(by: stopTimeout), interval: stopTimeout,
                            tolerance: scheduler.minimumTolerance, options: nil, stop)
                    }))
        }

        /// Adds a subscriber, and starts upstream if it isn't running.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }
    }
}

// Unchecked: the properties are constants that guard themselves.
extension MorePublishers.ShareStopTimeout: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable, Context: Sendable {}
