extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Turns a failure into a failure of another kind.
        ///
        /// ```
        ///               --1--2--x(a)-->
        /// mapError { f($0) }
        ///               --1--2--x(b)-->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: the closure's result for upstream's failure.
        /// - Threads: the closure runs wherever upstream fails.
        ///
        /// ```swift
        /// struct Offline: Error {}
        /// struct Wrapped: Error { var inner: any Error }
        /// Fail<Int, Offline>(error: Offline()).mapError { Wrapped(inner: $0) }
        /// ```
        ///
        /// - Parameter transform: makes the new failure.
        @inlinable
        public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E>
        {
            Publishers.MapError(upstream: self, transform: transform)
        }
    #endif
}

extension Publishers {
    /// A publisher that changes the kind of another's failure; see `mapError(_:)`.
    @frozen
    public struct MapError<Upstream: Publisher, Failure: Error>: _StageOperator {
        public typealias Output = Upstream.Output

        /// The publisher whose failure is turned into another.
        public let upstream: Upstream

        /// Makes the new failure.
        public let transform: (Upstream.Failure) -> Failure

        /// Creates a publisher that changes the kind of another's failure.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Creates a publisher that changes the kind of another's failure, without a label for the closure.
        @inlinable
        @_disfavoredOverload  // a trailing closure may be either
        public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure) {
            self.init(upstream: upstream, transform: transform)
        }
    }
}

// MARK: - Inside

extension Publishers.MapError {
    @inlinable @inline(__always)
    var _stage: _MapErrorStage<Upstream.Output, Upstream.Failure, Failure> { .init(transform) }
}

/// The stage of ``Publishers/MapError``.
@frozen @usableFromInline
struct _MapErrorStage<Output, UpstreamFailure: Error, Failure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias _PassesSubscription = _Yes

    @usableFromInline let transform: (UpstreamFailure) -> Failure

    @inlinable @inline(__always)
    init(_ transform: @escaping (UpstreamFailure) -> Failure) { self.transform = transform }

    @usableFromInline static var name: String { "MapError" }

    @inlinable
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
    {
        switch completion {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
