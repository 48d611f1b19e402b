extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Transforms each value with a closure.
        ///
        /// ```
        ///        --1--2--3--|-->
        /// map { $0 * 10 }
        ///        --10-20-30-|-->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.map { $0 * 10 }       // 10, 20, 30
        /// ```
        ///
        /// - Parameter transform: makes a value of the new kind from each value.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
            Publishers.Map(upstream: self, transform: transform)
        }
    #endif

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Transforms each value with a closure that may throw, which makes the stream fail.
        ///
        /// ```
        ///           --1--2--3--|-->
        /// tryMap { guard $0 < 3 else { throw e }; return $0 }
        ///           --1--2--x----->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Threads: the closure runs wherever upstream sends.
        ///
        /// - Parameter transform: makes a value of the new kind from each value, or throws.
        @_disfavoredOverload
        @inlinable
        public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
            Publishers.TryMap(upstream: self, transform: transform)
        }
    #endif
}

extension Publishers {
    /// A publisher that transforms each value of another; see `map(_:)`.
    @frozen
    public struct Map<Upstream: Publisher, Output>: _StageOperator {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// The closure that transforms each value.
        public let transform: (Upstream.Output) -> Output

        /// Creates a publisher that transforms each value of another.
        @inlinable @inline(__always)
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }
    }

    /// A publisher that transforms each value of another with a closure that may throw; see `tryMap(_:)`.
    @frozen
    public struct TryMap<Upstream: Publisher, Output>: _StageOperator {
        public typealias Failure = any Error

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// The closure that transforms each value, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Creates a publisher that transforms each value of another with a closure that may throw.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }
    }
}

// MARK: - Fusion: two consecutive transformations become one

// With `StrictIsolation` there is none: the methods of all publishers check the closure.
#if !StrictIsolation
    extension Publishers.Map {
        /// Adds a closure: the result is one ``Publishers/Map`` with both, as in Combine.
        @inlinable
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
            Publishers.Map<Upstream, T>(upstream: upstream) { transform(self.transform($0)) }
        }

        /// Adds a closure that may throw: the result is one ``Publishers/TryMap`` with both, as in Combine.
        @inlinable
        public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
            Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(self.transform($0)) }
        }
    }

    extension Publishers.TryMap {
        /// Adds a closure: the result is one ``Publishers/TryMap`` with both, as in Combine.
        @inlinable
        public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
            Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(self.transform($0)) }
        }

        /// Adds a closure that may throw: the result is one ``Publishers/TryMap`` with both, as in Combine.
        @inlinable
        public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
            Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(self.transform($0)) }
        }
    }
#endif

// MARK: - Inside

extension Publishers.Map {
    @inlinable @inline(__always)
    var _stage: _MapStage<Upstream.Output, Output, Upstream.Failure> { .init(transform) }
}

/// The stage of ``Publishers/Map``.
@frozen @usableFromInline
struct _MapStage<Input, Output, Failure: Error>: OperatorStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _PassesSubscription = _Yes

    @usableFromInline let transform: (Input) -> Output

    @inlinable @inline(__always)
    init(_ transform: @escaping (Input) -> Output) { self.transform = transform }

    @usableFromInline static var name: String { "Map" }

    @inlinable @inline(__always)
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output {
        downstream._receive(transform(input), live: live)
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Output, Failure> { .next(transform(input)) }
}

extension Publishers.TryMap {
    @inlinable
    var _stage: _TryMapStage<Upstream.Output, Output, Upstream.Failure> { .init(transform) }
}

/// The stage of ``Publishers/TryMap``.
@frozen @usableFromInline
struct _TryMapStage<Input, Output, UpstreamFailure: Error>: _ThrowingStage {
    @usableFromInline let transform: (Input) throws -> Output

    @inlinable
    init(_ transform: @escaping (Input) throws -> Output) { self.transform = transform }

    @usableFromInline static var name: String { "TryMap" }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { .valuesPass }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Output, any Error> {
        do { return .next(try transform(input)) } catch { return .fail(error) }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }
}
