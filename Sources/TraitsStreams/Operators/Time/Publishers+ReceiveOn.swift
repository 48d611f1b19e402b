extension Publisher {
    /// Delivers values and completion on a scheduler.
    ///
    /// ```
    ///        --1--2--3--|-->
    /// receive(on: s)
    ///        --1--2--3--|-->   the same events, each in a closure of its own that `s` runs
    /// ```
    ///
    /// - Demand: passes straight through.
    /// - Failure: delivered on the scheduler too, after the values before it.
    /// - Threads: the subscription and upstream's work stay where they are; only the events that downstream receives move. Each
    ///   value is scheduled by itself, so other work of the scheduler keeps its place between them. On a concurrent queue too,
    ///   events arrive in order, one at a time, and no event is lost: each closure that the queue runs delivers the events up to
    ///   its own that still wait. So if a scheduler drops a closure, as `cancelAllOperations()` does, a later closure delivers
    ///   its event.
    /// - Cancellation: drops scheduled events that haven't arrived.
    ///
    /// ```swift
    /// let cancellable = (1...3).publisher
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: runs the deliveries.
    ///   - options: handed to the scheduler with each delivery.
    // `#isolation` is of any type: an actor comes first.
    @_disfavoredOverload
    @inlinable
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// A publisher that delivers on a scheduler; see `receive(on:options:)`.
    @frozen
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are delivered.
        public let upstream: Upstream

        /// Runs the deliveries.
        public let scheduler: Context

        /// Handed to the scheduler with each delivery.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that delivers on a scheduler.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_RelayNode(downstream, _DirectScheduling(scheduler, options)))
        }
    }
}

/// The scheduling of ``Publishers/ReceiveOn``.
@frozen @usableFromInline
struct _DirectScheduling<Context: Scheduler>: _Scheduling {
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable
    init(_ scheduler: Context, _ options: Context.SchedulerOptions?) {
        self.scheduler = scheduler
        self.options = options
    }

    @usableFromInline static var name: String { "ReceiveOn" }

    @inlinable
    func schedule(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }

    @inlinable
    func scheduleNow(_ action: @escaping () -> Void) { schedule(action) }
}

extension Publishers.ReceiveOn: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
