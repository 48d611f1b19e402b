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
    public struct MapError<Upstream: Publisher, Failure: Error>: _ImmediateOperator {
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

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(_MapErrorSubscriber(consume subscriber, transform))
        }

        @inlinable
        public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
            return answer.mapFailure({ .failure(transform($0)) }) { rest in
                _rest(
                    MapError<AnyPublisher<Output, Upstream.Failure>, Failure>(
                        upstream: rest, transform: transform))
            }
        }
    }
}

// MARK: - Inside

/// The subscriber of ``Publishers/MapError``.
@frozen @usableFromInline
struct _MapErrorSubscriber<Input, Failure: Error, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Input {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Failure) -> Downstream.Failure

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ transform: @escaping (Failure) -> Downstream.Failure) {
        self.downstream = downstream
        self.transform = transform
    }

    @usableFromInline var description: String { "MapError" }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(transform(error)))
        }
    }
}
