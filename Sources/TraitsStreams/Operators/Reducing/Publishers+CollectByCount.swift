import Synchronization

extension Publisher {
    /// Sends values in arrays of a fixed size.
    ///
    /// ```
    ///            --1--2--3--|-->
    /// collect(2)
    ///            -----[1, 2]--[3]|->
    /// ```
    ///
    /// - Demand: for each array that downstream asks for, upstream is asked for `count` values.
    /// - Failure: passes through; values not sent yet are lost.
    /// - Completion: the remaining values are sent as a shorter array, without waiting for a request.
    /// - Complexity: remembers fewer than `count` values.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.collect(2)      // [1, 2], [3]
    /// ```
    ///
    /// - Parameter count: how many values an array has.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// A publisher of the values of another in arrays of a fixed size; see `collect(_:)`.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are collected.
        public let upstream: Upstream

        /// The number of values in an array.
        public let count: Int

        /// Creates a publisher of the values of another in arrays of a fixed size.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_CollectNode(downstream, count))
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
            return answer.map({ .value([$0]) }) { rest in
                _rest(
                    CollectByCount<AnyPublisher<Upstream.Output, Failure>>(
                        upstream: rest, count: count))
            }
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

// MARK: - Inside

/// The subscriber and subscription of ``Publishers/CollectByCount``.
@usableFromInline
final class _CollectNode<Input, Downstream: Subscriber>: _UpstreamNode, _StreamNode, _CancellableNode
where Downstream.Input == [Input] {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let count: Int
    /// Under `lock`, if downstream may keep this node: then the call that cancels releases the buffer.
    @usableFromInline @exclusivity(unchecked) var buffer: [Input] = []

    @inlinable
    init(_ downstream: Downstream, _ count: Int) {
        self.downstream = downstream
        self.count = count
        super.init(_handled(by: _CollectNode<Input, Downstream>.self))
    }

    @usableFromInline override var description: String { "CollectByCount" }

    @usableFromInline override var customMirror: Mirror {
        let children: [Mirror.Child] = [
            ("downstream", downstream), ("upstreamSubscription", status.subscription as Any),
            ("buffer", buffer), ("count", count),
        ]
        return Mirror(self, children: children)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) { requestUpstream(demand * count) }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        noteCancellation()
        cancelUpstream()
        downstream._release()
        if Downstream._drops { return }
        let rest = takeBuffer()
        withExtendedLifetime(rest) {}
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        if !Downstream._drops { return receiveWatched(input) }
        buffer.append(input)
        guard buffer.count == count else { return .none }
        let values = takeBuffer()
        // One array was filled, so the next may well be, too: it gets its memory in one piece.
        buffer.reserveCapacity(count)
        return downstream.receive(values) * count
    }

    /// The same while another thread may cancel, which releases the buffer.
    @inlinable
    func receiveWatched(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard isConnected else {
            lock.unlock()
            return .none
        }
        buffer.append(input)
        let isFull = buffer.count == count
        let values = isFull ? buffer : []
        if isFull { buffer = [] }
        lock.unlock()
        return isFull ? downstream.receive(values) * count : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        // A completion without a subscription is passed on, as in Combine.
        if isOver { return }
        _ = takeUpstream()
        let rest = takeBuffer()
        if case .finished = completion, !rest.isEmpty {
            _ = downstream.receive(rest)
            // Downstream may have cancelled inside of that call, and then wants no end.
            if isCancelled { return }
        }
        downstream.receive(completion: completion)
    }

    @inlinable
    func takeBuffer() -> [Input] {
        if !Downstream._drops { lock.lock() }
        let values = buffer
        buffer = []
        if !Downstream._drops { lock.unlock() }
        return values
    }
}
