extension Publisher {
    /// Subscribes to upstream, requests and cancels on a scheduler.
    ///
    /// Use it to move the *work* of a publisher away from the thread that attaches a subscriber. Values are
    /// delivered wherever upstream sends them; `receive(on:options:)` moves those.
    ///
    /// - Demand: passes through, each request in a closure of its own that the scheduler runs.
    /// - Failure: passes through.
    /// - Threads: downstream receives its subscription on the scheduler.
    /// - Cancellation: downstream hears nothing more at once; upstream is cancelled on the scheduler.
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
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher subscribed to.
        public let upstream: Upstream

        /// Runs the subscription, the requests and the cancellation.
        public let scheduler: Context

        /// Handed to the scheduler with each of them.
        public let options: Context.SchedulerOptions?

        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if S._dropsSubscription {
                start(Inner(subscriber, scheduler, options))
            } else {
                start(Inner(_Leased(subscriber), scheduler, options))
            }
        }

        @inlinable @inline(__always)
        func start<S: Subscriber>(_ inner: Inner<S>) {
            scheduler.schedule(options: options) { [upstream] in upstream.subscribe(inner) }
        }
    }
}

extension Publishers.SubscribeOn {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _UpstreamNode, Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?

        @inlinable
        init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
            self.downstream = downstream
            self.scheduler = scheduler
            self.options = options
            super.init { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand):
                    guard me.isConnected else { return }
                    me.scheduler.schedule(options: me.options) { me.requestUpstream(demand) }
                case .cancel:
                    if me.isAwaiting { return }
                    if let upstream = me.takeUpstream().upstream {
                        me.scheduler.schedule(options: me.options) { upstream.cancel() }
                    }
                    me.downstream._letGo()
                }
            }
        }

        @usableFromInline override var description: String { "SubscribeOn" }

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) {
            if connect(node) { downstream._receive(node: self) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            isConnected ? downstream.receive(input) : .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            if disconnect() { downstream.receive(completion: completion) }
        }
    }
}
