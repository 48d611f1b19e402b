extension Publisher {
    /// Pairs the values of this publisher with those of another, first with first, second with second.
    ///
    /// ```
    ///      --1-----2--3-----|-->
    ///      -----a--------b----->
    /// zip  -----1a-------2b--|->     the third value never finds a partner
    /// ```
    ///
    /// - Demand: what is requested is requested of each publisher; what the subscriber returns for a pair
    ///   counts for each of them too. A value without a partner is kept.
    /// - Failure: the first failure ends all, and cancels the other publisher.
    /// - Completion: when a publisher has finished and all its values are paired; the other is cancelled.
    /// - Threads: a pair is sent wherever its second half comes from; one pair at a time. A value that comes
    ///   while a pair is being sent on the same thread is handled when that is done.
    /// - Cancellation: cancels both publishers.
    /// - Complexity: constant time for a value; memory linear in how far one publisher runs ahead.
    ///
    /// ```swift
    /// let cancellable = [1, 2, 3].publisher
    ///     .zip(["a", "b"].publisher)
    ///     .sink { print($0, $1) }      // 1 a, 2 b
    /// ```
    ///
    /// - Parameter other: the publisher to pair with.
    @inlinable
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
    where Failure == P.Failure {
        Publishers.Zip(self, other)
    }

    /// Transforms each pair of values of this publisher and another publisher; otherwise like ``zip(_:)``.
    ///
    /// ```swift
    /// [1, 2].publisher.zip([10, 20].publisher) { $0 + $1 }      // 11, 22
    /// ```
    ///
    /// - Parameters:
    ///   - other: the publisher to pair with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func zip<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
    where Failure == P.Failure {
        zip(other).map { transform($0.0, $0.1) }
    }

    /// Makes rows of the values of this publisher and two other publishers; otherwise like ``zip(_:)``.
    @inlinable
    public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
        -> Publishers.Zip3<Self, P, Q>
    where Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Transforms each row of three of values of this publisher and two other publishers;
    /// otherwise like ``zip(_:)``.
    ///
    /// - Parameters:
    ///   - publisher1: a publisher to pair with.
    ///   - publisher2: a publisher to pair with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
    where Failure == P.Failure, P.Failure == Q.Failure {
        zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Makes rows of the values of this publisher and three other publishers; otherwise like ``zip(_:)``.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Zip4<Self, P, Q, R>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3)
    }

    /// Transforms each row of four of values of this publisher and three other publishers;
    /// otherwise like ``zip(_:)``.
    ///
    /// - Parameters:
    ///   - publisher1: a publisher to pair with.
    ///   - publisher2: a publisher to pair with.
    ///   - publisher3: a publisher to pair with.
    ///   - transform: makes a value of the new kind from the values of each publisher.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
        zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// A publisher that pairs the values of two others; see `zip`.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that zips two others.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Row = _Row2<A.Output, B.Output>
            let node = _RowNode<_ZipSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            node.start()
        }
    }

    /// A publisher that makes rows of the values of three others; see `zip`.
    @frozen
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Creates a publisher that zips three others.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Row = _Row3<A.Output, B.Output, C.Output>
            let node = _RowNode<_ZipSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            c.subscribe(node.side(_PlaceC.self))
            node.start()
        }
    }

    /// A publisher that makes rows of the values of four others; see `zip`.
    @frozen
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

        /// Creates a publisher that zips four others.
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
            let node = _RowNode<_ZipSlots<Row>, S>(subscriber)
            a.subscribe(node.side(_PlaceA.self))
            b.subscribe(node.side(_PlaceB.self))
            c.subscribe(node.side(_PlaceC.self))
            d.subscribe(node.side(_PlaceD.self))
            node.start()
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Zip: Sendable where A: Sendable, B: Sendable {}
extension Publishers.Zip3: Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.Zip4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
