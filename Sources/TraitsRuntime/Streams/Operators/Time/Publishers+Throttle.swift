extension Publisher {
    /// Sends on at most one value in each stretch of time: the first of them, or the latest.
    ///
    /// ```
    ///           -1-2-3-4-----5
    /// throttle(for: 4, latest: true)
    ///           -1----4----5
    /// throttle(for: 4, latest: false)
    ///           -1----2----5
    /// ```
    ///
    /// The first value is sent on through the scheduler without delay. A value that comes within the
    /// interval after one that was sent waits for the end of the interval.
    ///
    /// - Demand: unlimited towards upstream; a value that comes without demand is dropped.
    /// - Failure and finish: keep the same distance; a waiting value is sent just before.
    /// - Threads: values and completion arrive on the scheduler; they never overlap.
    /// - Cancellation: drops the waiting value.
    /// - Complexity: holds one value.
    ///
    /// ```swift
    /// let moves = PassthroughSubject<(x: Double, y: Double), Never>()
    /// let position = moves.throttle(for: .milliseconds(16), scheduler: DispatchQueue.main, latest: true)
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the shortest distance between two values.
    ///   - scheduler: its clock measures, and it runs the deliveries.
    ///   - latest: whether a later value takes the place of the one that waits.
    @inlinable
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

extension Publishers {
    /// A publisher that keeps values apart; see `throttle(for:scheduler:latest:)`.
    @frozen
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are kept apart.
        public let upstream: Upstream

        /// The shortest distance between two values.
        public let interval: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// Whether a later value takes the place of the one that waits.
        public let latest: Bool

        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        @inlinable @inline(__always)
        public static var _outlivesSubscription: Bool { true }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(Inner(downstream, self))
        }
    }
}

extension Publishers.Throttle {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SerialNode<Downstream>, _StreamNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let interval: Context.SchedulerTimeType.Stride
        @usableFromInline let scheduler: Context
        @usableFromInline let latest: Bool

        // All under `lock`.
        @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
        @usableFromInline @exclusivity(unchecked) var lastEmission: Context.SchedulerTimeType?
        @usableFromInline @exclusivity(unchecked) var waiting: Input?
        @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<Failure>?

        @inlinable
        init(_ downstream: Downstream, _ throttle: Publishers.Throttle<Upstream, Context>) {
            interval = throttle.interval
            scheduler = throttle.scheduler
            latest = throttle.latest
            super.init(downstream, _handled(by: Inner<Downstream>.self))
        }

        @usableFromInline override var description: String { "Throttle" }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { true }

        @inlinable
        func requested(_ demand: Subscribers.Demand) { lock.withLock { self.demand += demand } }

        @inlinable
        func cancelled() {
            if isAwaiting { return }
            stop()
            withExtendedLifetime(lock.withLock { waiting.take() }) {}
        }

        @inlinable
        func _receive(node: _Node) {
            guard connect(node) else { return }
            attach { returned($0) }
            node.request(.unlimited)
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            let now = scheduler.now
            lock.lock()
            guard isConnected, demand > .none else {
                lock.unlock()
                return .none
            }
            if waiting == nil {
                demand -= 1
                waiting = input
                let time = nextTime(now)
                lock.unlock()
                schedule(at: time, now)
            } else if latest {
                let old = waiting
                waiting = input
                lock.unlock()
                withExtendedLifetime(old) {}
            } else {
                lock.unlock()
            }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard disconnect() else { return }
            let now = scheduler.now
            lock.lock()
            ending = completion
            let isScheduled = waiting != nil
            let time = nextTime(now)
            lock.unlock()
            if !isScheduled { schedule(at: time, now) }
        }

        /// When the next emission may be. Under `lock`.
        @inlinable
        func nextTime(_ now: Context.SchedulerTimeType) -> Context.SchedulerTimeType {
            lastEmission.map { Swift.max(now, $0.advanced(by: interval)) } ?? now
        }

        @inlinable
        func schedule(at time: Context.SchedulerTimeType, _ now: Context.SchedulerTimeType) {
            if time == now {
                scheduler.schedule { [self] in emit() }
            } else {
                scheduler.schedule(after: time) { [self] in emit() }
            }
        }

        @inlinable
        func emit() {
            let now = scheduler.now
            lock.lock()
            let value = waiting.take()
            let completion = ending.take()
            if let value {
                lastEmission = now
                enqueue(.value(value))
            }
            if let completion { enqueue(.completion(completion)) }
            lock.unlock()
            deliver((value == nil ? 0 : 1) + (completion == nil ? 0 : 1)) { returned($0) }
        }

        @inlinable
        func returned(_ more: Subscribers.Demand) { lock.withLock { demand += more } }
    }
}
