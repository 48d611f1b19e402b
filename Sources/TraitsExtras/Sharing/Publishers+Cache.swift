public import TraitsRuntime

extension MaybePublisher {
    /// Lets all subscribers share one subscription, keeps its outcome for some time, and then asks again.
    ///
    /// ```
    /// upstream                 ---a|             ---b|
    /// cache(for: 9, scheduler:)
    /// 1st                      ---a|
    /// 2nd                          ^-a|                    within the time
    /// 3rd                                        ^--b|     later
    /// ```
    ///
    /// A single stays a single, and a maybe a maybe. The name and the meaning are those of `cache(ttl)` of Reactor. Failures
    /// are kept, too, unless `keepsFailures` is false: then the next subscriber after a failure starts upstream again.
    ///
    /// The first subscriber starts upstream, and the first subscriber after the time is over starts it again. If all cancel
    /// before there is an outcome, upstream is cancelled, as by `shareReplay()`.
    ///
    /// - Demand: unlimited towards upstream. A subscriber's value waits until it asks for one.
    /// - Failure: kept as well, or sent to the subscribers that wait for the outcome and forgotten.
    /// - Threads: those of `shareReplay()`. Nothing is scheduled: the time is read when a subscriber arrives.
    /// - Cancellation: when the last subscriber cancels, upstream is cancelled if there is no outcome yet.
    /// - Complexity: constant time for a subscriber. The outcome is kept until the next outcome, or as long as the publisher.
    ///
    /// ```swift
    /// var count = 0
    /// let token = Deferred { count += 1; return Just("token \(count)") }
    ///     .cache(for: .seconds(60), scheduler: DispatchQueue.global())
    /// let first = token.sinkSingle { print($0) }      // Prints: success("token 1")
    /// let second = token.sinkSingle { print($0) }     // Prints: success("token 1")
    /// token.invalidate()
    /// let third = token.sinkSingle { print($0) }      // Prints: success("token 2")
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: the time for which an outcome is kept, from its arrival.
    ///   - scheduler: tells the time.
    ///   - keepsFailures: a Boolean value that indicates whether failures are kept as values are.
    @_disfavoredOverload
    public func cache<Context: Scheduler>(
        for lifetime: Context.SchedulerTimeType.Stride, scheduler: Context, keepsFailures: Bool = true
    ) -> MorePublishers.Cache<Self, Context> {
        MorePublishers.Cache(
            upstream: self, lifetime: lifetime, scheduler: scheduler, keepsFailures: keepsFailures)
    }
}

extension MorePublishers {
    /// A publisher that keeps an outcome for some time; see `cache(for:scheduler:keepsFailures:)`.
    ///
    /// It is a class, since its subscribers share the outcome.
    public final class Cache<Upstream: MaybePublisher, Context: Scheduler>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose outcome is kept.
        public let upstream: Upstream

        /// The time for which an outcome is kept.
        public let lifetime: Context.SchedulerTimeType.Stride

        /// The scheduler that tells the time.
        public let scheduler: Context

        /// A Boolean value that indicates whether failures are kept as values are.
        public let keepsFailures: Bool

        private let shared: MorePublishers.ShareReplay<Upstream>

        /// Keeps the outcome of a publisher.
        public init(
            upstream: Upstream, lifetime: Context.SchedulerTimeType.Stride, scheduler: Context,
            keepsFailures: Bool = true
        ) {
            self.upstream = upstream
            self.lifetime = lifetime
            self.scheduler = scheduler
            self.keepsFailures = keepsFailures
            shared = .init(
                upstream: upstream,
                policy: _ReplayPolicy(
                    replay: 1, sendsOutcome: true,
                    expiry: { hasFailed in
                        if hasFailed && !keepsFailures { return { true } }
                        let arrival = scheduler.now
                        return { arrival.distance(to: scheduler.now) >= lifetime }
                    }))
        }

        /// Adds a subscriber, and starts upstream if no outcome is kept or awaited.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }

        /// Forgets the outcome that is kept, or awaited: the next subscriber starts upstream again. Reactor says
        /// `cacheInvalidateIf`.
        public func invalidate() { shared.forgetConnection() }
    }
}

// Unchecked: the properties are constants that guard themselves.
extension MorePublishers.Cache: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable, Context: Sendable {}
