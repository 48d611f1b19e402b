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
            upstream.subscribe(_MeasureNode(downstream, scheduler))
        }
    }
}

/// The subscriber and subscription of ``Publishers/MeasureInterval``.
@usableFromInline
final class _MeasureNode<Input, Context: Scheduler, Downstream: Subscriber>: _UpstreamNode, _StreamNode,
    _AnnouncingNode
where Downstream.Input == Context.SchedulerTimeType.Stride {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    /// Belongs to the delivery that is going on.
    @usableFromInline @exclusivity(unchecked) var last: Context.SchedulerTimeType?

    @inlinable
    init(_ downstream: Downstream, _ scheduler: Context) {
        self.downstream = downstream
        self.scheduler = scheduler
        super.init(_handled(by: _MeasureNode<Input, Context, Downstream>.self))
    }

    @usableFromInline override var description: String { "MeasureInterval" }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        // A custom scheduler may make upstream send something.
        last = scheduler.now
        attach()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        attachBeforeEvent()
        guard isConnected, let last else { return .none }
        let now = scheduler.now
        self.last = now
        // The scheduler may have ended the stream, or cancelled it.
        guard isConnected else { return .none }
        let more = downstream.receive(last.distance(to: now))
        if more > .none { requestUpstream(more) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        attachBeforeEvent()
        if disconnect() { downstream.receive(completion: completion) }
    }
}

extension Publishers.MeasureInterval: Sendable where Upstream: Sendable, Context: Sendable {}
