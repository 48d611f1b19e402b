extension Publisher {
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

extension Publishers {
    /// A publisher that sends on the values that satisfy a condition; see `filter(_:)`.
    @frozen
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are filtered.
        public let upstream: Upstream

        /// Says whether a value is sent on.
        public let isIncluded: (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if S._isUnlimited {
                upstream.subscribe(_FilterPassThrough(subscriber, Stage(isIncluded)))
            } else {
                upstream.subscribe(_FilterNode(subscriber, Stage(isIncluded)))
            }
        }

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy { Upstream._immediacy }

        @inlinable @inline(__always)
        public func _immediate() -> _Immediate<Output, Failure> {
            if Upstream._immediacy == .never { return .no }
            return upstream._immediate().map({ isIncluded($0) ? .value($0) : .empty }) { rest in
                Filter<AnyPublisher<Output, Failure>>(upstream: rest, isIncluded: isIncluded)._erased()
            }
        }
    }

    /// A publisher that sends on the values that satisfy a condition that may throw; see `tryFilter(_:)`.
    @frozen
    public struct TryFilter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are filtered.
        public let upstream: Upstream

        /// Says whether a value is sent on, or throws.
        public let isIncluded: (Upstream.Output) throws -> Bool

        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(_FilterNode(subscriber, Stage(isIncluded)))
        }
    }
}

// MARK: - Fusion: two conditions in a row are one

extension Publishers.Filter {
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        Publishers.Filter(upstream: upstream) { self.isIncluded($0) && isIncluded($0) }
    }

    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
    }

    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { try self.isIncluded($0) && isIncluded($0) }
    }
}

// MARK: - Inside

extension Publishers.Filter {
    @frozen @usableFromInline
    struct Stage: _FilterStage {
        @usableFromInline typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let isIncluded: (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        init(_ isIncluded: @escaping (Upstream.Output) -> Bool) { self.isIncluded = isIncluded }

        @usableFromInline static var name: String { "Filter" }

        @inlinable @inline(__always)
        mutating func receive(_ input: Upstream.Output) -> _Step<Upstream.Output, Upstream.Failure> {
            isIncluded(input) ? .next(input) : .skip
        }
    }
}

extension Publishers.TryFilter {
    @frozen @usableFromInline
    struct Stage: _ThrowingStage {
        @usableFromInline typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let isIncluded: (Upstream.Output) throws -> Bool

        @inlinable
        init(_ isIncluded: @escaping (Upstream.Output) throws -> Bool) { self.isIncluded = isIncluded }

        @usableFromInline static var name: String { "TryFilter" }

        @inlinable
        mutating func receive(_ input: Upstream.Output) -> _Step<Upstream.Output, any Error> {
            do { return try isIncluded(input) ? .next(input) : .skip } catch { return .fail(error) }
        }
    }
}
