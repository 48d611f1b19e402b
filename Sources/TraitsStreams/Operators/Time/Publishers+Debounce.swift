extension Publisher {
    /// Sends on a value once upstream has been quiet for a while after it.
    ///
    /// ```
    ///           --1-2-3-----------4---------|
    /// debounce(for: 6)
    ///           ------------3-----------4---|
    /// ```
    ///
    /// - Demand: unlimited towards upstream; a value that becomes due without demand is dropped.
    /// - Failure: sent on immediately, through the scheduler, as the completion is; a value that was waiting is
    ///   dropped.
    /// - Threads: values and completion arrive on the scheduler; they never overlap.
    /// - Cancellation: drops the waiting value and its timer.
    /// - Complexity: holds one value; each value starts one timer and stops one.
    ///
    /// ```swift
    /// let keystrokes = PassthroughSubject<String, Never>()
    /// let search = keystrokes.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long it must be quiet.
    ///   - scheduler: its clock measures, and it runs the deliveries.
    ///   - options: handed to the scheduler with each timer, and not with the completion.
    #if StrictIsolation
        @_disfavoredOverload
    #endif
    @inlinable
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// A publisher that waits for quiet; see `debounce(for:scheduler:options:)`.
    @frozen
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values wait.
        public let upstream: Upstream

        /// The time for which upstream must be quiet.
        public let dueTime: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// The options handed to the scheduler with each timer.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that waits for quiet.
        @inlinable
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_TimeNode(downstream, _DebounceMachine(dueTime), scheduler, options))
        }
    }
}

/// The machine of ``Publishers/Debounce``. Keeps the newest value until it has been quiet for long enough.
@frozen @usableFromInline
struct _DebounceMachine<Input, Failure: Error, Context: Scheduler>: _TimeMachine {
    @usableFromInline typealias Output = Input

    @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var newest: Input?

    @inlinable
    init(_ dueTime: Context.SchedulerTimeType.Stride) { self.dueTime = dueTime }

    @usableFromInline static var name: String { "Debounce" }
    @inlinable @inline(__always) static func asksForAll(_ downstream: Bool) -> Bool { true }
    @inlinable @inline(__always) static var keepsUpstream: Bool { false }

    @usableFromInline var children: [Mirror.Child] {
        [("downstreamDemand", demand), ("currentValue", newest as Any)]
    }

    @inlinable @inline(__always)
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self> {
        var action = _TimeAction<Self>()
        switch event.kind {
        case .attached:
            action.request = .unlimited
        case .requested(let more):
            demand += more
        case .value(let value):
            swap(&newest, &action.released)
            newest = value
            action.wake = .after(dueTime)
        case .due:
            action.wake = .never
            if demand > .none {
                swap(&newest, &action.value)
                if action.value != nil { demand -= 1 }
            } else {
                swap(&newest, &action.released)
            }
        case .completion(let completion):
            swap(&newest, &action.released)
            action.wake = .never
            action.completion = completion
            action.delivery = .scheduled(withOptions: false)
        case .cancelled:
            swap(&newest, &action.released)
            action.wake = .never
        case .connected, .more: break
        }
        return action
    }
}

extension Publishers.Debounce: Sendable
where
    Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
    Context.SchedulerTimeType.Stride: Sendable
{}
