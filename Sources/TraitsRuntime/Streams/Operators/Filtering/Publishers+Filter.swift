extension Publisher {
    #if !StrictIsolation
        /// Sends on the values that satisfy a condition.
        ///
        /// ```
        ///        --1--2--3--4--|-->
        /// filter { $0 % 2 == 0 }
        ///        -----2-----4--|-->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends.
        ///
        /// ```swift
        /// [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }     // 2, 4
        /// ```
        ///
        /// - Parameter isIncluded: says whether a value is sent on.
        @inlinable @inline(__always)
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }
    #endif

    /// Sends on the values that satisfy a condition that may throw, which makes the stream fail.
    ///
    /// ```
    ///        --1--2--3--|-->
    /// tryFilter { guard $0 < 3 else { throw e }; return $0 == 2 }
    ///        -----2--x----->
    /// ```
    ///
    /// - Demand: a value left out is replaced by asking upstream for one more.
    /// - Failure: what the closure throws, after cancelling upstream; or upstream's.
    ///
    /// - Parameter isIncluded: says whether a value is sent on, or throws.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

// MARK: - Fusion: two conditions, one after the other, are one

extension Publishers.Filter {
    #if !StrictIsolation
        @inlinable
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
            Publishers.Filter(upstream: upstream) { self.isIncluded($0) && isIncluded($0) }
        }
    #endif

    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    #if !StrictIsolation
        @inlinable
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
            Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
        }
    #endif

    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
    }
}

// MARK: - Inside

// `Publishers.Filter` and `Publishers.TryFilter` themselves are written by Templates/Twins.mustache.

extension Publishers.Filter {
    @inlinable @inline(__always)
    public var _stage: _Stage { _Stage(isIncluded) }

    @frozen
    public struct _Stage: _FilterStage {
        public typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let isIncluded: (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        init(_ isIncluded: @escaping (Upstream.Output) -> Bool) { self.isIncluded = isIncluded }

        public static var name: String { "Filter" }

        @inlinable @inline(__always)
        public static var isStateless: Bool { true }

        @inlinable @inline(__always)
        public func pass(
            _ input: Upstream.Output, to downstream: (Upstream.Output) -> Subscribers.Demand
        ) -> Subscribers.Demand {
            isIncluded(input) ? downstream(input) : .max(1)
        }

        @inlinable @inline(__always)
        public mutating func receive(_ input: Upstream.Output) -> _Step<Upstream.Output, Upstream.Failure> {
            isIncluded(input) ? .next(input) : .skip
        }
    }
}

extension Publishers.TryFilter {
    @inlinable
    public var _stage: _Stage { _Stage(isIncluded) }

    @frozen
    public struct _Stage: _ThrowingStage {
        public typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let isIncluded: (Upstream.Output) throws -> Bool

        @inlinable
        init(_ isIncluded: @escaping (Upstream.Output) throws -> Bool) { self.isIncluded = isIncluded }

        public static var name: String { "TryFilter" }

        @inlinable
        public mutating func receive(_ input: Upstream.Output) -> _Step<Upstream.Output, any Error> {
            do { return try isIncluded(input) ? .next(input) : .skip } catch { return .fail(error) }
        }
    }
}
