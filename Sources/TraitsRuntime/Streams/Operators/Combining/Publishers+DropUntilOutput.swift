extension Publisher {
    /// Leaves out the values of this publisher until another publisher sends one.
    ///
    /// ```
    ///       --1--2--3--4--|-->
    ///       --------x|
    /// drop  --------3--4--|-->
    /// ```
    ///
    /// - Demand: passes through; a value left out isn't replaced. The other publisher is asked for one value,
    ///   and cancelled when it has sent it.
    /// - Failure: passes through; so does a failure of the other publisher before its first value.
    /// - Completion: when this publisher finishes, or the other finishes without a value.
    /// - Threads: values are sent wherever this publisher sends.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let readings = PassthroughSubject<Double, Never>(), warmedUp = PassthroughSubject<Void, Never>()
    /// let cancellable = readings.drop(untilOutputFrom: warmedUp).sink { print($0) }
    /// ```
    ///
    /// - Parameter publisher: the publisher to wait for; subscribed to first.
    @inlinable
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// A publisher that leaves out the values of one publisher until another sends; see
    /// `drop(untilOutputFrom:)`.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// The publisher that is waited for.
        public let other: Other

        /// Creates a publisher that leaves out the values of one publisher until another sends.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if S._dropsSubscription {
                start(_GateNode(subscriber, opens: true))
            } else {
                start(_GateNode(_Leased(subscriber), opens: true))
            }
        }

        @inlinable @inline(__always)
        func start<S: Subscriber>(_ node: _GateNode<S>) where S.Input == Output, S.Failure == Failure {
            node.start()
            other.subscribe(
                _GateNode<S>.OtherSide<Other.Output, Failure>(node) { node, completion in
                    node.otherEnded(completion)
                })
            upstream.subscribe(_GateNode<S>.Side(node))
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
