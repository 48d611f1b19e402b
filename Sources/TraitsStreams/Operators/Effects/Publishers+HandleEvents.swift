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
            upstream.subscribe(_ObserverNode(downstream, _HandledEvents(self)))
        }
    }
}

/// The closures, without their publisher: a subscription must not keep the publisher.
@frozen @usableFromInline
struct _HandledEvents<Output, Failure: Error>: _Observer {
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

    @usableFromInline static var name: String { "HandleEvents" }

    @inlinable @inline(__always)
    var emptied: Self { Self() }

    @inlinable @inline(__always)
    func connected(_ subscription: any Subscription) { receiveSubscription?(subscription) }

    @inlinable @inline(__always)
    func sent(_ input: Output) -> Output {
        receiveOutput?(input)
        return input
    }

    @inlinable @inline(__always)
    func ended(_ completion: Subscribers.Completion<Failure>) { receiveCompletion?(completion) }

    @inlinable @inline(__always)
    func requested(_ demand: Subscribers.Demand, isReturned: Bool) { receiveRequest?(demand) }

    @inlinable @inline(__always)
    func cancelled() { receiveCancel?() }
}
