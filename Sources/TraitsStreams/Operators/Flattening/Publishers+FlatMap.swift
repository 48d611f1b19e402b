extension Publisher {
    #if !StrictIsolation  // strict: sending, disfavored
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
        ///   - maxPublishers: how many children there may be at the same time. `.none` counts like `.max(1)`, or a value that
        ///     is promised synchronously wouldn't come. Only a publisher that isn't one of this library is asked for
        ///     none, as in
        ///     Combine, and there is never a child then.
        ///   - transform: makes a publisher of each value.
        @inlinable @inline(__always)
        public func flatMap<T, P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }
    #endif
}

extension Publishers {
    /// A publisher that sends the values of publishers made from the values of another; see `flatMap`.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: _NodePublisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are made into publishers.
        public let upstream: Upstream

        /// The number of children that may run at the same time.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of each value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Creates a publisher that sends the values of publishers made from the values of another.
        @inlinable @inline(__always)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let isLimited = maxPublishers != .unlimited
            if isLimited && Upstream._atMostOne { return attachHidden(downstream) }
            #if !TRAITS_TRACE_ALL
                if Downstream._asksForAll
                    && _Fact<NewPublisher._Answers>.holds(NewPublisher._answering == .always)
                    && !isLimited && !Upstream._atMostOne && Failure.self == Never.self
                {
                    return upstream.subscribe(Immediate(downstream, transform))
                }
            #endif
            let inner = Inner(downstream, maxPublishers, transform)
            downstream._receive(node: inner)
            upstream.subscribe(inner)
        }

        /// Subscribes with a limit to an upstream whose type doesn't say that it sends at most one value.
        // So rare that clients needn't have it for each of their types.
        @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
        func attachHidden<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            over(upstream._erased())._attach(downstream)
        }

        /// This operator over upstream's rest, or over an upstream whose type is hidden.
        @inlinable
        func over(
            _ rest: AnyPublisher<Upstream.Output, Failure>
        ) -> FlatMap<NewPublisher, AnyPublisher<Upstream.Output, Failure>> {
            .init(upstream: rest, maxPublishers: maxPublishers, transform: transform)
        }

        public typealias _Answers = _Doubted<Upstream._Answers>

        @inlinable @inline(__always)
        public static var _answering: _Answering { Upstream._answering == .never ? .never : .maybe }

        @inlinable
        public func _answer() -> _Answer<Output, Failure> {
            // With a limit, the rest of an upstream that has run in part would be asked for a few values, where that upstream
            // had asked for all.
            if maxPublishers != .unlimited { return .no }
            return upstream._ask().map({ value in
                let child = transform(value)
                let answer = child._ask()
                if case .no = answer { return .then(_lastRest(child, keeping: transform)) }
                return answer
            }) { _rest(over($0)) }
        }
    }
}
