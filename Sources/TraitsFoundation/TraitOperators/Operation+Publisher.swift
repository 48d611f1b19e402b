public import Dispatch
public import Foundation
public import TraitsRuntime

/// Running a publisher of at most one value as an operation.
extension MaybePublisher {
    /// Makes an operation that subscribes to this publisher when it is started, and finishes when the publisher has ended.
    ///
    /// It serves code that is built on operation queues: dependencies, priorities and the queue's limit apply to the whole life
    /// of the subscription, not only to its start.
    ///
    /// - Threads: subscribes on the thread that the queue starts the operation on.
    /// - Cancellation: cancelling the operation cancels the subscription, and finishes the operation.
    ///
    /// ```swift
    /// let operation = Just("Alice").makeOperation()
    /// operation.completionBlock = { print(operation.outcome as Any) }
    /// OperationQueue().addOperation(operation)
    /// ```
    @_disfavoredOverload
    public func makeOperation() -> PublisherOperation<Output, Failure> { PublisherOperation(self) }

    /// Runs each subscription as an operation of a queue: the queue decides when it starts.
    ///
    /// ```
    ///                     --o|
    /// asOperation(in:)    ......--o|      after what else the queue has to do
    /// ```
    ///
    /// A queue with a maximum of one operation at a time makes subscriptions take turns.
    ///
    /// - Demand: the first request puts the operation into the queue.
    /// - Failure, threads: those of this publisher.
    /// - Cancellation: cancels the operation, whether it waits or runs. If the program cancels the operation, for instance by
    ///   `cancelAllOperations()`, the stream stays silent: it has neither a value nor a failure to send.
    ///
    /// ```swift
    /// let queue = OperationQueue()
    /// queue.maxConcurrentOperationCount = 1
    /// let inTurn = Just("Alice").asOperation(in: queue).eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameters:
    ///   - queue: the queue.
    ///   - queuePriority: the priority among the operations of the queue.
    @_disfavoredOverload
    public func asOperation(
        in queue: OperationQueue, queuePriority: Operation.QueuePriority = .normal
    ) -> TraitPublishers.AsOperation<Self> {
        TraitPublishers.AsOperation(upstream: self, queue: queue, queuePriority: queuePriority)
    }
}

/// An operation that runs a publisher of one outcome; see `makeOperation()`.
///
/// - Threads: everything may be called from every thread.
public final class PublisherOperation<Output, Failure: Error>: Operation, @unchecked Sendable {
    // Unchecked, as `Operation` is: `guardian` guards the mutable state, and the publisher is subscribed to once, by the thread
    // that starts the operation.

    private enum State {
        case ready((@escaping (MaybeResult<Output, Failure>) -> Void) -> AnyCancellable)
        case executing(AnyCancellable?)
        case finished
    }

    private let guardian = TraitLock()
    private var state: State
    private var ending: MaybeResult<Output, Failure>?
    /// Indicates whether a thread has begun to finish the operation.
    private var isEnding = false

    /// Creates an operation that runs a publisher.
    public init<P: MaybePublisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        state = .ready { receive in publisher._sinkMaybe(receive) }
        super.init()
    }

    /// The outcome of the publisher; `nil` until it has ended, and after a cancellation.
    public var outcome: MaybeResult<Output, Failure>? { guardian.withLock { ending } }

    /// The value or the failure of the publisher; `nil` until it has ended, after a cancellation, and after a finish without a
    /// value. ``outcome`` tells these cases apart.
    public var result: Result<Output, Failure>? {
        switch outcome {
        case .success(let value): .success(value)
        case .failure(let error): .failure(error)
        case .finished, nil: nil
        }
    }

    /// Sets a closure that is called when the operation is finished. It replaces the `completionBlock`.
    ///
    /// ```swift
    /// let operation = Just("Alice").makeOperation()
    /// operation.handleCompletion { result in print(result as Any) }
    /// OperationQueue().addOperation(operation)
    /// ```
    ///
    /// - Parameters:
    ///   - queue: the queue that runs the closure; `nil` for the thread on which Foundation calls completion blocks.
    ///   - resultHandler: receives the ``result``, which is `nil` if the operation was cancelled.
    public func handleCompletion(
        onQueue queue: DispatchQueue? = .main,
        result resultHandler: @escaping @Sendable (_ result: Result<Output, Failure>?) -> Void
    ) {
        completionBlock = { [unowned self] in
            // Only the thread that finishes the operation writes the result.
            nonisolated(unsafe) let result = self.result
            guard let queue else { return resultHandler(result) }
            queue.async { resultHandler(result) }
        }
    }

    /// Always true: the operation runs until its publisher ends.
    public override var isAsynchronous: Bool { true }

    /// A Boolean value that indicates whether the publisher has been subscribed to and hasn't ended yet.
    public override var isExecuting: Bool {
        guardian.withLock { if case .executing = state { true } else { false } }
    }

    /// A Boolean value that indicates whether the publisher has ended, or the operation was started and cancelled.
    public override var isFinished: Bool {
        guardian.withLock { if case .finished = state { true } else { false } }
    }

    /// Subscribes to the publisher. The queue calls it.
    public override func start() {
        guard !isCancelled else { return finish(nil) }
        willChangeValue(for: \.isExecuting)
        let subscribe = guardian.withLock {
            () -> ((@escaping (MaybeResult<Output, Failure>) -> Void) -> AnyCancellable)? in
            guard case .ready(let subscribe) = state else { return nil }
            state = .executing(nil)
            return subscribe
        }
        didChangeValue(for: \.isExecuting)
        guard let subscription = subscribe?({ [weak self] in self?.finish($0) }) else { return }
        let isRunning = guardian.withLock {
            guard case .executing = state else { return false }
            state = .executing(subscription)
            return true
        }
        if !isRunning || isCancelled {
            subscription.cancel()
            finish(nil)
        }
    }

    /// Cancels the subscription. The operation then finishes, with no outcome.
    public override func cancel() {
        super.cancel()
        let (isRunning, subscription) = guardian.withLock {
            if case .executing(let subscription) = state { (true, subscription) } else { (false, nil) }
        }
        subscription?.cancel()
        // The queue finishes an operation that waits: it starts the operation, which then finds the cancellation.
        if isRunning { finish(nil) }
    }

    /// Finishes the operation; only the first call counts.
    private func finish(_ outcome: MaybeResult<Output, Failure>?) {
        let isFirst = guardian.withLock {
            defer { isEnding = true }
            return !isEnding
        }
        guard isFirst else { return }
        willChangeValue(for: \.isExecuting)
        willChangeValue(for: \.isFinished)
        let released = guardian.withLock {
            let old = state
            state = .finished
            ending = outcome
            return old
        }
        didChangeValue(for: \.isExecuting)
        didChangeValue(for: \.isFinished)
        withExtendedLifetime(released) {}
    }
}

/// The publishers that this module's operators return.
extension TraitPublishers {
    /// A publisher whose subscriptions are operations of a queue; see `asOperation(in:queuePriority:)`.
    public struct AsOperation<Upstream: MaybePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that the operations run.
        public let upstream: Upstream
        /// The queue.
        public let queue: OperationQueue
        /// The priority among the operations of the queue.
        public let queuePriority: Operation.QueuePriority

        /// Creates a publisher whose subscriptions are operations of a queue.
        public init(
            upstream: Upstream, queue: OperationQueue, queuePriority: Operation.QueuePriority = .normal
        ) {
            self.upstream = upstream
            self.queue = queue
            self.queuePriority = queuePriority
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subscriber.receive(subscription: OperationSubscription(downstream: subscriber, context: self))
        }
    }
}

/// A subscription that adds an operation to the queue, and sends its outcome.
private final class OperationSubscription<Downstream: Subscriber, Upstream: MaybePublisher>:
    TraitSubscriptions.Maybe<
        Downstream, TraitPublishers.AsOperation<Upstream>
    >
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    /// Ordered by ``TraitSubscription``, which calls the methods below one after the other.
    private var operation: PublisherOperation<Upstream.Output, Upstream.Failure>?

    override var description: String { "AsOperation" }

    override func start(with context: TraitPublishers.AsOperation<Upstream>) {
        // The operation ends after the outcome has been sent, so that dependent operations find its work done.
        typealias Work = DeferredFutureMaybe<Upstream.Output, Upstream.Failure>
        // The closure is called once, where the operation runs.
        nonisolated(unsafe) let work: (@escaping Work.Promise) -> AnyCancellable = { promise in
            context.upstream._sinkMaybe { outcome in
                self.receive(outcome)
                promise(outcome)
            }
        }
        let operation = PublisherOperation(Work(work))
        operation.queuePriority = context.queuePriority
        self.operation = operation
        context.queue.addOperation(operation)
    }

    override func didCancel(with context: TraitPublishers.AsOperation<Upstream>) {
        operation?.cancel()
        operation = nil
    }

    override func didComplete(with context: TraitPublishers.AsOperation<Upstream>) { operation = nil }
}

extension TraitPublishers.AsOperation: Sendable where Upstream: Sendable {}
