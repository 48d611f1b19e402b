extension Publisher where Failure == Never {
    /// Holds values back until ``ConnectablePublisher/connect()`` is called.
    ///
    /// Each `connect()` starts the work again, and a subscriber sees the values of all connections. So of a maybe it may see
    /// two values, and the result promises no maybe; `share()` makes one connection, and does.
    ///
    /// - Demand: unlimited towards upstream once connected, from a subscriber's first request on; a subscriber without demand
    ///   misses values.
    /// - Failure: there is none. The end of a connection ends all subscribers, and those that come later.
    /// - Cancellation: of a subscriber, detaches it; of the connection, cancels upstream.
    ///
    /// ```swift
    /// let news = Just("hello").makeConnectable()
    /// let cancellable = news.sink { print($0) }
    /// let connection = news.connect()      // hello
    /// ```
    @inlinable
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}

extension ConnectablePublisher {
    /// Connects when the first subscriber comes, and cancels the connection when the last one cancels.
    ///
    /// - Demand, failure, threads: those of the connectable publisher.
    ///
    /// ```swift
    /// let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    /// let cancellable = ticks.sink { print($0) }      // runs until it is cancelled
    /// ```
    @inlinable
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// A publisher that waits for its `connect()`; see `makeConnectable()`.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, _EarlyConnectable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        @usableFromInline let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// Creates a publisher that waits for its `connect()`.
        @inlinable
        public init(upstream: Upstream) { inner = upstream.multicast(subject: PassthroughSubject()) }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.subscribe(subscriber)
        }

        @inlinable
        public func connect() -> any Cancellable { inner.connect() }

        func connect(handing take: (any Cancellable) -> Void) { inner.connect(handing: take) }
    }

    /// A publisher that connects for its first subscriber; see `autoconnect()`.
    public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is connected.
        public final let upstream: Upstream

        @usableFromInline final let connection = _SharedConnection(.autoconnect)

        /// Creates a publisher that connects another when its first subscriber arrives, and disconnects it
        /// when the last one has left.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
            connection.owner = self
        }

        @inlinable
        public final func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let (attempt, isNew) = connection.retain()
            upstream.subscribe(_AutoconnectSubscriber(downstream: subscriber, connection: connection))
            if isNew {
                upstream._connect(attempt)
                connection.made(attempt)
            }
        }
    }
}

/// The subscriber of ``Publishers/Autoconnect``. Hands events through; only a cancellation is counted.
@frozen @usableFromInline
struct _AutoconnectSubscriber<Input, Downstream: Subscriber>: _Transparent, _DemandPassing
where Downstream.Input == Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let connection: _SharedConnection

    @inlinable @inline(__always)
    init(downstream: Downstream, connection: _SharedConnection) {
        self.downstream = downstream
        self.connection = connection
    }

    @usableFromInline var description: String { "Autoconnect" }

    @usableFromInline var customMirror: Mirror {
        Mirror(self, children: [("parent", connection.owner as Any), ("downstream", downstream)])
    }

    @inlinable
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: _CountedSubscription(subscription, connection))
    }

    @inlinable
    func _receive(node: _Node) { receive(subscription: node) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
}

extension Publishers.MakeConnectable: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// Unchecked: the connection guards itself.
extension Publishers.Autoconnect: @unchecked Sendable where Upstream: Sendable {}
