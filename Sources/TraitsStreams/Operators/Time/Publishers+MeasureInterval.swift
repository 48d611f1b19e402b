extension Publisher {
    /// Sends, in place of each value, the time since the one before it, or since the subscription.
    ///
    /// ```
    ///           --a---b-c--|
    /// measureInterval(using: s)
    ///           --2---4-2--|
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    /// - Threads: sends wherever upstream does; the scheduler is only asked for the time.
    ///
    /// ```swift
    /// let clicks = PassthroughSubject<Void, Never>()
    /// let pauses = clicks.measureInterval(using: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: its clock measures.
    ///   - options: not used: nothing is scheduled.
    @inlinable
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// A publisher of the time between values; see `measureInterval(using:options:)`.
    @frozen
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Context.SchedulerTimeType.Stride
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are timed.
        public let upstream: Upstream

        /// Its clock measures.
        public let scheduler: Context

        /// Creates a publisher of the time between values.
        @inlinable
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let observer = _MeasureObserver<Upstream.Output, Failure, Context>(scheduler)
            upstream.subscribe(_ObserverNode(downstream, observer))
        }
    }
}

/// Measures the time between values.
@frozen @usableFromInline
struct _MeasureObserver<Input, Failure: Error, Context: Scheduler>: _Observer {
    @usableFromInline typealias Time = Context.SchedulerTimeType

    @usableFromInline let scheduler: Context
    /// The time of the newest value, or of the subscription.
    @usableFromInline let last = _Cell<Time?>(nil)

    @inlinable
    init(_ scheduler: Context) { self.scheduler = scheduler }

    @usableFromInline static var name: String { "MeasureInterval" }
    @inlinable @inline(__always) static var earlyEvents: _EarlyEvents { .areIgnored }
    @inlinable @inline(__always) static var seesRequests: Bool { false }
    @inlinable @inline(__always) static var requestsReturned: Bool { true }

    @inlinable
    func connected(_ subscription: any Subscription) {
        // The clock may make upstream send, which asks for the time itself.
        let now = scheduler.now
        if last.value == nil { last.value = now }
    }

    @inlinable
    func sent(_ input: Input) -> Time.Stride {
        let now = scheduler.now
        let interval = (last.value ?? now).distance(to: now)
        last.value = now
        return interval
    }
}

extension Publishers.MeasureInterval: Sendable where Upstream: Sendable, Context: Sendable {}
