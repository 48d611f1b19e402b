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
    public struct Scan<Upstream: Publisher, Output>: _StageOperator {
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
    public struct TryScan<Upstream: Publisher, Output>: _StageOperator {
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
    var _stage: _ScanStage<Upstream.Output, Output, _Plain<Upstream.Failure>> {
        .init(initialResult, nextPartialResult)
    }
}

extension Publishers.TryScan {
    @inlinable
    var _stage: _ScanStage<Upstream.Output, Output, _Throwing<Upstream.Failure>> {
        .init(initialResult, nextPartialResult)
    }
}

/// The stage of ``Publishers/Scan`` and ``Publishers/TryScan``.
@frozen @usableFromInline
struct _ScanStage<Input, Output, Twin: _Twin>: _TwinStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure
    @usableFromInline typealias _PassesSubscription = Twin._NeverThrows

    @usableFromInline let result: _Cell<Output>
    @usableFromInline let next: (Output, Input) throws -> Output

    @inlinable
    init(_ initial: Output, _ next: @escaping (Output, Input) throws -> Output) {
        result = _Cell(initial)
        self.next = next
    }

    @usableFromInline static var name: String { Twin.name("Scan", "TryScan") }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { .valuesPass }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Output, Twin.Failure> {
        do {
            let output = try next(result.value, input)
            _replace(&result.value, with: output)
            return .next(output)
        } catch {
            return .fail(Twin.thrown(error))
        }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        var children: [Mirror.Child] = [("downstream", downstream)]
        if let status { children.append(("status", status)) }
        return children + [("result", result.value)]
    }
}
