extension Publisher {
    #if !StrictIsolation  // strict: sending
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
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }
    #endif

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends on the values that satisfy a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///        --1--2--3--|-->
        /// tryFilter { guard $0 < 3 else { throw e }; return $0 == 2 }
        ///        -----2--x----->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter isIncluded: says whether a value is sent on, or throws.
        @_disfavoredOverload
        @inlinable
        public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
            Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
        }
    #endif
}

extension Publishers {
    /// A publisher that sends on the values that satisfy a condition; see `filter(_:)`.
    @frozen
    public struct Filter<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are filtered.
        public let upstream: Upstream

        /// Says whether a value is sent on.
        public let isIncluded: (Upstream.Output) -> Bool

        /// Creates a publisher that sends on the values that satisfy a condition.
        @inlinable @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }
    }

    /// A publisher that sends on the values that satisfy a condition that may throw; see `tryFilter(_:)`.
    @frozen
    public struct TryFilter<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are filtered.
        public let upstream: Upstream

        /// Says whether a value is sent on, or throws.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// Creates a publisher that sends on the values that satisfy a condition that may throw.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }
    }
}

// MARK: - Fusion: two consecutive conditions become one

// With `StrictIsolation` there is none: the methods of all publishers check the closure.
#if !StrictIsolation
    extension Publishers.Filter {
        /// Adds a condition: the result is one ``Publishers/Filter`` with both, as in Combine.
        @inlinable
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
            Publishers.Filter(upstream: upstream) { self.isIncluded($0) && isIncluded($0) }
        }

        /// Adds a condition that may throw: the result is one ``Publishers/TryFilter`` with both, as in
        /// Combine.
        @inlinable
        public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
            -> Publishers.TryFilter<Upstream>
        {
            Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
        }
    }

    extension Publishers.TryFilter {
        /// Adds a condition: the result is one ``Publishers/TryFilter`` with both, as in Combine.
        @inlinable
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
            Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
        }

        /// Adds a condition that may throw: the result is one ``Publishers/TryFilter`` with both, as in
        /// Combine.
        @inlinable
        public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
            -> Publishers.TryFilter<Upstream>
        {
            Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
        }
    }
#endif

// MARK: - Inside

extension Publishers.Filter {
    @inlinable @inline(__always)
    var _stage: _FilterStage<Upstream.Output, Upstream.Failure> { .init(isIncluded) }
}

/// The stage of ``Publishers/Filter``.
@frozen @usableFromInline
struct _FilterStage<Input, Failure: Error>: OperatorStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline let isIncluded: (Input) -> Bool

    @inlinable @inline(__always)
    init(_ isIncluded: @escaping (Input) -> Bool) { self.isIncluded = isIncluded }

    @usableFromInline static var name: String { "Filter" }

    @usableFromInline typealias _PassesSubscription = _Yes

    @inlinable @inline(__always)
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Input {
        isIncluded(input) ? downstream._receive(input, live: live) : .max(1)
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
        isIncluded(input) ? .next(input) : .skip
    }
}

extension Publishers.TryFilter {
    @inlinable
    var _stage: _TryFilterStage<Upstream.Output, Upstream.Failure> { .init(isIncluded) }
}

/// The stage of ``Publishers/TryFilter``.
@frozen @usableFromInline
struct _TryFilterStage<Input, UpstreamFailure: Error>: _ThrowingStage {
    @usableFromInline let isIncluded: (Input) throws -> Bool

    @inlinable
    init(_ isIncluded: @escaping (Input) throws -> Bool) { self.isIncluded = isIncluded }

    @usableFromInline static var name: String { "TryFilter" }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Input, any Error> {
        do { return try isIncluded(input) ? .next(input) : .skip } catch { return .fail(error) }
    }
}
