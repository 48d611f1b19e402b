extension Publisher {
    #if !StrictIsolation  // strict: sending, disfavored
        /// Ends the stream if upstream is silent for too long.
        ///
        /// ```
        ///           --1---2-------------3
        /// timeout(8)
        ///           --1---2-------|
        /// timeout(8, customError: { e })
        ///           --1---2-------x
        /// ```
        ///
        /// Without an error it finishes, so a single behind `timeout` is no single any more.
        ///
        /// - Demand: passes through; the first request starts the time again.
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
        ///   - interval: how long upstream may be silent, from the subscription, from the first request and from each value.
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
    #endif
}

extension Publishers {
    /// A publisher that ends when upstream is silent; see `timeout(_:scheduler:options:customError:)`.
    @frozen
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that must not be silent.
        public let upstream: Upstream

        /// The time for which upstream may be silent.
        public let interval: Context.SchedulerTimeType.Stride

        /// Measures the time and runs the deliveries.
        public let scheduler: Context

        /// Handed to the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes the error to fail with; the stream finishes if `nil`.
        public let customError: (() -> Upstream.Failure)?

        /// Creates a publisher that ends when upstream is silent.
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

        public typealias _Outlives = _Yes

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let machine = _TimeoutMachine<Output, Failure, Context>(interval, customError)
            upstream.subscribe(_TimeNode(downstream, machine, scheduler, options))
        }
    }
}

/// The machine of ``Publishers/Timeout``. Ends the stream when nothing has come for an interval.
@frozen @usableFromInline
struct _TimeoutMachine<Input, Failure: Error, Context: Scheduler>: _TimeMachine {
    @usableFromInline typealias Output = Input

    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let customError: (() -> Failure)?
    @usableFromInline var wasAsked = false

    @inlinable
    init(_ interval: Context.SchedulerTimeType.Stride, _ customError: (() -> Failure)?) {
        self.interval = interval
        self.customError = customError
    }

    @usableFromInline static var name: String { "Timeout" }
    @inlinable @inline(__always) static func asksForAll(_ downstream: Bool) -> Bool { downstream }
    @inlinable @inline(__always) static var acceptsZeroDemand: Bool { true }
    @inlinable @inline(__always) static var keepsUpstream: Bool { true }

    @usableFromInline var children: [Mirror.Child] { [] }

    @inlinable @inline(__always)
    mutating func on(_ event: _TimeEvent<Self>) -> _TimeAction<Self> {
        var action = _TimeAction<Self>()
        switch event.kind {
        case .connected:
            action.wake = .after(interval)
        case .requested(let demand):
            action.request = demand
            // The time starts again with the first request, as in Combine.
            if !wasAsked { action.wake = .after(interval) }
            wasAsked = true
        case .value(let value):
            action.value = value
            action.delivery = .scheduled(withOptions: true)
            action.wake = .after(interval)
        case .due:
            action.wake = .never
            let customError = customError
            action.timeout = { customError.map { .failure($0()) } ?? .finished }
        case .completion(let completion):
            action.wake = .never
            action.completion = completion
            action.delivery = .scheduled(withOptions: true)
        case .cancelled:
            action.wake = .never
        case .attached, .more: break
        }
        return action
    }
}
