extension Publisher {
    /// Ends the stream if upstream is silent for too long.
    ///
    /// ```
    ///           -1--2-------3
    /// timeout(4)
    ///           -1--2----|
    /// timeout(4, customError: { e })
    ///           -1--2----x
    /// ```
    ///
    /// Without an error it finishes, so a single behind `timeout` is no single any more.
    ///
    /// - Demand: passes through.
    /// - Failure: upstream's, or the custom error.
    /// - Threads: values and completion arrive on the scheduler; they never overlap.
    /// - Cancellation: stops the timer. When time is up, upstream is cancelled before downstream is told.
    /// - Complexity: each value starts one timer and stops one.
    ///
    /// ```swift
    /// enum RequestError: Error { case tooSlow }
    /// let request = PassthroughSubject<String, RequestError>()
    /// let answer = request.timeout(.seconds(30), scheduler: DispatchQueue.main) { .tooSlow }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: how long upstream may be silent, from the subscription and from each value.
    ///   - scheduler: its clock measures, and it runs the deliveries.
    ///   - options: handed to the scheduler.
    ///   - customError: makes the error to fail with; the stream finishes if `nil`.
    @inlinable
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options,
            customError: customError)
    }
}

extension Publishers {
    /// A publisher that ends when upstream is silent; see `timeout(_:scheduler:options:customError:)`.
    @frozen
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that must not be silent.
        public let upstream: Upstream

        /// How long it may be silent.
        public let interval: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the error to fail with; the stream finishes if `nil`.
        public let customError: (() -> Upstream.Failure)?

        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Upstream.Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
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

extension Publishers.Timeout {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SerialNode<Downstream>, _StreamNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let interval: Context.SchedulerTimeType.Stride
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?
        @usableFromInline let customError: (() -> Upstream.Failure)?

        // All under `lock`.
        @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
        /// Which timer that is; an older one that fires nevertheless means nothing.
        @usableFromInline @exclusivity(unchecked) var generation = 0
        /// Whether downstream has its subscription: no end comes before it.
        @usableFromInline @exclusivity(unchecked) var isAttached = false
        /// The timer that fired too early for that.
        @usableFromInline @exclusivity(unchecked) var due: Int?

        @inlinable
        init(_ downstream: Downstream, _ timeout: Publishers.Timeout<Upstream, Context>) {
            interval = timeout.interval
            scheduler = timeout.scheduler
            options = timeout.options
            customError = timeout.customError
            super.init(downstream, _handled(by: Inner<Downstream>.self))
        }

        @usableFromInline override var description: String { "Timeout" }

        @inlinable
        func cancelled() {
            if isAwaiting { return }
            stop()
            stopTimer()
        }

        @inlinable
        func _receive(node: _Node) {
            guard connect(node) else { return }
            startTimer()
            attach { requestUpstream($0) }
            let due = lock.withLock {
                isAttached = true
                return self.due
            }
            if let due { timedOut(due) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard isConnected else { return .none }
            startTimer()
            schedule(.value(input))
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard disconnect() else { return }
            stopTimer()
            schedule(.completion(completion))
        }

        @inlinable
        func schedule(_ event: Event) {
            post(event)
            scheduler.schedule(options: options) { [self] in deliver { requestUpstream($0) } }
        }

        @inlinable
        func startTimer() {
            let (mine, old) = lock.withLock {
                generation += 1
                return (generation, timer.take())
            }
            old?.cancel()
            let new = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [self] in timedOut(mine) }
            let isNeeded = lock.withLock {
                guard isConnected, generation == mine else { return false }
                timer = new
                return true
            }
            if !isNeeded { new.cancel() }
        }

        @inlinable
        func stopTimer() {
            let old = lock.withLock {
                generation += 1
                return timer.take()
            }
            old?.cancel()
        }

        @inlinable
        func timedOut(_ mine: Int) {
            let isNow = lock.withLock {
                if !isAttached { due = mine }
                return isAttached && generation == mine
            }
            guard isNow, cancelUpstream() else { return }
            stopTimer()
            post(.completion(customError.map { .failure($0()) } ?? .finished))
            deliver { requestUpstream($0) }
        }
    }
}
