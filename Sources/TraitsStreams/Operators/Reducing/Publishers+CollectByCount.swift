extension Publisher {
    /// Sends values in arrays of a fixed size.
    ///
    /// ```
    ///            --1--2--3--|-->
    /// collect(2)
    ///            -----[1, 2]--[3]|->
    /// ```
    ///
    /// - Demand: for each array that downstream asks for, upstream is asked for `count` values.
    /// - Failure: passes through; values not sent yet are lost.
    /// - Completion: the remaining values are sent as a shorter array, without waiting for a request.
    /// - Complexity: remembers fewer than `count` values.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.collect(2)      // [1, 2], [3]
    /// ```
    ///
    /// - Parameter count: how many values an array has.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// A publisher of the values of another in arrays of a fixed size; see `collect(_:)`.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: _StageOperator {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are collected.
        public let upstream: Upstream

        /// The number of values in an array.
        public let count: Int

        /// Creates a publisher of the values of another in arrays of a fixed size.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        var _stage: _CollectStage<Upstream.Output, Failure> { _CollectStage(count) }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The stage of ``Publishers/CollectByCount``.
@frozen @usableFromInline
struct _CollectStage<Input, Failure: Error>: OperatorStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _NeverEnds = _Yes

    @usableFromInline let _number: Int
    @usableFromInline var buffer: [Input] = []

    @inlinable
    init(_ count: Int) { _number = count }

    @usableFromInline static var name: String { "CollectByCount" }
    @inlinable @inline(__always) static var _counting: _Counting { .putsTogether }
    @inlinable @inline(__always) static var _earlyEvents: _EarlyEvents { .completionPasses }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> OperatorStep<[Input], Failure> {
        buffer.append(input)
        guard buffer.count == _number else { return .skip }
        let values = buffer
        buffer = []
        // One array was filled, so the next may well be, too: it gets its memory in one piece.
        buffer.reserveCapacity(_number)
        return .next(values)
    }

    @inlinable
    func _last(_ completion: Subscribers.Completion<Failure>) -> [Input]? {
        if case .finished = completion, !buffer.isEmpty { buffer } else { nil }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        [
            ("downstream", downstream), ("upstreamSubscription", status?.subscription as Any),
            ("buffer", buffer), ("count", _number),
        ]
    }
}
