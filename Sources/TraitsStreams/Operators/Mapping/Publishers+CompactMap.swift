extension Publisher {
    #if !StrictIsolation  // strict: sending
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
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
            Publishers.CompactMap(upstream: self, transform: transform)
        }
    #endif

    #if !StrictIsolation  // strict: sending, @MainActor
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
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter transform: makes a value of the new kind, or `nil` to leave the value out, or throws.
        @_disfavoredOverload
        @inlinable
        public func tryCompactMap<T>(
            _ transform: @escaping (Output) throws -> T?
        ) -> Publishers.TryCompactMap<Self, T> {
            Publishers.TryCompactMap(upstream: self, transform: transform)
        }
    #endif
}

extension Publishers {
    /// A publisher that transforms values and sends on the results that are not `nil`; see `compactMap(_:)`.
    @frozen
    public struct CompactMap<Upstream: Publisher, Output>: _StageOperator {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// Makes a value of the new kind, or `nil`.
        public let transform: (Upstream.Output) -> Output?

        /// Creates a publisher that transforms values and sends on the results that are not `nil`.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }
    }

    /// A publisher that transforms values with a closure that may throw, and sends on the results that are not `nil`; see `tryCompactMap(_:)`.
    @frozen
    public struct TryCompactMap<Upstream: Publisher, Output>: _StageOperator {
        public typealias Failure = any Error

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// Makes a value of the new kind, or `nil`, or throws.
        public let transform: (Upstream.Output) throws -> Output?

        /// Creates a publisher that transforms values with a closure that may throw, and sends on the results that are not `nil`.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }
    }
}

// MARK: - Fusion: two consecutive transformations become one

// With `StrictIsolation` there is none: the methods of all publishers check the closure.
#if !StrictIsolation
    extension Publishers.CompactMap {
        /// Adds a closure that may leave values out: the result is one ``Publishers/CompactMap`` with both,
        /// as in Combine.
        @inlinable
        public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T>
        {
            Publishers.CompactMap<Upstream, T>(upstream: upstream) { self.transform($0).flatMap(transform) }
        }

        /// Adds a closure: the result is one ``Publishers/CompactMap`` with both, as in Combine.
        @inlinable
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
            Publishers.CompactMap<Upstream, T>(upstream: upstream) { self.transform($0).map(transform) }
        }
    }

    extension Publishers.TryCompactMap {
        /// Adds a closure that may leave values out: the result is one ``Publishers/TryCompactMap`` with
        /// both, as in Combine.
        @inlinable
        public func compactMap<T>(
            _ transform: @escaping (Output) throws -> T?
        ) -> Publishers.TryCompactMap<Upstream, T> {
            Publishers.TryCompactMap<Upstream, T>(upstream: upstream) {
                try self.transform($0).flatMap(transform)
            }
        }
    }
#endif

// MARK: - Inside

extension Publishers.CompactMap {
    @inlinable @inline(__always)
    var _stage: _CompactMapStage<Upstream.Output, Output, Upstream.Failure> { .init(transform) }
}

/// The stage of ``Publishers/CompactMap``.
@frozen @usableFromInline
struct _CompactMapStage<Input, Output, Failure: Error>: OperatorStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline let transform: (Input) -> Output?

    @inlinable @inline(__always)
    init(_ transform: @escaping (Input) -> Output?) { self.transform = transform }

    @usableFromInline static var name: String { "CompactMap" }

    @usableFromInline typealias _PassesSubscription = _Yes

    @inlinable @inline(__always)
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output {
        if let output = transform(input) { downstream._receive(output, live: live) } else { .max(1) }
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure> {
        transform(input).map { .next($0) } ?? .skip
    }
}

extension Publishers.TryCompactMap {
    @inlinable
    var _stage: _TryCompactMapStage<Upstream.Output, Output, Upstream.Failure> { .init(transform) }
}

/// The stage of ``Publishers/TryCompactMap``.
@frozen @usableFromInline
struct _TryCompactMapStage<Input, Output, UpstreamFailure: Error>: _ThrowingStage {
    @usableFromInline let transform: (Input) throws -> Output?

    @inlinable
    init(_ transform: @escaping (Input) throws -> Output?) { self.transform = transform }

    @usableFromInline static var name: String { "TryCompactMap" }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Output, any Error> {
        do { return try transform(input).map { .next($0) } ?? .skip } catch { return .fail(error) }
    }
}
