extension Publisher {
    /// Goes on with another publisher if this one finishes without a value.
    ///
    /// ```
    ///                          --|
    /// other                    ---o|
    /// ifEmpty(switchTo: other) -----o|
    ///
    ///                          --o|
    /// ifEmpty(switchTo: other) --o|
    /// ```
    ///
    /// With a single to switch to, a maybe becomes a single.
    ///
    /// - Demand: what this publisher hasn't met is asked of the other.
    /// - Failure: of whichever runs.
    /// - Threads: the other publisher is subscribed to wherever this one finishes.
    /// - Cancellation: cancels the one that runs.
    ///
    /// ```swift
    /// let cached = AnyMaybePublisher<String, Never>.empty()
    /// let name = cached.ifEmpty(switchTo: Just("nobody")).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter other: made when this publisher has finished without a value.
    @_disfavoredOverload
    public func ifEmpty<Other: Publisher>(switchTo other: @autoclosure @escaping () -> Other)
        -> TraitPublishers.SwitchIfEmpty<Self, Other>
    where Other.Output == Output, Other.Failure == Failure {
        TraitPublishers.SwitchIfEmpty(upstream: self, other: other)
    }

    /// Sends a value if this publisher finishes without one; a maybe becomes a single.
    ///
    /// ```
    ///                     --|
    /// ifEmpty(default: 0) --0|
    /// ```
    ///
    /// The same as `replaceEmpty(with:)`, but that the value is made when it is needed. For the rest see
    /// ``ifEmpty(switchTo:)``.
    ///
    /// ```swift
    /// let name = AnyMaybePublisher<String, Never>.empty()
    ///     .ifEmpty(default: "nobody")
    ///     .eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter value: made when this publisher has finished without a value.
    @_disfavoredOverload
    public func ifEmpty(default value: @autoclosure @escaping () -> Output)
        -> TraitPublishers.SwitchIfEmpty<Self, Result<Output, Failure>.Publisher>
    {
        TraitPublishers.SwitchIfEmpty(upstream: self) { Result<Output, Failure>.Publisher(value()) }
    }
}

extension TraitPublishers {
    /// A publisher that goes on with another if the first is empty; see `ifEmpty(switchTo:)`.
    public struct SwitchIfEmpty<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Output == Other.Output, Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that may be empty.
        public let upstream: Upstream
        /// Makes the publisher that replaces it.
        public let other: () -> Other

        /// Creates a publisher that goes on with another if the first is empty.
        public init(upstream: Upstream, other: @escaping () -> Other) {
            self.upstream = upstream
            self.other = other
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(First(node: Inner(subscriber, other)))
        }
    }
}

extension TraitPublishers.SwitchIfEmpty {
    private final class Inner<Downstream: Subscriber>: _SuccessionNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let other: () -> Other
        /// Belongs to upstream, whose calls never overlap.
        var isEmpty = true

        init(_ downstream: Downstream, _ other: @escaping () -> Other) {
            self.other = other
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.cancelled()
                }
            }
        }

        override var description: String { "SwitchIfEmpty" }

        func upstreamEnded(_ completion: Subscribers.Completion<Failure>) {
            guard case .finished = completion, isEmpty else { return finish(completion, in: 0) }
            if advance(from: 0) { other().subscribe(_SuccessionSide<Downstream, Failure>(last: self, 1)) }
        }
    }

    /// The subscriber of the publisher that may be empty.
    private struct First<Downstream: Subscriber>: Subscriber, _Described
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let node: Inner<Downstream>

        var description: String { node.description }
        var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }
        static var _isUnlimited: Bool { Downstream._isUnlimited }

        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }
        func _receive(node subscription: _Node) { node.connected(subscription, in: 0) }
        func receive(completion: Subscribers.Completion<Failure>) { node.upstreamEnded(completion) }

        func receive(_ input: Output) -> Subscribers.Demand {
            node.isEmpty = false
            return node.receive(input, in: 0)
        }
    }
}
