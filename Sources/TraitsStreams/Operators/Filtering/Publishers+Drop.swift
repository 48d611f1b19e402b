extension Publisher {
    /// Leaves out a number of values at the beginning.
    ///
    /// ```
    ///              --1--2--3--|-->
    /// dropFirst(2)
    ///              --------3--|-->
    /// ```
    ///
    /// - Demand: passes through; at the start, upstream is asked for `count` values more.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.dropFirst()      // 2, 3
    /// ```
    ///
    /// - Parameter count: how many values to leave out.
    /// - Precondition: `count` is not negative.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}

extension Publishers {
    /// A publisher that leaves out the first values of another; see `dropFirst(_:)`.
    @frozen
    public struct Drop<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose first values are left out.
        public let upstream: Upstream

        /// The number of values to leave out.
        public let count: Int

        /// Creates a publisher that leaves out the first values of another.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        var _stage: _DropStage<Output, Failure> { _DropStage(count) }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The stage of ``Publishers/Drop``.
@frozen @usableFromInline
struct _DropStage<Output, Failure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _NeverEnds = _Yes

    /// The number of values that are still left out.
    @usableFromInline var _number: Int

    @inlinable
    init(_ count: Int) {
        precondition(count >= 0, "a number of values to leave out can't be negative")
        _number = count
    }

    @usableFromInline static var name: String { "Drop" }
    @inlinable @inline(__always) static var _counting: _Counting { .leavesOutFirst }
    @inlinable @inline(__always) static var _earlyEvents: _EarlyEvents { .pass }

    @inlinable @inline(__always)
    mutating func receive(_ input: Output) -> OperatorStep<Output, Failure> {
        if _number == 0 { return .next(input) }
        _number &-= 1
        return .skip
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }
}
