extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Combines all values into one, sent when upstream finishes.
        ///
        /// ```
        ///          --1--2--3--|-->
        /// reduce(0, +)
        ///          -----------6|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through, and no result is sent.
        /// - Complexity: constant memory.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.reduce(0, +)      // 6
        /// ```
        ///
        /// - Parameters:
        ///   - initialResult: the result so far before the first value; the result if there is none.
        ///   - nextPartialResult: makes the next result so far from the last one and a value.
        @inlinable
        public func reduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
        ) -> Publishers.Reduce<Self, T> {
            Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Combines all values into one with a closure that may throw, which makes the stream fail.
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameters:
        ///   - initialResult: the result so far before the first value; the result if there is none.
        ///   - nextPartialResult: makes the next result so far from the last one and a value, or throws.
        @inlinable
        public func tryReduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
        ) -> Publishers.TryReduce<Self, T> {
            Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
        }
    #endif
}

extension Publishers {
    /// A publisher that combines all values of another into one; see `reduce(_:_:)`.
    @frozen
    public struct Reduce<Upstream: Publisher, Output>: _ReductionOperator {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are combined.
        public let upstream: Upstream

        /// The result so far before the first value.
        public let initial: Output

        /// Makes the next result so far.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Creates a publisher that combines all values of another into one.
        @inlinable
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        var _reduction: _FoldReduction<Upstream.Output, Output, _Plain<Upstream.Failure>> {
            .init(initial, nextPartialResult)
        }
    }

    /// A publisher that combines all values of another into one, or fails; see `tryReduce(_:_:)`.
    @frozen
    public struct TryReduce<Upstream: Publisher, Output>: _ReductionOperator {
        public typealias Failure = any Error

        /// The publisher whose values are combined.
        public let upstream: Upstream

        /// The result so far before the first value.
        public let initial: Output

        /// Makes the next result so far, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Creates a publisher that combines all values of another into one, or fails.
        @inlinable
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        var _reduction: _FoldReduction<Upstream.Output, Output, _Throwing<Upstream.Failure>> {
            .init(initial, nextPartialResult)
        }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _FoldReduction<Input, Output, Twin: _Twin>: _TwinReduction {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let start: Output
    @usableFromInline let partial: _Cell<Output>
    @usableFromInline let next: (Output, Input) throws -> Output

    @inlinable
    init(_ initial: Output, _ next: @escaping (Output, Input) throws -> Output) {
        start = initial
        partial = _Cell(initial)
        self.next = next
    }

    @usableFromInline static var name: String { Twin.name("Reduce", "TryReduce") }

    @inlinable
    var _initial: Output? { start }

    @inlinable
    func result() -> Output? { partial.value }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Twin.Failure> {
        do {
            _replace(&partial.value, with: try next(partial.value, input))
        } catch {
            return .fail(Twin.thrown(error))
        }
        return .more
    }
}
