/// Publishing the elements of an asynchronous sequence.
extension AsyncSequence where Self: Sendable {
    /// The elements of this sequence as a publisher.
    ///
    /// ```
    /// --1--2--|      a loop over the sequence
    /// --1--2--|      its publisher
    /// ```
    ///
    /// Each subscription makes a separate iterator in a separate task.
    ///
    /// - Demand: an element is asked of the sequence only when one has been asked of the publisher, so the end shows when
    ///   the element after the last is asked for.
    /// - Failure: the error that the sequence throws.
    /// - Threads: elements are sent from the task.
    /// - Cancellation: cancels the task; an element that comes nevertheless is dropped.
    ///
    /// ```swift
    /// let numbers = AsyncStream { continuation in
    ///     continuation.yield(1)
    ///     continuation.finish()
    /// }
    /// let cancellable = numbers.publisher.sink { print($0) }      // 1
    /// ```
    @_disfavoredOverload
    public var publisher: TraitPublishers.AsyncElements<Self> { .init(self) }
}

extension TraitPublishers {
    /// A publisher of the elements of an asynchronous sequence; see `AsyncSequence.publisher`.
    public struct AsyncElements<Elements: AsyncSequence & Sendable>: _NodePublisher {
        public typealias Output = Elements.Element
        public typealias Failure = Elements.Failure

        /// The sequence.
        public let elements: Elements

        /// Creates a publisher of the elements of a sequence.
        public init(_ elements: Elements) { self.elements = elements }

        /// The task keeps the node.
        public typealias _Outlives = _Yes

        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            downstream._receive(node: _ElementsNode(downstream, elements))
        }
    }
}

extension TraitPublishers.AsyncElements: Sendable {}
extension TraitPublishers.AsyncElements: Equatable where Elements: Equatable {}

/// Lets a task loop over the sequence as long as downstream has demand. All state but the demand is under `lock`.
private final class _ElementsNode<Elements: AsyncSequence & Sendable>: _Node, _OperatorNode, _DemandNode,
    _EndingNode, @unchecked Sendable
{
    // Unchecked: state is touched under `lock` only, and downstream is called by the one task.

    typealias Completion = Subscribers.Completion<Elements.Failure>

    /// As closures, because the type of a subscriber can't go into a task.
    private let downstream:
        (
            receive: (Elements.Element) -> Subscribers.Demand, complete: (Completion) -> Void,
            release: () -> Void
        )
    private var elements: Elements?
    private var task: Task<Void, Never>?
    /// The task, when it has nothing to do until there is demand.
    private var idle: UnsafeContinuation<Void, Never>?

    init<S: Subscriber>(_ downstream: S, _ elements: Elements)
    where S.Input == Elements.Element, S.Failure == Elements.Failure {
        self.downstream = (downstream.receive, downstream.receive(completion:), downstream._release)
        self.elements = elements
        super.init(_handled(by: _ElementsNode<Elements>.self))
    }

    override var description: String { "AsyncSequence" }

    func requested(_ demand: Subscribers.Demand) {
        addDemand(demand)
        lock.lock()
        let waiting = idle
        idle = nil
        if let elements, !isOver {
            self.elements = nil
            // The task needs the lock before it can do anything, so it is stored before it can end.
            task = Task { await self.run(elements) }
        }
        lock.unlock()
        waiting?.resume()
    }

    func cancelled() {
        lock.lock()
        noteEnd()
        let released = (elements, task, idle)
        elements = nil
        task = nil
        idle = nil
        lock.unlock()
        released.1?.cancel()
        released.2?.resume()
        downstream.release()
    }

    private func run(_ elements: Elements) async {
        var iterator = elements.makeAsyncIterator()
        do throws(Elements.Failure) {
            while await waitForDemand() {
                guard let element = try await iterator.next(isolation: nil) else { return end(.finished) }
                // A cancellation after this check shows in the next round.
                if isOver { return }
                let more = downstream.receive(element)
                if more > .none { addDemand(more) }
            }
        } catch {
            end(.failure(error))
        }
    }

    /// Waits until downstream wants an element.
    ///
    /// - Returns: `false` if it wants no more elements.
    private func waitForDemand() async -> Bool {
        while true {
            if isOver { return false }
            if takeDemand() { return true }
            await withUnsafeContinuation { continuation in
                lock.lock()
                // Checked again under the lock, which a request and a cancellation take afterwards.
                let hasNews = isOver || demandCount != 0
                if !hasNews { idle = continuation }
                lock.unlock()
                if hasNews { continuation.resume() }
            }
        }
    }

    private func end(_ completion: Completion) {
        let isFirst = lock.withLock {
            task = nil
            return noteEnd()
        }
        if isFirst { downstream.complete(completion) }
    }
}
