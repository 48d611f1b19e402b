extension Publisher {
    /// Collects values and sends them as arrays, as often as a clock or a full array says.
    ///
    /// ```
    ///           -1-2-3------4-|
    /// collect(.byTime(s, 8))
    ///           --------a--b|         a is [1, 2, 3], b is [4]
    /// collect(.byTimeOrCount(s, 8, 2))
    ///           --a------b--c|        a is [1, 2], b is [3], c is [4]
    /// ```
    ///
    /// The clock ticks from the subscription on; a tick that finds no values sends nothing. When upstream
    /// finishes, the values still collected are sent first; when it fails, they are dropped.
    ///
    /// - Demand: unlimited towards upstream; downstream's counts arrays. What can't be sent for want of
    ///   demand is kept for the next tick or request that allows it.
    /// - Failure: passes through at once.
    /// - Threads: a tick sends on the scheduler; a full array, and the rest at the end, wherever upstream
    ///   sends. They never overlap.
    /// - Cancellation: stops the clock and drops what was collected.
    /// - Complexity: holds the values of one interval, and more while downstream has no demand.
    ///
    /// ```swift
    /// let readings = PassthroughSubject<Double, Never>()
    /// let batches = readings.collect(.byTimeOrCount(DispatchQueue.main, .seconds(5), 100))
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: when to send.
    ///   - options: handed to the scheduler.
    @inlinable
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

extension Publishers {
    /// When `collect(_:options:)` sends what it has collected.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// Each time an interval has passed.
        case byTime(Context, Context.SchedulerTimeType.Stride)

        /// Each time an interval has passed, and whenever there are so many values.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// A publisher that collects values for a time; see `collect(_:options:)`.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are collected.
        public let upstream: Upstream

        /// When they are sent.
        public let strategy: TimeGroupingStrategy<Context>

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        @inlinable
        public init(
            upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        @inlinable @inline(__always)
        public static var _outlivesSubscription: Bool { true }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(Inner(downstream, strategy, options))
        }
    }
}

extension Publishers.CollectByTime {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SerialNode<Downstream>, _StreamNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let scheduler: Context
        @usableFromInline let interval: Context.SchedulerTimeType.Stride
        @usableFromInline let limit: Int
        @usableFromInline let options: Context.SchedulerOptions?

        // All under `lock`.
        @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
        @usableFromInline @exclusivity(unchecked) var collected: [Input] = []
        @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
        /// Upstream has finished: what is left goes out as soon as it is asked for.
        @usableFromInline @exclusivity(unchecked) var isFinishing = false

        @inlinable
        init(
            _ downstream: Downstream, _ strategy: Publishers.TimeGroupingStrategy<Context>,
            _ options: Context.SchedulerOptions?
        ) {
            switch strategy {
            case .byTime(let scheduler, let interval):
                self.scheduler = scheduler
                self.interval = interval
                limit = .max
            case .byTimeOrCount(let scheduler, let interval, let count):
                self.scheduler = scheduler
                self.interval = interval
                limit = Swift.max(count, 1)
            }
            self.options = options
            super.init(downstream, _handled(by: Inner<Downstream>.self))
        }

        @usableFromInline override var description: String { "CollectByTime" }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { true }

        @inlinable @inline(__always)
        static var acceptsZeroDemand: Bool { false }

        @inlinable
        func requested(_ demand: Subscribers.Demand) {
            let isFinishing = lock.withLock {
                self.demand += demand
                return self.isFinishing
            }
            if isFinishing { flush(atLeast: 1) }
        }

        @inlinable
        func cancelled() {
            if isAwaiting { return }
            stop()
            drop()
        }

        @inlinable
        func _receive(node: _Node) {
            guard connect(node) else { return }
            attach { _ in }  // nothing waits in the mailbox: what was collected does
            let new = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: options
            ) { [self] in flush(atLeast: 1) }
            let isNeeded = lock.withLock {
                if isConnected { timer = new }
                return isConnected
            }
            if !isNeeded { new.cancel() }
            node.request(.unlimited)
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            lock.lock()
            guard isConnected else {
                lock.unlock()
                return .none
            }
            collected.append(input)
            let isFull = collected.count >= limit
            lock.unlock()
            if isFull { flush(atLeast: limit) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard disconnect() else { return }
            let timer = lock.withLock {
                if case .finished = completion { isFinishing = true }
                return self.timer.take()
            }
            timer?.cancel()
            switch completion {
            case .finished:
                flush(atLeast: 1)
            case .failure:
                send(completion: completion)
                drop()
            }
        }

        /// Sends what was collected, in arrays of at least so many values, as far as demand allows.
        ///
        /// Inside `delivery`, so that the arrays of two threads stay in order.
        @inlinable
        func flush(atLeast least: Int) {
            delivery.enter()
            while let batch = nextBatch(atLeast: least) {
                let more = send(batch)
                if more > .none { lock.withLock { demand += more } }
            }
            if lock.withLock({ isFinishing && collected.isEmpty }) { send(completion: .finished) }
            delivery.exit()
        }

        @inlinable
        func nextBatch(atLeast least: Int) -> [Input]? {
            lock.withLock {
                guard collected.count >= least, demand > .none else { return nil }
                demand -= 1
                if collected.count <= limit {
                    let batch = collected
                    collected = []
                    return batch
                }
                let batch = Array(collected[..<limit])
                collected.removeFirst(limit)
                return batch
            }
        }

        @inlinable
        func drop() {
            let (timer, values) = lock.withLock {
                let parts = (self.timer, collected)
                self.timer = nil
                collected = []
                return parts
            }
            timer?.cancel()
            withExtendedLifetime(values) {}
        }
    }
}
