import Synchronization

extension Publishers.FlatMap {
    /// Upstream sends at most one value and downstream asks for everything: there is one child, which sends
    /// straight to downstream. No buffer, no list and no delivery lock; all else as in ``Outer``.
    ///
    /// `word` counts upstream and the child that still run; `flag` is 1 once all is over. `lock` guards the two
    /// subscriptions.
    @usableFromInline
    final class Relay<Downstream: Subscriber>: _Node
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let downstream: Downstream
        @usableFromInline let transform: (Upstream.Output) -> NewPublisher
        @usableFromInline @exclusivity(unchecked) var upstream: _Node?
        @usableFromInline @exclusivity(unchecked) var child: _Node?
        /// For upstream's deliveries alone.
        @usableFromInline @exclusivity(unchecked) var hasChild = false

        @inlinable
        init(_ downstream: Downstream, _ transform: @escaping (Upstream.Output) -> NewPublisher) {
            self.downstream = downstream
            self.transform = transform
            super.init { node, operation in
                guard case .cancel = operation else { return }
                _ = unsafeDowncast(node, to: Relay<Downstream>.self).close()
            }
            word.store(1, ordering: .relaxed)
        }

        @usableFromInline override var description: String { "FlatMap" }

        @inlinable @inline(__always)
        var isOver: Bool { flag.load(ordering: .relaxed) != 0 }

        @inlinable
        func attachUpstream(_ node: _Node) {
            lock.lock()
            let isExpected = upstream == nil && !isOver
            if isExpected { upstream = node }
            lock.unlock()
            if isExpected { node.request(.unlimited) } else { node.cancel() }
        }

        @inlinable
        func attachChild(_ node: _Node) {
            lock.lock()
            let isExpected = child == nil && !isOver
            if isExpected { child = node }
            lock.unlock()
            if isExpected { node.request(.unlimited) } else { node.cancel() }
        }

        @inlinable
        func start(_ value: Upstream.Output) {
            if isOver || hasChild { return }
            hasChild = true
            let child = transform(value)
            if NewPublisher._immediacy == .never { return start(child) }
            switch child._immediate() {
            case .value(let value):
                // It runs until its value has been sent: an end that upstream sends inside waits for that.
                word.add(1, ordering: .relaxed)
                if !isOver { _ = downstream.receive(value) }
                completed(.finished)
            case .empty: break
            case .failure(let error): end(.failure(error))
            case .then(let rest): start(rest)
            case .no: start(child)
            }
        }

        @inlinable
        func start<P: Publisher>(_ child: P) where P.Output == Output, P.Failure == Failure {
            word.add(1, ordering: .relaxed)
            child.receive(subscriber: Inside(self))
        }

        @inlinable
        func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
            lock.lock()
            let node = upstream
            upstream = nil
            lock.unlock()
            withExtendedLifetime(node) { completed(completion) }
        }

        @inlinable
        func childCompleted(_ completion: Subscribers.Completion<Failure>) {
            lock.lock()
            let node = child
            child = nil
            lock.unlock()
            withExtendedLifetime(node) { completed(completion) }
        }

        @inlinable
        func completed(_ completion: Subscribers.Completion<Failure>) {
            if case .finished = completion,
                word.subtract(1, ordering: .acquiringAndReleasing).newValue != 0
            {
                return
            }
            end(completion)
        }

        /// Ends all: what still runs is cancelled, then downstream is told.
        @inlinable
        func end(_ completion: Subscribers.Completion<Failure>) {
            if close() { downstream.receive(completion: completion) }
        }

        /// - Returns: whether this call is the one that ended it.
        @inlinable
        func close() -> Bool {
            guard flag.exchange(1, ordering: .acquiringAndReleasing) == 0 else { return false }
            lock.lock()
            let nodes = (child, upstream)
            child = nil
            upstream = nil
            lock.unlock()
            nodes.0?.cancel()
            nodes.1?.cancel()
            return true
        }
    }
}

extension Publishers.FlatMap.Relay {
    /// The subscriber of upstream.
    @frozen @usableFromInline
    struct Outside: Subscriber, _Described {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure
        @usableFromInline let relay: Publishers.FlatMap<NewPublisher, Upstream>.Relay<Downstream>

        @inlinable
        init(_ relay: Publishers.FlatMap<NewPublisher, Upstream>.Relay<Downstream>) { self.relay = relay }

        @usableFromInline var description: String { "FlatMap" }
        @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(relay) }
        @inlinable @inline(__always) static var _isUnlimited: Bool { true }

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) { relay.attachUpstream(node) }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            relay.start(input)
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            relay.upstreamCompleted(completion)
        }
    }

    /// The subscriber of the child.
    @frozen @usableFromInline
    struct Inside: Subscriber, _Described {
        @usableFromInline typealias Input = NewPublisher.Output
        @usableFromInline typealias Failure = Upstream.Failure
        @usableFromInline let relay: Publishers.FlatMap<NewPublisher, Upstream>.Relay<Downstream>

        @inlinable
        init(_ relay: Publishers.FlatMap<NewPublisher, Upstream>.Relay<Downstream>) { self.relay = relay }

        @usableFromInline var description: String { "FlatMap" }
        @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(relay) }
        @inlinable @inline(__always) static var _isUnlimited: Bool { true }

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) { relay.attachChild(node) }

        @inlinable
        func receive(_ input: NewPublisher.Output) -> Subscribers.Demand {
            if !relay.isOver { _ = relay.downstream.receive(input) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            relay.childCompleted(completion)
        }
    }
}
