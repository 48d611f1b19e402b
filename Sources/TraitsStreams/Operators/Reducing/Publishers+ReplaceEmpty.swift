extension Publisher {
    /// Sends a given value if the publisher finishes without one.
    ///
    /// ```
    ///                       -----|-->
    /// replaceEmpty(with: 0)
    ///                       -----0|->
    /// ```
    ///
    /// - Demand: passes through, and upstream is also asked for everything. Values that downstream hasn't asked for wait for a
    ///   request, and so does the replacement.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// Empty<Int, Never>().replaceEmpty(with: 0)      // 0
    /// ```
    ///
    /// - Parameter output: the value to send if there is none.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// A publisher that sends a value if another finishes without one; see `replaceEmpty(with:)`.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The value to send if there is none.
        public let output: Upstream.Output

        /// The publisher that may finish without a value.
        public let upstream: Upstream

        /// Creates a publisher that sends a value if another finishes without one.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        var _stage: _ReplaceEmptyStage<Output, Failure> { _ReplaceEmptyStage(output) }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// MARK: - Inside

/// The stage of ``Publishers/ReplaceEmpty``. It asks upstream for everything, as in Combine: otherwise it wouldn't notice an empty
/// upstream while downstream asks for nothing.
@frozen @usableFromInline
struct _ReplaceEmptyStage<Output, Failure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Failure

    @usableFromInline let replacement: Output
    @usableFromInline var isEmpty = true

    @inlinable
    init(_ replacement: Output) { self.replacement = replacement }

    @usableFromInline static var name: String { "ReplaceEmpty" }
    @inlinable @inline(__always) static var _counting: _Counting { .asksForAll }
    @inlinable @inline(__always) static var _earlyEvents: _EarlyEvents { .areIgnored }

    @inlinable @inline(__always)
    mutating func receive(_ input: Output) -> OperatorStep<Output, Failure> {
        isEmpty = false
        return .next(input)
    }

    @inlinable
    func _last(_ completion: Subscribers.Completion<Failure>) -> Output? {
        if case .finished = completion, isEmpty { replacement } else { nil }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }
}
