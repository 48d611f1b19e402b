extension AsyncSequence where Self: Sendable {
    /// The elements of this sequence as a publisher.
    ///
    /// ```
    /// --1--2--|      a loop over the sequence
    /// --1--2--|      its publisher
    /// ```
    ///
    /// Each subscription makes an iterator of its own, in a task of its own.
    ///
    /// - Demand: an element is asked of the sequence only when one has been asked of the publisher, so the end shows when
    ///   the element after the last is asked for.
    /// - Failure: what the sequence throws.
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
    public struct AsyncElements<Elements: AsyncSequence & Sendable>: Publisher {
        public typealias Output = Elements.Element
        public typealias Failure = Elements.Failure

        /// The sequence.
        public let elements: Elements

        /// Creates a publisher of the elements of a sequence.
        public init(_ elements: Elements) { self.elements = elements }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subscriber._receive(node: _ElementsNode(subscriber, elements))
        }
    }
}

extension TraitPublishers.AsyncElements: Sendable {}
extension TraitPublishers.AsyncElements: Equatable where Elements: Equatable {}

/// Lets a task loop over the sequence as long as downstream has demand.
///
/// `word` is the demand that hasn't been met. Everything else is under `lock`.
private final class _ElementsNode<Elements: AsyncSequence & Sendable>: _Node, _OperatorNode,
    @unchecked Sendable
{
    // Unchecked: state is touched under `lock` only, and downstream is called by the one task.

    typealias Completion = Subscribers.Completion<Elements.Failure>

    /// As closures, because the type of a subscriber can't go into a task.
    private var downstream:
        (receive: (Elements.Element) -> Subscribers.Demand, complete: (Completion) -> Void)?
    private var elements: Elements?
    private var task: Task<Void, Never>?
    /// The task, when it has nothing to do until there is demand.
    private var idle: UnsafeContinuation<Void, Never>?

    init<S: Subscriber>(_ downstream: S, _ elements: Elements)
    where S.Input == Elements.Element, S.Failure == Elements.Failure {
        self.downstream = (downstream.receive, downstream.receive(completion:))
        self.elements = elements
        super.init(_handled(by: _ElementsNode<Elements>.self))
    }

    override var description: String { "AsyncSequence" }

    func requested(_ demand: Subscribers.Demand) {
        word._add(demand)
        lock.lock()
        let waiting = idle
        idle = nil
        if let elements, downstream != nil {
            self.elements = nil
            // The task needs the lock before it can do anything, so it is stored before it can end.
            task = Task { await self.run(elements) }
        }
        lock.unlock()
        waiting?.resume()
    }

    func cancelled() {
        lock.lock()
        let released = (downstream, elements, task, idle)
        downstream = nil
        elements = nil
        task = nil
        idle = nil
        lock.unlock()
        released.2?.cancel()
        released.3?.resume()
    }

    private func run(_ elements: Elements) async {
        var iterator = elements.makeAsyncIterator()
        do throws(Elements.Failure) {
            while await waitForDemand() {
                guard let element = try await iterator.next(isolation: nil) else { return end(.finished) }
                // Taken for the call alone: a cancellation meanwhile shows in the next round.
                guard let downstream = lock.withLock({ self.downstream }) else { return }
                let more = downstream.receive(element)
                if more > .none { word._add(more) }
            }
        } catch {
            end(.failure(error))
        }
    }

    /// Waits until downstream wants an element.
    ///
    /// - Returns: `false` if it wants none any more.
    private func waitForDemand() async -> Bool {
        while true {
            if lock.withLock({ downstream == nil }) { return false }
            if word._takeOne() { return true }
            await withUnsafeContinuation { continuation in
                lock.lock()
                // Looked at again under the lock, which whoever makes demand or cancels takes afterwards.
                let hasNews = downstream == nil || word.load(ordering: .acquiring) != 0
                if !hasNews { idle = continuation }
                lock.unlock()
                if hasNews { continuation.resume() }
            }
        }
    }

    private func end(_ completion: Completion) {
        let last = lock.withLock {
            defer {
                downstream = nil
                task = nil
            }
            return downstream
        }
        last?.complete(completion)
    }
}
