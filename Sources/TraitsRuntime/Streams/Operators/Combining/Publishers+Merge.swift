extension Publisher {
    /// Sends the values of this publisher and of another of the same kind, as they come.
    ///
    /// ```
    ///        --1-----2--|-->
    ///        -----a-----b--|-->
    /// merge  --1--a--2--b--|-->
    /// ```
    ///
    /// - Demand: a subscriber that asks for everything makes this ask each publisher for everything. Else each
    ///   is asked for one value at a time, and a value that finds no demand is kept.
    /// - Failure: the first failure ends all, and cancels the other publisher.
    /// - Completion: when all publishers have finished and what was kept is sent.
    /// - Threads: a value is sent wherever its publisher sends it, or where demand for it comes from; one
    ///   value at a time.
    /// - Cancellation: cancels all publishers.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.merge(with: [10, 20].publisher)
    ///     .sink { print($0) }      // 1, 2, 10, 20
    /// ```
    ///
    /// - Parameter other: the publisher to merge with.
    @inlinable
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }

    /// Sends the values of this publisher and of another of the same type, as they come; otherwise like
    /// ``merge(with:)-(P)``.
    @inlinable
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany([self, other])
    }

    /// Sends the values of this publisher and two others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C>
    where Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output {
        Publishers.Merge3(self, b, c)
    }

    /// Sends the values of this publisher and three others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output
    {
        Publishers.Merge4(self, b, c, d)
    }

    /// Sends the values of this publisher and four others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<Self, B, C, D, E>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output
    {
        Publishers.Merge5(self, b, c, d, e)
    }

    /// Sends the values of this publisher and five others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output
    {
        Publishers.Merge6(self, b, c, d, e, f)
    }

    /// Sends the values of this publisher and six others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output, F.Failure == G.Failure, F.Output == G.Output
    {
        Publishers.Merge7(self, b, c, d, e, f, g)
    }

    /// Sends the values of this publisher and seven others, as they come; otherwise like ``merge(with:)-(P)``.
    @inlinable
    public func merge<
        B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
    >(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
    where
        Failure == B.Failure, Output == B.Output, B.Failure == C.Failure, B.Output == C.Output,
        C.Failure == D.Failure, C.Output == D.Output, D.Failure == E.Failure, D.Output == E.Output,
        E.Failure == F.Failure, E.Output == F.Output, F.Failure == G.Failure, F.Output == G.Output,
        G.Failure == H.Failure, G.Output == H.Output
    {
        Publishers.Merge8(self, b, c, d, e, f, g, h)
    }
}

extension Publishers {
    /// A publisher that sends the values of two others as they come; see `merge(with:)`.
    @frozen
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that merges two others.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let node = _MergeNode(subscriber, count: 2)
            node.start()
            node.subscribe(to: a, 0)
            node.subscribe(to: b, 1)
        }
    }

    /// A publisher that sends the values of any number of others of one type as they come; see
    /// `merge(with:)`. Of none it finishes at once.
    @frozen
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers whose values are sent.
        public let publishers: [Upstream]

        /// Creates a publisher that merges others.
        @inlinable
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Creates a publisher that merges the elements of a sequence.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
            publishers = Array(upstream)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let node = _MergeNode(subscriber, count: publishers.count)
            node.start()
            for (index, publisher) in publishers.enumerated() { node.subscribe(to: publisher, index) }
        }

        /// Merges one publisher more.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}
