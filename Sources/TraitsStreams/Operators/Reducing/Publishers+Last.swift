extension Publisher {
    /// Sends on the last value, when upstream finishes.
    ///
    /// ```
    ///        --1--2--3--|-->
    /// last()
    ///        -----------3|->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through, and no value is sent.
    /// - Complexity: remembers one value.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.last()      // 3
    /// ```
    @inlinable
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends on the last value that satisfies a condition, when upstream finishes.
        ///
        /// ```
        ///             --1--2--3--|-->
        /// last(where: { $0 < 3 })
        ///             -----------2|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through, and no value is sent.
        /// - Complexity: remembers one value.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.last(where: { $0 < 3 })      // 2
        /// ```
        ///
        /// - Parameter predicate: says whether a value counts.
        @inlinable
        public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
            Publishers.LastWhere(upstream: self, predicate: predicate)
        }

        /// Sends on the last value that satisfies a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///                --1--2--3--|-->
        /// tryLast(where: { guard $0 < 3 else { throw e }; return true })
        ///                --------x----->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter predicate: says whether a value counts, or throws.
        @inlinable
        public func tryLast(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryLastWhere<Self> {
            Publishers.TryLastWhere(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher of the last value of another that satisfies a condition; see `last(where:)`.
    @frozen
    public struct LastWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value counts.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher of the last value of another that satisfies a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _PickWhereReduction<Upstream.Output, _Plain<Upstream.Failure>, _PickLast> {
            .init(predicate)
        }
    }

    /// A publisher of the last value of another that satisfies a condition that may throw; see `tryLast(where:)`.
    @frozen
    public struct TryLastWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value counts, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher of the last value of another that satisfies a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _PickWhereReduction<Upstream.Output, _Throwing<Upstream.Failure>, _PickLast> {
            .init(predicate)
        }
    }
}

extension Publishers {
    /// A publisher of the last value of another; see `last()`.
    @frozen
    public struct Last<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Creates a publisher of the last value of another.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        var _reduction: _PickReduction<Upstream.Output, Upstream.Failure, _PickLast> { .init() }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
extension Publishers.Last: Sendable where Upstream: Sendable {}
