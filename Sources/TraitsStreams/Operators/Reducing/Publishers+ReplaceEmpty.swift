extension Publisher {
    /// Sends a given value if the publisher finishes without one.
    ///
    /// ```
    ///                       -----|-->
    /// replaceEmpty(with: 0)
    ///                       -----0|->
    /// ```
    ///
    /// - Demand: passes through, and upstream is also asked for everything. Values that downstream hasn't asked for wait for a
    ///   request, and so does the replacement.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// Empty<Int, Never>().replaceEmpty(with: 0)      // 0
    /// ```
    ///
    /// - Parameter output: the value to send if there is none.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// A publisher that sends a value if another finishes without one; see `replaceEmpty(with:)`.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: _NodePublisher, _AnsweringOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The value to send if there is none.
        public let output: Upstream.Output

        /// The publisher that may finish without a value.
        public let upstream: Upstream

        /// Creates a publisher that sends a value if another finishes without one.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(_ReplaceEmptyNode(downstream, output))
        }

        @inlinable
        public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
            if case .empty = answer { return .value(output) }
            return answer.map({ .value($0) }) { rest in
                _rest(ReplaceEmpty<AnyPublisher<Output, Failure>>(upstream: rest, output: output))
            }
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// MARK: - Inside

/// The subscriber and subscription of ``Publishers/ReplaceEmpty``.
///
/// Asks upstream for everything, as in Combine: otherwise an empty upstream wouldn't be noticed while downstream asks for
/// nothing. Values that downstream hasn't asked for wait here.
///
/// The thread inside `delivery` delivers. A thread with a new request leaves if another thread is inside; that thread looks for
/// requests after it has left. If downstream asks for everything by its type, only the end ever waits.
@usableFromInline
final class _ReplaceEmptyNode<Input, Downstream: Subscriber>: _UpstreamNode, _StreamNode
where Downstream.Input == Input {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let replacement: Input
    /// For upstream's thread.
    @usableFromInline @exclusivity(unchecked) var isEmpty = true
    /// For upstream's thread, where nothing waits for demand.
    @usableFromInline @exclusivity(unchecked) var onTheWay = _OnTheWay<Failure>()
    // The rest under `lock`.
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var waiting = _Queue<Input>()
    /// The completion, after the values that wait.
    @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<Failure>?
    /// Downstream has been sent the completion, or has cancelled.
    @usableFromInline @exclusivity(unchecked) var isClosed = false

    @inlinable
    init(_ downstream: Downstream, _ replacement: Input) {
        self.downstream = downstream
        self.replacement = replacement
        super.init(_handled(by: _ReplaceEmptyNode<Input, Downstream>.self))
    }

    @usableFromInline override var description: String { "ReplaceEmpty" }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        lock.withLock { self.demand += demand }
        requestUpstream(demand)
        drain()
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        lock.lock()
        isClosed = true
        let dropped = waiting
        waiting = _Queue()
        lock.unlock()
        cancelUpstream()
        downstream._release()
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        downstream._receive(node: self)
        node.request(.unlimited)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        isEmpty = false
        if !Downstream._asksForAll { return pass(input) }
        onTheWay.begin()
        let more = downstream.receive(input)
        if onTheWay.finish(), let ending = onTheWay.take() { end(ending) }
        return more
    }

    /// Sends a value, or keeps it until downstream asks for it.
    @inlinable
    func pass(_ input: Input) -> Subscribers.Demand {
        delivery.enter()
        lock.lock()
        let isWanted = demand > .none && waiting.isEmpty
        if isWanted { demand -= 1 } else { waiting.push(input) }
        lock.unlock()
        let more = isWanted ? downstream.receive(input) : .none
        if more > .none { lock.withLock { demand += more } }
        delivery.exit()
        drain()
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        if onTheWay.isEmpty { end(completion) } else { onTheWay.keep(completion) }
    }

    /// Ends the stream: upstream has ended, and no value that it has sent is on its way.
    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        lock.lock()
        if isEmpty, case .finished = completion { waiting.push(replacement) }
        ending = completion
        lock.unlock()
        drain()
    }

    /// Delivers the waiting values that downstream has asked for: now, or by the thread that is delivering.
    @inlinable
    func drain() {
        while true {
            lock.lock()
            let isReady = !isClosed && (waiting.isEmpty ? ending != nil : demand > .none)
            lock.unlock()
            guard isReady, let isNested = delivery.tryEnter() else { return }
            // From inside a delivery nothing is sent: values would pile up on the stack, and the end follows them.
            if !isNested { deliverNext() }
            delivery.exit()
            if isNested { return }
        }
    }

    /// For the thread inside `delivery`.
    @inlinable
    func deliverNext() {
        lock.lock()
        if isClosed { return lock.unlock() }
        if demand > .none, let value = waiting.pop() {
            demand -= 1
            lock.unlock()
            let more = downstream.receive(value)
            if more > .none { lock.withLock { demand += more } }
        } else if waiting.isEmpty, let ending {
            isClosed = true
            lock.unlock()
            downstream.receive(completion: ending)
        } else {
            lock.unlock()
        }
    }
}
