extension Publisher {
    /// Sends a given value if the publisher finishes without one.
    ///
    /// ```
    ///                       -----|-->
    /// replaceEmpty(with: 0)
    ///                       -----0|->
    /// ```
    ///
    /// - Demand: passes through. If nothing was asked for when upstream finishes, the value waits for a
    ///   request.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// Empty<Int, Never>().replaceEmpty(with: 0)      // 0
    /// ```
    ///
    /// - Parameter output: what to send if there is no value.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// A publisher that sends a value if another finishes without one; see `replaceEmpty(with:)`.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// What to send if there is no value.
        public let output: Upstream.Output

        /// The publisher that may finish without a value.
        public let upstream: Upstream

        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(Inner(downstream, output))
        }

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy { Upstream._immediacy }

        @inlinable
        public func _immediate() -> _Immediate<Output, Failure> {
            if Upstream._immediacy == .never { return .no }
            let answer = upstream._immediate()
            if case .empty = answer { return .value(output) }
            return answer.map({ .value($0) }) { rest in
                AnyPublisher(
                    _boxing: ReplaceEmpty<AnyPublisher<Output, Failure>>(upstream: rest, output: output))
            }
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

// MARK: - Inside

extension Publishers.ReplaceEmpty {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _ResultNode<Downstream>, _StreamNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let replacement: Output
        @usableFromInline @exclusivity(unchecked) var isEmpty = true

        @inlinable
        init(_ downstream: Downstream, _ replacement: Output) {
            self.replacement = replacement
            super.init(downstream, _handled(by: Inner<Downstream>.self))
        }

        @usableFromInline override var description: String { "ReplaceEmpty" }

        @inlinable @inline(__always)
        static var acceptsZeroDemand: Bool { false }

        @inlinable
        func requested(_ demand: Subscribers.Demand) {
            // Either the replacement waits for this, or upstream is still there to be asked.
            asked()
            requestUpstream(demand)
        }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            guard isConnected else { return .none }
            isEmpty = false
            return downstream.receive(input)
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            guard disconnect() else { return }
            if isEmpty, case .finished = completion { finish(with: replacement) } else { close(completion) }
        }
    }
}
