extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends the values of the newest of the publishers that this publisher sends.
    ///
    /// ```
    ///                 --a-----b-----------|-->
    ///                   1--2--
    ///                         3--4--5--|
    /// switchToLatest  --1--2--3--4--5-----|-->
    /// ```
    ///
    /// Each publisher takes the place of the one before, which is cancelled.
    ///
    /// - Demand: this publisher is asked for everything. The subscriber's demand is asked of the newest publisher, and its
    ///   unmet demand of the next.
    /// - Failure: the first failure of this publisher or of the newest ends all, and cancels the other.
    /// - Completion: when this publisher and the newest have finished.
    /// - Threads: values are sent wherever the newest publisher sends; one at a time.
    /// - Cancellation: cancels this publisher and the newest.
    ///
    /// ```swift
    /// func search(_ query: String) -> AnyPublisher<[String], Never> { Just([query]).eraseToAnyPublisher() }
    ///
    /// let queries = PassthroughSubject<String, Never>()
    /// let cancellable = queries.map { search($0) }.switchToLatest()
    ///     .sink { print($0) }      // never a result of an older query
    /// ```
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Failure == Never {
    /// Sends the values of the newest of the publishers that this publisher, which can't fail, sends; otherwise
    /// like the form for equal failures.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        Publishers.SwitchToLatest(upstream: setFailureType(to: Output.Failure.self))
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
    /// Sends the values of the newest of the publishers that this publisher sends, where none can fail;
    /// otherwise like the form for equal failures.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the newest of the publishers that this publisher sends, which can't fail; otherwise
    /// like the form for equal failures.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>,
            Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        Publishers.SwitchToLatest(
            upstream: Publishers.Map(upstream: self) { $0.setFailureType(to: Failure.self) })
    }
}

extension Publishers {
    /// A publisher that sends the values of the newest of the publishers another sends; see
    /// `switchToLatest()`.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: _NodePublisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Creates a publisher that sends the values of the newest of the publishers another sends.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let node = _SequentialNode(downstream, Newest())
            node.start()
            upstream.subscribe(Outer(node))
        }
    }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}

extension Publishers.SwitchToLatest {
    /// The generations are the inner publishers, from 1.
    @frozen @usableFromInline
    struct Newest: _SequentialMachine {
        @usableFromInline typealias Next = P

        @usableFromInline var isInnerRunning = false
        @usableFromInline var isOuterOver = false

        @inlinable
        init() {}

        @usableFromInline static var name: String { "SwitchToLatest" }
        @inlinable @inline(__always) static var succession: _Succession { .replacement }

        @inlinable
        mutating func on(_ completion: Subscribers.Completion<Failure>) -> _Following<P> {
            isInnerRunning = false
            if case .finished = completion, !isOuterOver { return .wait() }
            return .end(completion)
        }

        @inlinable
        mutating func on(outer publisher: P) -> _Following<P> {
            isInnerRunning = true
            return .next(publisher)
        }

        @inlinable
        mutating func on(outer completion: Subscribers.Completion<Failure>) -> _Following<P> {
            isOuterOver = true
            if case .finished = completion, isInnerRunning { return .wait() }
            return .end(completion)
        }
    }

    /// The subscriber of the outer publisher.
    @frozen @usableFromInline
    struct Outer<Downstream: Subscriber>: _InputSubscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let node: _SequentialNode<Newest, Downstream>

        @inlinable
        init(_ node: _SequentialNode<Newest, Downstream>) { self.node = node }

        @usableFromInline typealias _Unlimited = _Yes

        @inlinable
        func _receive(node outer: _Node) {
            if node.attachControl(outer) { outer.request(.unlimited) }
        }

        @inlinable
        func receive(_ input: P) -> Subscribers.Demand {
            node.decide { $0.on(outer: input) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            node.detachControl()
            node.decide { $0.on(outer: completion) }
        }
    }
}
