extension Publisher {
    /// Collects values and sends them as arrays, as often as a clock or a full array says.
    ///
    /// ```
    ///           --1-2-3-----------4-|
    /// collect(.byTime(s, 16))
    ///           ----------------a---b|         a is [1, 2, 3], b is [4]
    /// collect(.byTimeOrCount(s, 16, 2))
    ///           ----a-----------b---c|        a is [1, 2], b is [3], c is [4]
    /// ```
    ///
    /// The clock ticks from the subscription on; a tick that finds no values sends nothing. When upstream
    /// finishes, the values still collected are sent first; when it fails, they are dropped.
    ///
    /// - Demand: downstream's counts arrays. By time, upstream is asked for one value with each request, and for another with
    ///   each value; by time or count, for as many as the arrays that are wanted can hold. Values that can't be sent for lack
    ///   of demand are kept for the next tick or request that allows it.
    /// - Failure: passes through, on the scheduler.
    /// - Threads: everything is sent on the scheduler, and never at the same time.
    /// - Cancellation: stops the clock and drops the collected values.
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
    /// The times at which `collect(_:options:)` sends the collected values.
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

        /// The times at which the collected values are sent.
        public let strategy: TimeGroupingStrategy<Context>

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that collects values for a time.
        @inlinable
        public init(
            upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            switch strategy {
            case .byTime(let scheduler, let interval):
                upstream.subscribe(_TimeNode(downstream, _BatchMachine(interval, nil), scheduler, options))
            case .byTimeOrCount(let scheduler, let interval, let count):
                upstream.subscribe(
                    _TimeNode(downstream, _BatchMachine(interval, Swift.max(count, 1)), scheduler, options))
            }
        }
    }
}

/// The machine of ``Publishers/CollectByTime``. Collects values until the time has come, or until there are enough.
@frozen @usableFromInline
struct _BatchMachine<Input, Failure: Error, Context: Scheduler>: _TimeMachine {
    @usableFromInline typealias Output = [Input]

    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    /// The number of values in a full array.
    @usableFromInline let count: Int?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var collected: [Input] = []
    /// Upstream has finished: the remaining values are sent as soon as downstream asks for them.
    @usableFromInline var isFinishing = false

    @inlinable
    init(_ interval: Context.SchedulerTimeType.Stride, _ count: Int?) {
        self.interval = interval
        self.count = count
    }

    @usableFromInline static var name: String { "CollectByTime" }
    @inlinable @inline(__always) static func asksForAll(_ downstream: Bool) -> Bool { false }
    @inlinable @inline(__always) static var keepsUpstream: Bool { false }

    @usableFromInline var children: [Mirror.Child] { [] }

    @inlinable @inline(__always)
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self> {
        var action = _TimeAction<Self>()
        switch event.kind {
        case .attached:
            action.wake = .every(interval)
        case .requested(let more):
            demand += more
            if let count {
                action.request = more * count
            } else if !event.isReturned {
                // Each value asks for the next one.
                action.request = .max(1)
            }
            if isFinishing { send(&action) }
        case .value(let value):
            collected.append(value)
            if let count {
                if collected.count >= count { sendBatch(&action) }
            } else {
                action.request = .max(1)
            }
            action.delivery = .scheduled(withOptions: true)
        case .due, .more:
            send(&action)
        case .completion(.finished):
            isFinishing = true
            action.wake = .never
            send(&action)
        case .completion(let failure):
            action.wake = .never
            action.completion = failure
            action.delivery = .scheduled(withOptions: true)
            release(&action)
        case .cancelled:
            action.wake = .never
            release(&action)
        case .connected: break
        }
        return action
    }

    /// Sends a batch, as far as demand allows, and the end after the last one.
    @inlinable
    mutating func send(_ action: inout _TimeAction<Self>) {
        if !collected.isEmpty { sendBatch(&action) }
        guard isFinishing else {
            action.isUnfinished = demand > .none && collected.count >= (count ?? .max)
            return
        }
        action.delivery = .scheduled(withOptions: true)
        if collected.isEmpty { action.completion = .finished } else { action.isUnfinished = demand > .none }
    }

    @inlinable
    mutating func sendBatch(_ action: inout _TimeAction<Self>) {
        guard demand > .none else { return }
        demand -= 1
        let size = Swift.min(collected.count, count ?? .max)
        if size == collected.count {
            action.value = collected
            collected = []
        } else {
            action.value = Array(collected[..<size])
            collected.removeFirst(size)
        }
    }

    @inlinable
    mutating func release(_ action: inout _TimeAction<Self>) {
        action.released = collected
        collected = []
    }
}

extension Publishers.CollectByTime: Sendable
where
    Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
    Context.SchedulerTimeType.Stride: Sendable
{}

extension Publishers.TimeGroupingStrategy: Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
