extension Publisher {
    /// Sends the values of this publisher, then those of another.
    ///
    /// ```
    ///         --1--2--|
    ///                 --a--b--|-->
    /// append  --1--2----a--b--|-->
    /// ```
    ///
    /// The other publisher is subscribed to when this one has finished, and not at all if it fails.
    ///
    /// - Demand: passes through; what this publisher hasn't met is asked of the other.
    /// - Failure: a failure of either ends all.
    /// - Threads: values are sent wherever the publishers send.
    /// - Cancellation: cancels the one that runs.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.append([3].publisher).sink { print($0) }      // 1, 2, 3
    /// ```
    ///
    /// - Parameter publisher: the publisher that follows.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Sends the values of this publisher, then the given ones; otherwise like ``append(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = Just(1).append(2, 3).sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Sends the values of this publisher, then the elements of a sequence; otherwise like
    /// ``append(_:)-(P)``.
    @inlinable
    public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher, then those of this one.
    ///
    /// ```
    ///                   --1--2--|-->
    ///          --a--b--|
    /// prepend  --a--b----1--2--|-->
    /// ```
    ///
    /// This publisher is subscribed to when the other has finished, and not at all if that fails. Demand,
    /// failure, threads and cancellation are those of ``append(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.prepend([0].publisher).sink { print($0) }      // 0, 1, 2
    /// ```
    ///
    /// - Parameter publisher: the publisher that goes before.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends the given values, then those of this publisher; otherwise like ``prepend(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = Just(3).prepend(1, 2).sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Sends the elements of a sequence, then the values of this publisher; otherwise like
    /// ``prepend(_:)-(P)``.
    @inlinable
    public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

extension Publishers {
    /// A publisher that sends the values of one publisher, then those of another; see `append(_:)`.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        public typealias Output = Suffix.Output
        public typealias Failure = Suffix.Failure

        /// The publisher whose values come first.
        public let prefix: Prefix

        /// The publisher whose values follow.
        public let suffix: Suffix

        /// Creates a publisher that sends the values of one publisher, then those of another.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Inner(subscriber, suffix).start(prefix)
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

extension Publishers.Concatenate {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SuccessionNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        /// What follows; released when it has been subscribed to.
        @usableFromInline @exclusivity(unchecked) var suffix: Suffix?

        @inlinable
        init(_ downstream: Downstream, _ suffix: Suffix) {
            self.suffix = suffix
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.cancelled()
                }
            }
        }

        @usableFromInline override var description: String { "Concatenate" }

        @inlinable
        func start(_ prefix: Prefix) {
            prefix.subscribe(
                _SuccessionSide<Downstream, Failure>(self, 0) { node, completion, phase in
                    unsafeDowncast(node, to: Inner<Downstream>.self).prefixEnded(completion)
                })
        }

        @inlinable
        func prefixEnded(_ completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .failure:
                finish(completion, in: 0)
            case .finished:
                guard advance(from: 0), let suffix else { return }
                self.suffix = nil
                suffix.subscribe(_SuccessionSide(last: self, 1))
            }
        }
    }
}
