extension Publisher {
    /// Makes a publisher of each value and sends the values of all of them.
    ///
    /// ```
    ///          --a-----b-----------|-->
    /// flatMap    1-2-3|
    ///                  4---5---6|
    ///          --1-2-3-4---5---6---|-->
    /// ```
    ///
    /// - Demand: upstream is asked for `maxPublishers` values, and for one more whenever a child has finished and
    ///   its values have been sent. Each child is asked for one value at a time, or for all if the subscriber asks
    ///   for all; values without demand are kept.
    /// - Failure: the first failure of upstream or a child ends all, and cancels the others.
    /// - Threads: the closure runs wherever upstream sends; values wherever a child sends, one at a time.
    /// - Cancellation: cancels the children in the order in which they were started, then upstream.
    /// - Complexity: work logarithmic in the number of children for a value that has to wait, constant for all
    ///   others; memory linear in the number of children, which `maxPublishers` limits.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher
    ///     .flatMap { n in [n, n * 10].publisher }
    ///     .sink { print($0) }      // 1, 10, 2, 20
    /// ```
    ///
    /// - Parameters:
    ///   - maxPublishers: how many children there may be at the same time; with `.none` there is never one.
    ///   - transform: makes a publisher of each value.
    @inlinable @inline(__always)
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publishers {
    /// A publisher that sends the values of publishers made from the values of another; see `flatMap`.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are made into publishers.
        public let upstream: Upstream

        /// How many of those may run at the same time.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of each value.
        public let transform: (Upstream.Output) -> NewPublisher

        @inlinable @inline(__always)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Takes the lightest form that has the same history as `Outer`: most chains in practice have an
        /// upstream of one value, or children that are there at once.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            // Only `Outer` knows a limit: the other forms ask upstream for everything.
            if S._isUnlimited && maxPublishers == .unlimited {
                if Upstream._atMostOne {
                    let relay = Relay(subscriber, transform)
                    subscriber._receive(node: relay)
                    upstream.subscribe(Relay.Outside(relay))
                    return
                }
                if NewPublisher._immediacy == .always && Failure.self == Never.self {
                    upstream.subscribe(Immediate(subscriber, transform))
                    return
                }
            }
            if S._dropsSubscription {
                start(Outer(subscriber, maxPublishers, transform))
            } else {
                start(Outer(_Leased(subscriber), maxPublishers, transform))
            }
        }

        @inlinable @inline(__always)
        func start<S: Subscriber>(_ outer: Outer<S>) {
            outer.downstream._receive(node: outer)
            upstream.subscribe(outer)
        }

        /// This operator over what is left of upstream.
        @inlinable
        func over(
            _ rest: AnyPublisher<Upstream.Output, Failure>
        ) -> FlatMap<NewPublisher, AnyPublisher<Upstream.Output, Failure>> {
            .init(upstream: rest, maxPublishers: maxPublishers, transform: transform)
        }

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy {
            if Upstream._immediacy == .never { return .never }
            return .maybe
        }

        @inlinable
        public func _immediate() -> _Immediate<Output, Failure> {
            // With a limit, what is left of an upstream that has run in part would be asked for a few values, where
            // that upstream had asked for all.
            if Upstream._immediacy == .never || maxPublishers != .unlimited { return .no }
            return upstream._immediate().map({ value in
                let child = transform(value)
                if NewPublisher._immediacy == .never { return .then(child._erased()) }
                let answer = child._immediate()
                if case .no = answer { return .then(child._erased()) }
                return answer
            }) { over($0)._erased() }
        }
    }
}
