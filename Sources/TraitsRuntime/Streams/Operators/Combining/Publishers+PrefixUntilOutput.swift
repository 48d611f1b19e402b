extension Publisher {
    /// Sends the values of this publisher until another publisher sends one, then finishes.
    ///
    /// ```
    ///         --1--2--3--4-->
    ///         --------x|
    /// prefix  --1--2--|----->
    /// ```
    ///
    /// - Demand: passes through; the other publisher is asked for one value.
    /// - Failure: passes through. How the other publisher ends doesn't matter.
    /// - Threads: values are sent wherever this publisher sends, the end wherever the other does; one call at
    ///   a time.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let ticks = PassthroughSubject<Int, Never>(), stop = PassthroughSubject<Void, Never>()
    /// let cancellable = ticks.prefix(untilOutputFrom: stop).sink { print($0) }
    /// stop.send()      // no tick is printed after this
    /// ```
    ///
    /// - Parameter publisher: the publisher whose first value ends this one; subscribed to first.
    @inlinable
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// A publisher that sends the values of one publisher until another sends; see
    /// `prefix(untilOutputFrom:)`.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// The publisher whose first value is the end.
        public let other: Other

        /// Creates a publisher that sends the values of one publisher until another sends.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if S._dropsSubscription {
                start(_GateNode(subscriber, opens: false))
            } else {
                start(_GateNode(_Leased(subscriber), opens: false))
            }
        }

        @inlinable @inline(__always)
        func start<S: Subscriber>(_ node: _GateNode<S>) where S.Input == Output, S.Failure == Failure {
            other.subscribe(
                _GateNode<S>.OtherSide<Other.Output, Other.Failure>(node) { node, _ in
                    _ = node.disconnect(_GateNode<S>.other)
                })
            upstream.subscribe(_GateNode<S>.Side(node))
        }
    }
}

extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
