public import Dispatch
public import Foundation
public import TraitsRuntime

/// An operation that finishes when it receives its result. The name and the interface are those of CombineTraits.
///
/// Override `main()`, or use ``blockOperation(_:)``, begin the work there, and call ``finish(with:)`` when it is done, on any
/// thread.
///
/// ```swift
/// let operation = AsynchronousOperation<Int, Never>.blockOperation { operation in
///     DispatchQueue.global().async { operation.finish(with: .success(1)) }
/// }
/// operation.handleCompletion { result in print(result as Any) }
/// OperationQueue().addOperation(operation)
/// ```
///
/// - Threads: everything may be called from every thread.
/// - Cancellation: finishes the operation without a result. Work that was begun is stopped by an override of `cancel()` or
///   ``didComplete()``.
open class AsynchronousOperation<Output, Failure: Error>: Operation, @unchecked Sendable {
    // Unchecked, as `Operation` is: `guardian` guards the mutable state.

    private enum State { case ready, executing, finished }

    private let guardian = TraitLock()
    private var state = State.ready
    /// Indicates whether there is a result or a cancellation. An operation that isn't executing then finishes when its queue
    /// starts it.
    private var isOver = false
    /// Indicates whether a thread has begun to finish the operation.
    private var isFinishing = false
    private var ending: Result<Output, Failure>?

    /// The result with which the operation was finished; `nil` before that, and after a cancellation.
    public var result: Result<Output, Failure>? { guardian.withLock { ending } }

    /// Finishes the operation, unless it is finished or cancelled already.
    public func finish(with result: Result<Output, Failure>) { end(with: result) }

    /// Finishes the operation without a result, unless it is finished already.
    open override func cancel() {
        super.cancel()
        end(with: nil)
    }

    /// Called once, when there is a result or when the operation was cancelled. The operation may not have been started yet.
    open func didComplete() {}

    /// Sets a closure that is called when the operation is finished. It replaces the `completionBlock`.
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

    #if !StrictIsolation  // strict: sending
        /// Makes an operation that runs a closure, which finishes it.
        public static func blockOperation(
            _ block: @escaping (AsynchronousOperation<Output, Failure>) -> Void
        ) -> AsynchronousOperation<Output, Failure> {
            BlockOperation(block)
        }
    #endif

    /// Always true: the operation runs until it receives its result.
    public override var isAsynchronous: Bool { true }

    /// A Boolean value that indicates whether `main()` has been called and there is no result yet.
    public override var isExecuting: Bool { guardian.withLock { state == .executing } }

    /// A Boolean value that indicates whether the operation has been started, and has its result or a cancellation.
    public override var isFinished: Bool { guardian.withLock { state == .finished } }

    /// Calls `main()`. The queue calls it.
    public override func start() {
        // A cancelled operation may be started before the thread that cancels it has ended it.
        if isCancelled || guardian.withLock({ self.isOver }) { return become(.finished) }
        become(.executing)
        main()
        // A result or a cancellation may have come from another thread meanwhile.
        if guardian.withLock({ self.isOver }) { become(.finished) }
    }

    private func end(with result: Result<Output, Failure>?) {
        let (isFirst, isExecuting) = guardian.withLock {
            defer { isOver = true }
            if isOver { return (false, false) }
            ending = result
            return (true, state == .executing)
        }
        guard isFirst else { return }
        didComplete()
        if isExecuting { become(.finished) }
    }

    /// Changes the state, and notifies its observers.
    private func become(_ new: State) {
        let isNews = guardian.withLock {
            if isFinishing { return false }
            isFinishing = new == .finished
            return true
        }
        guard isNews else { return }
        willChangeValue(for: \.isExecuting)
        if new == .finished { willChangeValue(for: \.isFinished) }
        guardian.withLock { state = new }
        didChangeValue(for: \.isExecuting)
        if new == .finished { didChangeValue(for: \.isFinished) }
    }

    final class BlockOperation: AsynchronousOperation, @unchecked Sendable {
        private let block: (AsynchronousOperation<Output, Failure>) -> Void

        init(_ block: @escaping (AsynchronousOperation<Output, Failure>) -> Void) { self.block = block }

        override func main() { block(self) }
    }
}

/// The name of ``PublisherOperation`` in CombineTraits.
public typealias SinglePublisherOperation<Upstream: SinglePublisher> =
    PublisherOperation<Upstream.Output, Upstream.Failure>

extension TraitPublishers.AsOperation {
    /// Creates a publisher whose subscriptions are operations of a queue; the name of the parameter in CombineTraits.
    public init(
        upstream: Upstream, operationQueue: OperationQueue, queuePriority: Operation.QueuePriority
    ) {
        self.init(upstream: upstream, queue: operationQueue, queuePriority: queuePriority)
    }

    /// The queue; the name in CombineTraits.
    public var operationQueue: OperationQueue { queue }
}

extension OperationQueue {
    /// Creates a queue with its properties, as in CombineTraits.
    ///
    /// - Parameters:
    ///   - name: the name of the queue.
    ///   - qualityOfService: the priority of its threads.
    ///   - maxConcurrentOperationCount: the number of operations that may run at the same time.
    public convenience init(
        name: String? = nil, qualityOfService: QualityOfService,
        maxConcurrentOperationCount: Int = OperationQueue.defaultMaxConcurrentOperationCount
    ) {
        self.init()
        self.name = name
        self.qualityOfService = qualityOfService
        self.maxConcurrentOperationCount = maxConcurrentOperationCount
    }
}
