extension Publisher {
    /// Sends on at most one value in each stretch of time: the first of them, or the latest.
    ///
    /// ```
    ///           --1-2-3-4---------5
    /// throttle(for: 8, latest: true)
    ///           --1-------4-------5
    /// throttle(for: 8, latest: false)
    ///           --1-------2-------5
    /// ```
    ///
    /// The first value is sent on through the scheduler without delay. A value that comes within the interval after a sent
    /// value waits for the end of the interval.
    ///
    /// - Demand: unlimited towards upstream. The first value waits until it is asked for, and the end with it; while
    ///   nothing is asked for, `latest` says which value waits. Any later value that comes without demand is dropped.
    /// - Failure and finish: follow the waiting value, or are sent immediately if no value waits.
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
    ///   - latest: whether a later value replaces the waiting one.
    #if StrictIsolation
        @_disfavoredOverload
    #endif
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

        /// A Boolean value that indicates whether a later value replaces the waiting one.
        public let latest: Bool

        /// Creates a publisher that keeps values apart.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let machine = _ThrottleMachine<Output, Failure, Context>(interval, latest: latest)
            // The clock is read as often as in Combine, where programs see it.
            _ = scheduler.now
            upstream.subscribe(_TimeNode(downstream, machine, scheduler, nil))
        }
    }
}

/// The machine of ``Publishers/Throttle``. Sends one value an interval.
@frozen @usableFromInline
struct _ThrottleMachine<Input, Failure: Error, Context: Scheduler>: _TimeMachine {
    @usableFromInline typealias Output = Input
    @usableFromInline typealias Time = Context.SchedulerTimeType

    @usableFromInline let interval: Time.Stride
    @usableFromInline let latest: Bool
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var lastEmission: Time?
    /// The value that is due next.
    @usableFromInline var waiting: Input?
    /// The first value, until downstream asks for one.
    @usableFromInline var unasked: Input?
    @usableFromInline var ending: Subscribers.Completion<Failure>?
    /// The time after which the scheduler may have dropped the closure that sends `waiting`.
    @usableFromInline var limit: Time?
    /// The time from one closure that is asked for in vain to the next.
    @usableFromInline var patience: Time.Stride

    @inlinable
    init(_ interval: Time.Stride, latest: Bool) {
        self.interval = interval
        patience = interval
        self.latest = latest
    }

    @usableFromInline static var name: String { "Throttle" }
    @inlinable @inline(__always) static func asksForAll(_ downstream: Bool) -> Bool { true }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { true }
    @inlinable @inline(__always) static var keepsUpstream: Bool { false }
    @inlinable @inline(__always) static var heedsEarlyCancellation: Bool { true }

    @usableFromInline var children: [Mirror.Child] { [] }

    @inlinable
    func wantsTime(of event: _TimeEvent<Self>) -> Bool {
        switch event.kind {
        case .connected, .value, .completion: true
        case .due: waiting != nil && ending == nil
        case .attached, .requested, .more, .cancelled: false
        }
    }

    @inlinable @inline(__always)
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self> {
        var action = _TimeAction<Self>()
        switch event.kind {
        case .attached:
            action.request = .unlimited
        case .requested(let more):
            demand += more
            guard demand > .none, unasked != nil else { break }
            demand -= 1
            swap(&waiting, &unasked)
            limit = nil
            action.wake = .at(nil)
        case .value(let value):
            guard ending == nil, let now = event.time else { break }
            wakeAgain(now, &action)
            if demand == .none {
                keep(value, releasing: &action.released)
            } else if waiting == nil {
                demand -= 1
                waiting = value
                let earliest = lastEmission.map { Swift.max(now, $0.advanced(by: interval)) } ?? now
                action.wake = .at(earliest == now ? nil : earliest)
                patience = interval
                limit = earliest.advanced(by: interval)
            } else if latest {
                swap(&waiting, &action.released)
                waiting = value
            }
        case .completion(let completion):
            ending = completion
            if let now = event.time { wakeAgain(now, &action) }
            if waiting == nil && unasked == nil { action.wake = .at(nil) }
        case .due:
            action.wake = .never
            if let now = event.time { lastEmission = now }
            swap(&waiting, &action.value)
            action.completion = ending
        case .cancelled:
            action.wake = .never
            swap(&waiting, &action.released)
            if unasked != nil { swap(&unasked, &action.released) }
        case .connected, .more: break
        }
        return action
    }

    /// Asks for another closure if the scheduler is late with the last one by an interval, and may have dropped it. The further
    /// intervals are doubled: a scheduler that is merely behind gets few more closures.
    @inlinable
    mutating func wakeAgain(_ now: Time, _ action: inout _TimeAction<Self>) {
        guard waiting != nil else { return }
        if let limit {
            guard now > limit else { return }
            action.wake = .at(nil)
            patience += patience
        }
        limit = now.advanced(by: patience)
    }

    /// Keeps or drops a value that downstream hasn't asked for.
    @inlinable
    mutating func keep(_ value: Input, releasing released: inout Input?) {
        guard lastEmission == nil, waiting == nil, latest || unasked == nil else { return }
        swap(&unasked, &released)
        unasked = value
    }
}

extension Publishers.Throttle: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
