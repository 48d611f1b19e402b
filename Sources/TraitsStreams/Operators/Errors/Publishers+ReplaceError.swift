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
    public struct ReplaceError<Upstream: Publisher>: _NodePublisher, _ImmediateOperator {
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
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Never {
            let machine = _ReplaceErrorMachine<Output, Upstream.Failure>(output)
            _SequentialNode(downstream, machine).run(first: upstream)
        }

        @inlinable
        public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Never> {
            return answer.mapFailure({ _ in .value(output) }) { rest in
                _rest(
                    ReplaceError<AnyPublisher<Output, Upstream.Failure>>(
                        upstream: rest, output: output))
            }
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceError: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// MARK: - Inside

/// The machine of ``Publishers/ReplaceError``, which follows a failure with the replacement.
@frozen @usableFromInline
struct _ReplaceErrorMachine<Output, FirstFailure: Error>: _SequentialMachine {
    @usableFromInline let replacement: Output

    @inlinable
    init(_ replacement: Output) { self.replacement = replacement }

    @usableFromInline static var name: String { "ReplaceError" }
    @inlinable @inline(__always) static var succession: _Succession { .rescue }

    @inlinable
    mutating func on(first completion: Subscribers.Completion<FirstFailure>) -> _Following<Just<Output>> {
        switch completion {
        case .finished: .end(.finished)
        case .failure: .next(Just(replacement))
        }
    }

    @inlinable
    mutating func on(_ completion: Subscribers.Completion<Never>) -> _Following<Just<Output>> {
        .end(.finished)
    }
}
