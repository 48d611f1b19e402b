extension Publisher where Output: Comparable {
    /// Sends the smallest value, when upstream finishes; the first of several.
    ///
    /// ```
    ///       --2--1--3--|-->
    /// min()
    ///       -----------1|->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through, and no value is sent.
    /// - Complexity: remembers one value.
    ///
    /// ```swift
    /// [2, 1, 3].publisher.min()      // 1
    /// ```
    @inlinable
    public func min() -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: >)
    }

    /// Sends the largest value, when upstream finishes; the first of several.
    ///
    /// ```
    ///       --2--3--1--|-->
    /// max()
    ///       -----------3|->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through, and no value is sent.
    /// - Complexity: remembers one value.
    ///
    /// ```swift
    /// [2, 3, 1].publisher.max()      // 3
    /// ```
    @inlinable
    public func max() -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: <)
    }
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends the smallest value by a custom order, when upstream finishes; the first of several.
        ///
        /// ```
        ///     --"bb"--"a"--"ccc"--|-->
        /// min { $0.count < $1.count }
        ///     --------------------"a"|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through, and no value is sent.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter areInIncreasingOrder: says whether its first argument comes before its second.
        @inlinable
        public func min(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
        }

        /// Sends the smallest value by an order that may throw, which makes the stream fail.
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter areInIncreasingOrder: says whether its first argument comes before its second, or throws.
        @inlinable
        public func tryMin(
            by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryComparison<Self> {
            Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
        }

        /// Sends the largest value by a custom order, when upstream finishes; the first of several.
        ///
        /// ```
        ///     --"bb"--"ccc"--"a"--|-->
        /// max { $0.count < $1.count }
        ///     --------------------"ccc"|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through, and no value is sent.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter areInIncreasingOrder: says whether its first argument comes before its second.
        @inlinable
        public func max(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
        }

        /// Sends the largest value by an order that may throw, which makes the stream fail.
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter areInIncreasingOrder: says whether its first argument comes before its second, or throws.
        @inlinable
        public func tryMax(
            by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryComparison<Self> {
            Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
        }
    #endif
}

extension Publishers {
    /// A publisher of the value of another that comes last in an order; see `max(by:)`.
    @frozen
    public struct Comparison<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether its first argument comes before its second.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        /// Creates a publisher of the value of another that comes last in an order.
        @inlinable
        public init(
            upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable
        var _reduction: _ComparisonReduction<Upstream.Output, _Plain<Upstream.Failure>> {
            .init(areInIncreasingOrder)
        }
    }

    /// A publisher of the value of another that comes last in an order that may throw; see `tryMax(by:)`.
    @frozen
    public struct TryComparison<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether its first argument comes before its second, or throws.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Creates a publisher of the value of another that comes last in an order that may throw.
        @inlinable
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable
        var _reduction: _ComparisonReduction<Upstream.Output, _Throwing<Upstream.Failure>> {
            .init(areInIncreasingOrder)
        }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _ComparisonReduction<Input, Twin: _Twin>: _TwinReduction {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let comesBefore: (Input, Input) throws -> Bool
    @usableFromInline let best = _Cell<Input?>(nil)

    @inlinable
    init(_ comesBefore: @escaping (Input, Input) throws -> Bool) { self.comesBefore = comesBefore }

    @usableFromInline static var name: String { Twin.name("Comparison", "TryComparison") }

    @inlinable
    func result() -> Input? { best.value }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Twin.Failure> {
        do {
            if let best = best.value, try !comesBefore(best, input) { return .more }
        } catch {
            return .fail(Twin.thrown(error))
        }
        _replace(&best.value, with: input)
        return .more
    }
}
