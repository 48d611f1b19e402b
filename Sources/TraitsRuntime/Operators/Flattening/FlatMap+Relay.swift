import Synchronization

extension Publishers.FlatMap {
    /// Upstream sends at most one value and downstream asks for everything: there is one child, which sends
    /// straight to downstream. No buffer, no index and no delivery lock.
    ///
    /// `flag` is 1 once all is over; `word` is 1 once there is a child. `lock` guards `current`, which is
    /// upstream's subscription and later the child's.
    @usableFromInline
    final class Relay<Downstream: Subscriber>: _Node
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let downstream: Downstream
        @usableFromInline let transform: (Upstream.Output) -> NewPublisher
        @usableFromInline @exclusivity(unchecked) var current: _Node?

        @inlinable
        init(_ downstream: Downstream, _ transform: @escaping (Upstream.Output) -> NewPublisher) {
            self.downstream = downstream
            self.transform = transform
            super.init { node, operation in
                guard case .cancel = operation else { return }
                let me = unsafeDowncast(node, to: Relay<Downstream>.self)
                if me.end() { me.takeCurrent()?.cancel() }
            }
        }

        @usableFromInline override var description: String { "FlatMap" }

        @inlinable @inline(__always)
        var isOver: Bool { flag.load(ordering: .relaxed) != 0 }

        /// - Returns: whether this call is the one that ended it.
        @inlinable
        func end() -> Bool { flag.exchange(1, ordering: .acquiringAndReleasing) == 0 }

        @inlinable
        func takeCurrent() -> _Node? {
            lock.lock()
            defer { lock.unlock() }
            let node = current
            current = nil
            return node
        }

        @inlinable
        func attach(_ node: _Node) {
            lock.lock()
            let previous = current
            current = node
            lock.unlock()
            withExtendedLifetime(previous) {}
            if flag.load(ordering: .acquiring) != 0 {
                takeCurrent()?.cancel()
            } else {
                node.request(.unlimited)
            }
        }

        @inlinable
        func finish(_ completion: Subscribers.Completion<Failure>) {
            guard end() else { return }
            withExtendedLifetime(takeCurrent()) {}
            downstream.receive(completion: completion)
        }

        @inlinable
        func start(_ value: Upstream.Output) {
            if isOver || word.load(ordering: .relaxed) != 0 { return }
            word.store(1, ordering: .relaxed)
            let child = transform(value)
            if NewPublisher._immediacy != .never {
                switch child._immediate() {
                case .value(let value):
                    if !isOver { _ = downstream.receive(value) }
                    return finish(.finished)
                case .empty: return finish(.finished)
                case .failure(let error): return finish(.failure(error))
                case .then(let rest): return rest.receive(subscriber: Inside(self))
                case .no: break
                }
            }
            child.receive(subscriber: Inside(self))
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
        func receive(subscription: any Subscription) { relay.attach(.wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) { relay.attach(node) }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            relay.start(input)
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            // With a child running, the end of the child is the end; a single's completion changes nothing.
            if case .finished = completion, relay.word.load(ordering: .relaxed) != 0 { return }
            relay.finish(completion)
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
        func receive(subscription: any Subscription) { relay.attach(.wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) { relay.attach(node) }

        @inlinable
        func receive(_ input: NewPublisher.Output) -> Subscribers.Demand {
            if !relay.isOver { _ = relay.downstream.receive(input) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) { relay.finish(completion) }
    }
}
