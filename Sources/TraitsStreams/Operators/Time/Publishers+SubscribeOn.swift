extension Publisher {
    /// Subscribes to upstream, requests and cancels on a scheduler.
    ///
    /// Use it to move the *work* of a publisher away from the thread that attaches a subscriber. Values are
    /// delivered wherever upstream sends them; `receive(on:options:)` moves those.
    ///
    /// - Demand: passes through, each request in a closure of its own that the scheduler runs.
    /// - Failure: passes through.
    /// - Threads: downstream receives its subscription on the scheduler.
    /// - Cancellation: downstream gets nothing more from then on; upstream is cancelled on the scheduler.
    /// - A scheduler that releases its closures without running them, such as an `OperationQueue` that cancels its operations:
    ///   downstream gets a subscription then that sends nothing.
    ///
    /// ```swift
    /// let work = DispatchQueue(label: "work")
    /// let cancellable = Deferred { Just((1...1_000_000).reduce(0, +)) }
    ///     .subscribe(on: work)
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: runs the subscription, the requests and the cancellation.
    ///   - options: handed to the scheduler with each of them.
    @inlinable
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// A publisher that subscribes to another on a scheduler; see `subscribe(on:options:)`.
    @frozen
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher subscribed to.
        public let upstream: Upstream

        /// Runs the subscription, the requests and the cancellation.
        public let scheduler: Context

        /// Handed to the scheduler with each of them.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that subscribes to another on a scheduler.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let inner = _SubscribeOnNode(downstream, scheduler, options)
            scheduler.schedule(options: options) { [upstream] in
                if inner.begin() { upstream.subscribe(inner) }
            }
        }
    }
}

/// The subscriber and subscription of ``Publishers/SubscribeOn``.
@usableFromInline
final class _SubscribeOnNode<Input, Context: Scheduler, Downstream: Subscriber>: _UpstreamNode, _AskingNode
where Downstream.Input == Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    // Guarded by `lock`.

    @usableFromInline @exclusivity(unchecked) var hasBegun = false
    /// The requests that wait for the scheduler, and the numbers of the newest request and of the newest that has been passed on.
    @usableFromInline @exclusivity(unchecked) var requests = _Queue<Subscribers.Demand>()
    @usableFromInline @exclusivity(unchecked) var newest = 0
    @usableFromInline @exclusivity(unchecked) var passedOn = 0

    @inlinable
    init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
        self.downstream = downstream
        self.scheduler = scheduler
        self.options = options
        super.init(_handled(by: _SubscribeOnNode<Input, Context, Downstream>.self))
    }

    /// Gives downstream a subscription to nothing: the scheduler has released the closure without running it. A subscriber
    /// without a subscription can't cancel, and operators that have subscribed to another publisher before would keep that
    /// publisher and downstream.
    @inlinable
    deinit {
        if isAwaiting { downstream._receive(node: _EmptyNode.shared) }
    }

    @usableFromInline override var description: String { "SubscribeOn" }

    /// Requests arrive later, on the scheduler.
    @usableFromInline typealias _Unlimited = _No

    /// Notes that the scheduler has run the closure that subscribes, which it may do more than once.
    ///
    /// - Returns: whether this is the first run.
    @inlinable
    func begin() -> Bool {
        lock.withLock {
            defer { hasBegun = true }
            return !hasBegun
        }
    }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        guard isConnected else { return }
        lock.lock()
        requests.push(demand)
        newest += 1
        let number = newest
        lock.unlock()
        scheduler.schedule(options: options) { self.passOn(upTo: number) }
    }

    /// Passes on the requests up to a number that still wait: one request, unless the scheduler has reordered or dropped closures.
    @inlinable
    func passOn(upTo number: Int) {
        while let demand = takeRequest(upTo: number) { requestUpstream(demand) }
    }

    @inlinable
    func takeRequest(upTo number: Int) -> Subscribers.Demand? {
        lock.withLock {
            if passedOn >= number { return nil }
            passedOn += 1
            return requests.pop()
        }
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        if let upstream = takeUpstream().upstream {
            // If the scheduler drops the closure, upstream is cancelled when the closure is released.
            let cancellable = AnyCancellable(upstream)
            scheduler.schedule(options: options) { cancellable.cancel() }
        }
        downstream._release()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        isConnected ? downstream.receive(input) : .none
    }
}

extension Publishers.SubscribeOn: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable {}
