extension Publisher {
    /// Sends on the first value and finishes.
    ///
    /// ```
    ///         --1--2--3--|-->
    /// first()
    ///         --1|---------->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through if it comes before the first value.
    /// - Cancellation: upstream is cancelled by its first value, before that is sent on.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.first()      // 1
    /// ```
    @inlinable
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends on the first value that satisfies a condition, and finishes.
        ///
        /// ```
        ///              --1--2--3--|-->
        /// first(where: { $0 > 1 })
        ///              -----2|------->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through if it comes before such a value.
        /// - Cancellation: upstream is cancelled by the value, before that is sent on.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.first(where: { $0 > 1 })      // 2
        /// ```
        ///
        /// - Parameter predicate: says whether a value satisfies the condition.
        @inlinable
        public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
            Publishers.FirstWhere(upstream: self, predicate: predicate)
        }

        /// Sends on the first value that satisfies a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///                 --1--2--3--|-->
        /// tryFirst(where: { guard $0 < 2 else { throw e }; return false })
        ///                 -----x-------->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter predicate: says whether a value satisfies the condition, or throws.
        @inlinable
        public func tryFirst(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryFirstWhere<Self> {
            Publishers.TryFirstWhere(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher of the first value of another that satisfies a condition; see `first(where:)`.
    @frozen
    public struct FirstWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is the one.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher of the first value of another that satisfies a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _PickWhereReduction<Upstream.Output, _Plain<Upstream.Failure>, _PickFirst> {
            .init(predicate)
        }
    }

    /// A publisher of the first value of another that satisfies a condition that may throw; see `tryFirst(where:)`.
    @frozen
    public struct TryFirstWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is the one, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher of the first value of another that satisfies a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _PickWhereReduction<Upstream.Output, _Throwing<Upstream.Failure>, _PickFirst> {
            .init(predicate)
        }
    }
}

extension Publishers {
    /// A publisher of the first value of another; see `first()`.
    @frozen
    public struct First<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Creates a publisher of the first value of another.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        var _reduction: _PickReduction<Upstream.Output, Upstream.Failure, _PickFirst> { .init() }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
extension Publishers.First: Sendable where Upstream: Sendable {}
