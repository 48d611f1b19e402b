extension Publisher {
    #if !StrictIsolation
        /// Transforms each value with a closure and sends on the results that are not `nil`.
        ///
        /// ```
        ///            --"1"--"b"--"3"--|-->
        /// compactMap { Int($0) }
        ///            --1---------3----|-->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends.
        ///
        /// ```swift
        /// ["1", "b", "3"].publisher.compactMap { Int($0) }      // 1, 3
        /// ```
        ///
        /// - Parameter transform: makes a value of the new kind, or `nil` to leave the value out.
        @inlinable @inline(__always)
        public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
            Publishers.CompactMap(upstream: self, transform: transform)
        }
    #endif

    /// Transforms each value with a closure that may throw, which makes the stream fail, and sends on the
    /// results that are not `nil`.
    ///
    /// ```
    ///            --1--2--3--|-->
    /// tryCompactMap { guard $0 < 3 else { throw e }; return $0 == 2 ? $0 : nil }
    ///            -----2--x----->
    /// ```
    ///
    /// - Demand: a value left out is replaced by asking upstream for one more.
    /// - Failure: what the closure throws, after cancelling upstream; or upstream's.
    ///
    /// - Parameter transform: makes a value of the new kind, or `nil` to leave the value out, or throws.
    @inlinable
    public func tryCompactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

// MARK: - Fusion: two transformations, one after the other, are one

extension Publishers.CompactMap {
    #if !StrictIsolation
        @inlinable
        public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T>
        {
            Publishers.CompactMap<Upstream, T>(upstream: upstream) { self.transform($0).flatMap(transform) }
        }
    #endif

    #if !StrictIsolation
        @inlinable
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
            Publishers.CompactMap<Upstream, T>(upstream: upstream) { self.transform($0).map(transform) }
        }
    #endif
}

extension Publishers.TryCompactMap {
    #if !StrictIsolation
        @inlinable
        public func compactMap<T>(
            _ transform: @escaping (Output) throws -> T?
        ) -> Publishers.TryCompactMap<Upstream, T> {
            Publishers.TryCompactMap<Upstream, T>(upstream: upstream) {
                try self.transform($0).flatMap(transform)
            }
        }
    #endif
}

// MARK: - Inside

// `Publishers.CompactMap` and `Publishers.TryCompactMap` themselves are written by Templates/Twins.mustache.

extension Publishers.CompactMap {
    @inlinable @inline(__always)
    public var _stage: _Stage { _Stage(transform) }

    @frozen
    public struct _Stage: _FilterStage {
        public typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let transform: (Upstream.Output) -> Output?

        @inlinable @inline(__always)
        init(_ transform: @escaping (Upstream.Output) -> Output?) {
            self.transform = transform
        }

        public static var name: String { "CompactMap" }

        @inlinable @inline(__always)
        public static var isStateless: Bool { true }

        @inlinable @inline(__always)
        public func pass(
            _ input: Upstream.Output, to downstream: (Output) -> Subscribers.Demand
        ) -> Subscribers.Demand {
            if let output = transform(input) { downstream(output) } else { .max(1) }
        }

        @inlinable @inline(__always)
        public mutating func receive(_ input: Upstream.Output) -> _Step<Output, Upstream.Failure> {
            transform(input).map { .next($0) } ?? .skip
        }
    }
}

extension Publishers.TryCompactMap {
    @inlinable
    public var _stage: _Stage { _Stage(transform) }

    @frozen
    public struct _Stage: _ThrowingStage {
        public typealias UpstreamFailure = Upstream.Failure
        @usableFromInline let transform: (Upstream.Output) throws -> Output?

        @inlinable
        init(_ transform: @escaping (Upstream.Output) throws -> Output?) {
            self.transform = transform
        }

        public static var name: String { "TryCompactMap" }

        @inlinable
        public mutating func receive(_ input: Upstream.Output) -> _Step<Output, any Error> {
            do { return try transform(input).map { .next($0) } ?? .skip } catch { return .fail(error) }
        }
    }
}
