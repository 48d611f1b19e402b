extension Publisher {
    /// Sends the newest values of this publisher and another, whenever one of them sends.
    ///
    /// ```
    ///                --1-----2--------|-->
    ///                -----a-----b--|----->
    /// combineLatest  -----1a-2a-2b----|-->
    /// ```
    ///
    /// Nothing is sent until each has sent a value.
    ///
    /// - Demand: what is requested is requested of each publisher; what the subscriber returns for a pair
    ///   counts for each of them too. A value that comes without demand is only remembered.
    /// - Failure: the first failure ends all, and cancels the other publisher.
    /// - Completion: when both have finished, even if one of them never sent a value.
    /// - Threads: a pair is sent wherever the newest value comes from; one pair at a time. A value that comes
    ///   while a pair is being sent on the same thread is handled when that is done.
    /// - Cancellation: cancels both publishers.
    ///
    /// ```swift
    /// let name = CurrentValueSubject<String, Never>("Ann")
    /// let age = CurrentValueSubject<Int, Never>(41)
    /// let cancellable = name.combineLatest(age).sink { print($0, $1) }      // Ann 41
    /// age.send(42)                                                          // Ann 42
    /// ```
    ///
    /// - Parameter other: the publisher to combine with.
    @inlinable
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where Failure == P.Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Transforms each pair of values of this publisher and another publisher;
    /// otherwise like ``combineLatest(_:)``.
    ///
    /// ```swift
    /// let width = CurrentValueSubject<Int, Never>(3), height = CurrentValueSubject<Int, Never>(4)
    /// let area = width.combineLatest(height) { $0 * $1 }      // kept up to date
    /// ```
    ///
    /// - Parameters:
    ///   - other: the publisher to combine with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
    where Failure == P.Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }

    /// Sends the newest values of this publisher and two other publishers; otherwise like ``combineLatest(_:)``.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
        -> Publishers.CombineLatest3<Self, P, Q>
    where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// Transforms each row of three of values of this publisher and two other publishers;
    /// otherwise like ``combineLatest(_:)``.
    ///
    /// - Parameters:
    ///   - publisher1: a publisher to combine with.
    ///   - publisher2: a publisher to combine with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where Failure == P.Failure, P.Failure == Q.Failure {
        combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Sends the newest values of this publisher and three other publishers; otherwise like ``combineLatest(_:)``.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }

    /// Transforms each row of four of values of this publisher and three other publishers;
    /// otherwise like ``combineLatest(_:)``.
    ///
    /// - Parameters:
    ///   - publisher1: a publisher to combine with.
    ///   - publisher2: a publisher to combine with.
    ///   - publisher3: a publisher to combine with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// A publisher that sends the newest values of two others; see `combineLatest`.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that combines two others.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Row = _Row2<A.Output, B.Output>
            let node = _RowNode<_LatestSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            node.start()
        }
    }

    /// A publisher that sends the newest values of three others; see `combineLatest`.
    @frozen
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Creates a publisher that combines three others.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Row = _Row3<A.Output, B.Output, C.Output>
            let node = _RowNode<_LatestSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            c.subscribe(node.side(_PlaceC.self))
            node.start()
        }
    }

    /// A publisher that sends the newest values of four others; see `combineLatest`.
    @frozen
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// The fourth publisher.
        public let d: D

        /// Creates a publisher that combines four others.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Row = _Row4<A.Output, B.Output, C.Output, D.Output>
            let node = _RowNode<_LatestSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            c.subscribe(node.side(_PlaceC.self))
            d.subscribe(node.side(_PlaceD.self))
            node.start()
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.CombineLatest: Sendable where A: Sendable, B: Sendable {}
extension Publishers.CombineLatest3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.CombineLatest4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
