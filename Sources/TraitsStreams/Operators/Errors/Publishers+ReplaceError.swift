extension Publisher {
    /// Sends a given value in place of a failure, and finishes.
    ///
    /// ```
    ///                       --1--2--x-->
    /// replaceError(with: 0)
    ///                       --1--2--0|->
    /// ```
    ///
    /// - Demand: passes through. If all of it is used up when upstream fails, the value waits for a request.
    /// - Failure: never.
    ///
    /// ```swift
    /// struct Offline: Error {}
    /// Fail<Int, Offline>(error: Offline()).replaceError(with: 0)      // 0
    /// ```
    ///
    /// - Parameter output: the value to send in place of a failure.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// A publisher that sends a value in place of the failure of another; see `replaceError(with:)`.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The value to send in place of a failure.
        public let output: Upstream.Output

        /// The publisher whose failure is replaced.
        public let upstream: Upstream

        /// Creates a publisher that sends a value in place of the failure of another.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        var _stage: _ReplaceErrorStage<Output, Upstream.Failure> { _ReplaceErrorStage(output) }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceError: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// MARK: - Inside

/// The stage of ``Publishers/ReplaceError``.
@frozen @usableFromInline
struct _ReplaceErrorStage<Output, UpstreamFailure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias Failure = Never
    @usableFromInline typealias _NeverEnds = _Yes

    @usableFromInline let replacement: Output

    @inlinable
    init(_ replacement: Output) { self.replacement = replacement }

    @usableFromInline static var name: String { "ReplaceError" }
    @inlinable @inline(__always) static var _counting: _Counting { .replacesFailure }
    @inlinable @inline(__always) static var _earlyEvents: _EarlyEvents { .areIgnored }

    @inlinable
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Never> {
        .finished
    }

    @inlinable
    func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output? {
        if case .failure = completion { replacement } else { nil }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }
}
