extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Combines each value with the result so far, and sends on each result.
        ///
        /// ```
        ///            --1--2--3--|-->
        /// scan(0, +)
        ///            --1--3--6--|-->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Complexity: remembers one result.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.scan(0, +)      // 1, 3, 6
        /// ```
        ///
        /// - Parameters:
        ///   - initialResult: the result so far before the first value.
        ///   - nextPartialResult: makes the next result from the last one and a value.
        @_disfavoredOverload
        @inlinable
        public func scan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
        ) -> Publishers.Scan<Self, T> {
            Publishers.Scan(
                upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Combines each value with the result so far by a closure that may throw, which makes the stream fail,
        /// and sends on each result.
        ///
        /// ```
        ///         --1--2--3--|-->
        /// tryScan(0) { guard $1 < 3 else { throw e }; return $0 + $1 }
        ///         --1--3--x----->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Complexity: remembers one result.
        ///
        /// - Parameters:
        ///   - initialResult: the result so far before the first value.
        ///   - nextPartialResult: makes the next result from the last one and a value, or throws.
        @_disfavoredOverload
        @inlinable
        public func tryScan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
        ) -> Publishers.TryScan<Self, T> {
            Publishers.TryScan(
                upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }
    #endif
}

extension Publishers {
    /// A publisher of the results of combining values one after the other; see `scan(_:_:)`.
    @frozen
    public struct Scan<Upstream: Publisher, Output>: _ImmediateOperator {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are combined.
        public let upstream: Upstream

        /// The result so far before the first value.
        public let initialResult: Output

        /// Makes the next result.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Creates a publisher of the results of combining values one after the other.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }
    }

    /// A publisher of the results of combining values one after the other, or of a failure; see `tryScan(_:_:)`.
    @frozen
    public struct TryScan<Upstream: Publisher, Output>: _FilterOperator {
        public typealias Failure = any Error

        /// The publisher whose values are combined.
        public let upstream: Upstream

        /// The result so far before the first value.
        public let initialResult: Output

        /// Makes the next result, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Creates a publisher of the results of combining values one after the other, or of a failure.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }
    }
}

// MARK: - Inside

extension Publishers.Scan {
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(_ScanSubscriber(subscriber, initialResult, nextPartialResult))
    }

    @inlinable
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        return answer.map({ .value(nextPartialResult(initialResult, $0)) }) { rest in
            _rest(
                Publishers.Scan(
                    upstream: rest, initialResult: initialResult, nextPartialResult: nextPartialResult))
        }
    }
}

/// The subscriber of ``Publishers/Scan``. It never ends by itself, so it hands upstream's subscription through. It is an
/// object, since it remembers the result so far.
@usableFromInline
final class _ScanSubscriber<Input, Output, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Output {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let next: (Output, Input) -> Output
    @usableFromInline @exclusivity(unchecked) var result: Output

    @inlinable
    init(_ downstream: Downstream, _ initial: Output, _ next: @escaping (Output, Input) -> Output) {
        self.downstream = downstream
        self.next = next
        result = initial
    }

    @usableFromInline var description: String { "Scan" }

    @usableFromInline var customMirror: Mirror {
        Mirror(self, children: [("downstream", downstream as Any), ("result", result as Any)])
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        let result = next(result, input)
        _replace(&self.result, with: result)
        return downstream.receive(result)
    }
}

extension Publishers.TryScan {
    @inlinable
    var _stage: _TryScanStage<Upstream.Output, Output, Upstream.Failure> {
        .init(initialResult, nextPartialResult)
    }
}

/// The stage of ``Publishers/TryScan``.
@frozen @usableFromInline
struct _TryScanStage<Input, Output, UpstreamFailure: Error>: _ThrowingStage {
    @usableFromInline let result: _Cell<Output>
    @usableFromInline let next: (Output, Input) throws -> Output

    @inlinable
    init(_ initial: Output, _ next: @escaping (Output, Input) throws -> Output) {
        result = _Cell(initial)
        self.next = next
    }

    @usableFromInline static var name: String { "TryScan" }

    @inlinable @inline(__always)
    static var earlyEvents: _EarlyEvents { .valuesPass }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Output, any Error> {
        do {
            let output = try next(result.value, input)
            _replace(&result.value, with: output)
            return .next(output)
        } catch {
            return .fail(error)
        }
    }

    @usableFromInline func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        [("downstream", downstream), ("status", status), ("result", result.value)]
    }
}
