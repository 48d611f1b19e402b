extension Publisher {
    #if !StrictIsolation  // strict: sending, disfavored
        /// Calls closures as events pass by, and changes nothing else.
        ///
        /// ```
        ///        --1--2--|-->
        /// handleEvents(receiveOutput: f)
        ///        --1--2--|-->     f(1) f(2)
        /// ```
        ///
        /// - Demand: passes through; the closure for requests sees requests, and any demand other than none that downstream
        ///   returns for a value.
        /// - Failure: passes through.
        /// - Threads: each closure runs where the event does, just before it is handed on.
        /// - Cancellation: reported once; no closure runs after that, nor after the completion.
        ///
        /// ```swift
        /// let cancellable = [1, 2].publisher
        ///     .handleEvents(receiveOutput: { print("saw \($0)") })
        ///     .sink { _ in }      // saw 1, saw 2
        /// ```
        ///
        /// - Parameters:
        ///   - receiveSubscription: sees upstream's subscription.
        ///   - receiveOutput: sees each value.
        ///   - receiveCompletion: sees the completion.
        ///   - receiveCancel: runs when downstream cancels.
        ///   - receiveRequest: sees each demand.
        @inlinable
        public func handleEvents(
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)? = nil
        ) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
                receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
                receiveRequest: receiveRequest
            )
        }
    #endif
}

extension Publishers {
    /// A publisher that calls closures as events pass by; see `handleEvents`.
    public struct HandleEvents<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose events are seen.
        public let upstream: Upstream

        /// Sees upstream's subscription.
        public var receiveSubscription: ((any Subscription) -> Void)?

        /// Sees each value.
        public var receiveOutput: ((Upstream.Output) -> Void)?

        /// Sees the completion.
        public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?

        /// Runs when downstream cancels.
        public var receiveCancel: (() -> Void)?

        /// Sees each demand.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Creates a publisher that calls closures as events pass by.
        @inlinable
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_HandleEventsNode(downstream, _HandledEvents(self)))
        }
    }
}

/// The closures, without their publisher: a subscription must not keep the publisher.
@frozen @usableFromInline
struct _HandledEvents<Output, Failure: Error> {
    @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
    @usableFromInline let receiveOutput: ((Output) -> Void)?
    @usableFromInline let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline let receiveCancel: (() -> Void)?
    @usableFromInline let receiveRequest: ((Subscribers.Demand) -> Void)?

    @inlinable
    init<P: Publisher>(_ publisher: Publishers.HandleEvents<P>)
    where P.Output == Output, P.Failure == Failure {
        receiveSubscription = publisher.receiveSubscription
        receiveOutput = publisher.receiveOutput
        receiveCompletion = publisher.receiveCompletion
        receiveCancel = publisher.receiveCancel
        receiveRequest = publisher.receiveRequest
    }

    /// No closures.
    @inlinable
    init() {
        receiveSubscription = nil
        receiveOutput = nil
        receiveCompletion = nil
        receiveCancel = nil
        receiveRequest = nil
    }
}

/// The subscriber and subscription of ``Publishers/HandleEvents``.
///
/// The closures have to see real requests, so upstream always sees a subscriber that makes them.
@usableFromInline
final class _HandleEventsNode<Input, Downstream: Subscriber>: _UpstreamNode, _AnnouncingNode
where Downstream.Input == Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    /// Released at the end, and under `lock`, if downstream may keep this node.
    @usableFromInline @exclusivity(unchecked) var storedEvents: _HandledEvents<Input, Failure>

    @inlinable
    init(_ downstream: Downstream, _ events: _HandledEvents<Input, Failure>) {
        self.downstream = downstream
        storedEvents = events
        super.init(_handled(by: _HandleEventsNode<Input, Downstream>.self))
    }

    @usableFromInline override var description: String { "HandleEvents" }

    @usableFromInline typealias _Unlimited = _No

    /// The closures, until the node is over.
    @inlinable @inline(__always)
    var events: _HandledEvents<Input, Failure> {
        Downstream._drops ? storedEvents : lock.withLock { storedEvents }
    }

    @inlinable @inline(__always)
    func releaseEvents() {
        if !Downstream._drops { extendLifetime(lock.withLock { _replace(&storedEvents, with: .init()) }) }
    }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if !isOver { events.receiveRequest?(demand) }
        requestUpstream(demand)
    }

    @inlinable
    func cancelled() {
        if isAwaiting {
            events.receiveCancel?()
            return
        }
        let (wasConnected, upstream) = takeUpstream()
        // The thread that has ended the stream first, if there is one, is about to tell the end, and releases the closures then.
        if wasConnected {
            events.receiveCancel?()
            releaseEvents()
        }
        upstream?.cancel()
        downstream._release()
    }

    @inlinable
    func _receive(node: _Node) { receive(subscription: node) }

    @inlinable
    func receive(subscription: any Subscription) {
        receive(subscription: subscription, showing: { events.receiveSubscription?(subscription) })
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { return .none }
        attachBeforeEvent()
        events.receiveOutput?(input)
        // The closure may have ended the stream, or cancelled it.
        if isOver { return .none }
        let more = downstream.receive(input)
        if more > .none && !isOver { events.receiveRequest?(more) }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        attachBeforeEvent()
        _ = disconnect()
        events.receiveCompletion?(completion)
        releaseEvents()
        downstream.receive(completion: completion)
    }
}
