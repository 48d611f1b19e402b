import Synchronization

extension Publisher {
    /// Leaves out a number of values at the beginning.
    ///
    /// ```
    ///              --1--2--3--|-->
    /// dropFirst(2)
    ///              --------3--|-->
    /// ```
    ///
    /// - Demand: passes through; at the start, upstream is asked for `count` values more.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.dropFirst()      // 2, 3
    /// ```
    ///
    /// - Parameter count: how many values to leave out.
    /// - Precondition: `count` is not negative.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}

extension Publishers {
    /// A publisher that leaves out the first values of another; see `dropFirst(_:)`.
    @frozen
    public struct Drop<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose first values are left out.
        public let upstream: Upstream

        /// The number of values to leave out.
        public let count: Int

        /// Creates a publisher that leaves out the first values of another.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Downstream has its subscription before upstream is subscribed to, so that its first demand and the number of values
        /// to leave out reach upstream as one request.
        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            precondition(count >= 0, "a number of values to leave out can't be negative")
            let inner = _DropNode(downstream, count)
            downstream._receive(node: inner)
            upstream.subscribe(inner)
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
            precondition(count >= 0, "a number of values to leave out can't be negative")
            return answer.map({ count == 0 ? .value($0) : .empty }) { rest in
                _rest(Drop<AnyPublisher<Output, Failure>>(upstream: rest, count: count))
            }
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The subscriber and subscription of ``Publishers/Drop``.
@usableFromInline
final class _DropNode<Input, Downstream: Subscriber>: _UpstreamNode, _StreamNode
where Downstream.Input == Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var toSkip: Int
    /// The demand before there was an upstream, and the number of values to leave out; guarded by `lock`.
    @usableFromInline @exclusivity(unchecked) var pending: Subscribers.Demand

    @inlinable
    init(_ downstream: Downstream, _ count: Int) {
        self.downstream = downstream
        toSkip = count
        pending = .max(count)
        super.init(_handled(by: _DropNode<Input, Downstream>.self))
    }

    @usableFromInline override var description: String { "Drop" }

    @inlinable
    func _receive(node: _Node) {
        lock.lock()
        guard isAwaiting else {
            lock.unlock()
            return node.cancel()
        }
        upstream = node
        connection = .connected
        let demand = pending
        lock.unlock()
        if demand > .none { node.request(demand) }
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        let node = upstream
        if node == nil { pending += demand }
        lock.unlock()
        node?.request(demand)
    }

    @inlinable
    func cancelled() {
        cancelUpstream()
        downstream._release()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if toSkip > 0 {
            toSkip &-= 1
            return .none
        }
        return isOver ? .none : downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        // Downstream has a subscription even if upstream never sent one, so it may complete.
        if isOver { return }
        _ = takeUpstream()
        downstream.receive(completion: completion)
    }
}
