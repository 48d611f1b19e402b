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
    /// - Complexity: constant work for a value and constant stack, also in a chain of any number of these,
    ///   nested in one another on either side.
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
            if let splice = subscriber._splice {
                splice.insert(splice.node, prefix._erased(), suffix._erased())
            } else {
                Inner(subscriber, prefix, suffix).startNext()
            }
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

extension Publishers.Concatenate {
    /// Each part is a phase. A part that turns out to be a concatenation itself doesn't nest: its parts take
    /// its place in the list.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SuccessionNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        // Under `lock`; each part is let go of when it has been subscribed to.
        @usableFromInline @exclusivity(unchecked) var prefix: Prefix?
        @usableFromInline @exclusivity(unchecked) var suffix: Suffix?
        /// The parts of the part that was started last, the next one last.
        @usableFromInline @exclusivity(unchecked) var inserted: [AnyPublisher<Output, Failure>] = []

        @inlinable
        init(_ downstream: Downstream, _ prefix: Prefix, _ suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel:
                    me.cancelled()
                    me.dropParts()
                }
            }
        }

        @usableFromInline override var description: String { "Concatenate" }

        /// Starts the next part. Parts that end at once run in a loop, once there are many inside each other.
        @inlinable
        func startNext() { nest(32) { subscribeNext() } }

        @inlinable
        func subscribeNext() {
            lock.lock()
            let phase = phase
            let part = inserted.popLast()
            let first = part == nil ? prefix : nil
            let last = part == nil && first == nil ? suffix : nil
            if first != nil { prefix = nil }
            if last != nil { suffix = nil }
            lock.unlock()
            if phase < 0 { return }
            let side = _SuccessionSide<Downstream, Failure>(
                self, phase,
                onInsert: { node, first, second in
                    unsafeDowncast(node, to: Inner<Downstream>.self).insert(first, second)
                }
            ) { node, completion, phase in
                unsafeDowncast(node, to: Inner<Downstream>.self).ended(completion, in: phase)
            }
            part?.subscribe(side)
            first?.subscribe(side)
            last?.subscribe(side)
        }

        @inlinable
        func insert(_ first: AnyPublisher<Output, Failure>, _ second: AnyPublisher<Output, Failure>) {
            lock.lock()
            inserted.append(second)
            inserted.append(first)
            lock.unlock()
            startNext()
        }

        @inlinable
        func ended(_ completion: Subscribers.Completion<Failure>, in phase: Int) {
            lock.lock()
            let isLast = inserted.isEmpty && suffix == nil
            lock.unlock()
            if case .finished = completion, !isLast {
                if advance(from: phase) { startNext() }
            } else {
                finish(completion, in: phase)
                if isOver { dropParts() }
            }
        }

        @inlinable
        func dropParts() {
            lock.lock()
            let parts = (prefix, suffix, inserted)
            prefix = nil
            suffix = nil
            inserted = []
            lock.unlock()
            withExtendedLifetime(parts) {}
        }
    }
}
