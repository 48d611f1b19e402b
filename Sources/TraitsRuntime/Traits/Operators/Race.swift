import Synchronization

extension Publisher {
    /// Goes with whichever of two publishers is the first to send anything, and cancels the other.
    ///
    /// ```
    ///                 ----1--2--|
    ///                 --a----b--|
    /// race(with:)     --a----b--|
    /// ```
    ///
    /// An end or a failure counts as well. The winner's history is the whole history, so the race of two singles is a
    /// single. If both are ready at once, this publisher wins, and the other is not even subscribed to.
    ///
    /// - Demand: is asked of both, until one has won.
    /// - Failure: the winner's.
    /// - Threads: those of the winner.
    /// - Cancellation: cancels both.
    ///
    /// ```swift
    /// let fastest = AnySinglePublisher<String, Never>.never()
    ///     .race(with: AnySinglePublisher<String, Never>.just("mirror"))
    ///     .eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter other: the competitor.
    @_disfavoredOverload
    public func race<P: Publisher>(with other: P) -> TraitPublishers.Race<Self, P>
    where P.Output == Output, P.Failure == Failure {
        TraitPublishers.Race(self, other)
    }
}

extension Collection where Element: Publisher {
    /// Goes with whichever publisher of this collection is the first to send anything, and cancels the others;
    /// otherwise like ``Publisher/race(with:)``.
    ///
    /// Of no publishers, it stays silent: nobody ever wins.
    ///
    /// - Complexity: linear in the number of publishers, until one has won.
    ///
    /// ```swift
    /// let mirrors = ["a", "b"].map { AnySinglePublisher<String, Never>.just($0) }
    /// let cancellable = mirrors.race().sinkSingle { print($0) }      // success("a")
    /// ```
    @_disfavoredOverload
    public func race() -> TraitPublishers.RaceMany<Element> { .init(Array(self)) }
}

extension TraitPublishers {
    /// A publisher that goes with the faster of two; see `race(with:)`.
    public struct Race<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Lets two publishers compete.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let node = _RaceNode(_Leased(subscriber), 2)
            node.start()
            node.enter(a, 0)
            node.enter(b, 1)
        }
    }

    /// A publisher that goes with the fastest of several; see `race()`.
    public struct RaceMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers that compete.
        public let publishers: [Upstream]

        /// Lets publishers compete.
        public init(_ publishers: [Upstream]) { self.publishers = publishers }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let node = _RaceNode(_Leased(subscriber), publishers.count)
            node.start()
            for (side, publisher) in publishers.enumerated() { node.enter(publisher, side) }
        }
    }
}

extension TraitPublishers.Race: Sendable where A: Sendable, B: Sendable {}
extension TraitPublishers.RaceMany: Sendable where Upstream: Sendable {}

/// One side wins `word`, which then holds its number plus one; from there on it alone sends.
private final class _RaceNode<Downstream: Subscriber>: _SidesNode {
    private let downstream: Downstream

    init(_ downstream: Downstream, _ count: Int) {
        self.downstream = downstream
        super.init(count) { node, operation in
            let me = unsafeDowncast(node, to: _RaceNode<Downstream>.self)
            switch operation {
            case .request(let demand):
                precondition(demand > .none, "a subscriber must request more than no values")
                me.requestSides(demand, except: _RaceNode.noSide)
            case .cancel:
                if me.close() { me.cancelSides() }
                me.downstream._letGo()
            }
        }
    }

    override var description: String { "Race" }

    /// Hands downstream its subscription, before any side can send.
    func start() {
        downstream._receive(node: self)
        attach()
    }

    /// Subscribes to a publisher, unless the race is over.
    func enter<P: Publisher>(_ publisher: P, _ side: Int)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if !isOver, word.load(ordering: .acquiring) == 0 { publisher.subscribe(Side(node: self, side: side)) }
    }

    private func wins(_ side: Int) -> Bool {
        let winner = word.load(ordering: .acquiring)
        if winner != 0 { return winner == side + 1 && !isOver }
        guard !isOver,
            word.compareExchange(expected: 0, desired: side + 1, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        for other in lock.withLock({ sides.indices }) where other != side { _ = cancel(side: other) }
        return !isOver
    }

    private struct Side: Subscriber, _Described {
        let node: _RaceNode<Downstream>
        let side: Int

        var description: String { "Race" }
        var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        func _receive(node subscription: _Node) { node.connect(subscription, side) }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            node.wins(side) ? node.downstream.receive(input) : .none
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            guard node.wins(side), node.disconnect(side), node.close() else { return }
            node.cancelSides()
            node.downstream.receive(completion: completion)
        }
    }
}
