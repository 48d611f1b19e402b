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
    public struct ReplaceError<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
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
            upstream.subscribe(_ReplaceErrorNode(downstream, output))
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Never> {
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

/// The subscriber and subscription of ``Publishers/ReplaceError``.
@usableFromInline
final class _ReplaceErrorNode<Input, Failure: Error, Downstream: Subscriber>: _ResultNode<Downstream>,
    _StreamNode
where Downstream.Input == Input, Downstream.Failure == Never {
    @usableFromInline let replacement: Input
    /// The unmet demand, guarded by `lock`. Not used if downstream asks for everything.
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    /// Upstream has failed, guarded by `lock`: the next request is for the replacement.
    @usableFromInline @exclusivity(unchecked) var hasFailed = false

    @inlinable
    init(_ downstream: Downstream, _ replacement: Input) {
        self.replacement = replacement
        super.init(downstream, _handled(by: _ReplaceErrorNode<Input, Failure, Downstream>.self))
    }

    @usableFromInline override var description: String { "ReplaceError" }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        self.demand += demand
        let hasFailed = hasFailed
        lock.unlock()
        if hasFailed { asked() } else { requestUpstream(demand) }
    }

    @inlinable
    func cancelled() {
        if !isAwaiting { cancelResult() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        if Downstream._asksForAll { return downstream.receive(input) }
        lock.lock()
        let isWanted = demand > .none
        if isWanted { demand -= 1 }
        lock.unlock()
        if !isWanted { refuse(.surplusValue) }
        let more = downstream.receive(input)
        if more > .none {
            lock.lock()
            demand += more
            lock.unlock()
        }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        guard case .failure = completion else { return close(.finished) }
        lock.lock()
        hasFailed = true
        let isAsked = demand > .none
        lock.unlock()
        if isAsked { asked() }
        finish(with: replacement)
    }
}
