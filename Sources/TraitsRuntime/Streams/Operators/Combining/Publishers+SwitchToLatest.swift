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
    /// - Demand: this publisher is asked for everything; what the subscriber wants is asked of the newest
    ///   publisher, and what that hasn't met, of the next.
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
        Publishers.SwitchToLatest(upstream: map { $0.setFailureType(to: Failure.self) })
    }
}

extension Publishers {
    /// A publisher that sends the values of the newest of the publishers another sends; see
    /// `switchToLatest()`.
    @frozen
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Creates a publisher that sends the values of the newest of the publishers another sends.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outer = Outer(subscriber)
            subscriber._receive(node: outer)
            upstream.subscribe(outer)
        }
    }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}

extension Publishers.SwitchToLatest {
    /// The phases are the inner publishers, from 1. `delivery` serialises the calls to downstream, as the
    /// outer publisher and the inner ones may send on different threads.
    @usableFromInline
    final class Outer<Downstream: Subscriber>: _SuccessionNode<Downstream>, Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = P
        @usableFromInline typealias Failure = Upstream.Failure

        /// Guarded by `lock`; the empty node once the outer publisher has completed.
        @usableFromInline @exclusivity(unchecked) var outer: _Node?

        @inlinable
        init(_ downstream: Downstream) {
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Outer<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.disposed()
                }
            }
            hasStarted = true
            isIdle = true
        }

        @usableFromInline override var description: String { "SwitchToLatest" }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { true }

        // MARK: The outer publisher

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) {
            lock.lock()
            let isFirst = outer == nil
            if isFirst { outer = node }
            lock.unlock()
            if isFirst { node.request(.unlimited) } else { node.cancel() }
        }

        @inlinable
        func receive(_ input: P) -> Subscribers.Demand {
            if let phase = replaceUpstream() { input.subscribe(Side(self, phase)) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            withExtendedLifetime(takeOuter()) {}
            switch completion {
            case .finished: if noneFollows() { endAll(.finished) }
            case .failure: endAll(completion)
            }
        }

        @inlinable
        func takeOuter() -> _Node? {
            lock.lock()
            defer { lock.unlock() }
            let node = outer
            outer = _EmptyNode.shared
            return node
        }

        // MARK: The inner publishers

        @inlinable @inline(__always)
        func deliver(_ value: Output, in phase: Int) -> Subscribers.Demand {
            if self.phase != phase { return .none }
            delivery.enter()
            let demand = receive(value, in: phase)
            // A cancellation from inside that call left it to this one to let go of downstream.
            if delivery.exit() && isOver { release() }
            return demand
        }

        @inlinable
        func innerEnded(_ completion: Subscribers.Completion<Failure>, in phase: Int) {
            switch completion {
            case .finished:
                let (wasCurrent, wasLast) = pause(in: phase)
                if wasCurrent && wasLast { endAll(.finished) }
            case .failure:
                endAll(completion, from: phase)
            }
        }

        // MARK: The end

        /// Ends all, unless this is about an inner publisher that has been replaced.
        @inlinable
        func endAll(_ completion: Subscribers.Completion<Failure>, from phase: Int? = nil) {
            // Closed under the delivery lock, or a thread that is still sending could let go of downstream.
            delivery.enter()
            let (isFirst, node) = shut(in: phase)
            let downstream = isFirst ? direct ?? limited : nil
            delivery.exit()
            guard isFirst else { return }
            // An inner publisher that has failed is over by itself.
            if phase == nil { node?.cancel() }
            takeOuter()?.cancel()
            release()
            downstream?.receive(completion: completion)
        }

        @inlinable
        func disposed() {
            cancelled()
            takeOuter()?.cancel()
        }
    }

    /// The subscriber of one inner publisher.
    @frozen @usableFromInline
    struct Side<Downstream: Subscriber>: Subscriber, _Described
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = P.Output
        @usableFromInline typealias Failure = P.Failure

        @usableFromInline let node: Outer<Downstream>
        @usableFromInline let phase: Int

        @inlinable
        init(_ node: Outer<Downstream>, _ phase: Int) {
            self.node = node
            self.phase = phase
        }

        @usableFromInline var description: String { "SwitchToLatest" }

        @inlinable
        var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

        /// Downstream had its subscription before the first inner publisher came, so that `connect` asks for
        /// everything or cancels.
        @inlinable @inline(__always)
        static var _isUnlimited: Bool { Downstream._isUnlimited }

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node subscription: _Node) { node.connected(subscription, in: phase) }

        @inlinable @inline(__always)
        func receive(_ input: P.Output) -> Subscribers.Demand { node.deliver(input, in: phase) }

        @inlinable
        func receive(completion: Subscribers.Completion<P.Failure>) { node.innerEnded(completion, in: phase) }
    }
}
