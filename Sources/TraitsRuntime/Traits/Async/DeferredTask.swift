/// A single made of asynchronous code, which runs in a task of its own for each subscription.
///
/// ```
/// --------->   can never return
/// -----x--->   can throw
/// --o--|--->   can return a value
/// ```
///
/// The task starts with the first request for a value. When the subscription is cancelled, so is the task; what it still
/// returns or throws is ignored. When the code throws, a `CancellationError` or anything else, the single fails.
///
/// - Threads: the value is sent from the task.
///
/// ```swift
/// let name = DeferredTaskSingle<String, any Error> {
///     try await Task.sleep(for: .seconds(1))
///     return "Alice"
/// }
/// let cancellable = name.sinkSingle { print($0) }
/// ```
public struct DeferredTaskSingle<Output, Failure: Error>: Publisher {
    /// The priority of the task; `nil` for that of the subscriber.
    public let priority: TaskPriority?
    /// The code that is run.
    public let operation: @Sendable () async throws(Failure) -> sending Output

    /// Creates a single that runs asynchronous code for each subscription.
    ///
    /// - Parameters:
    ///   - priority: of the task; that of the subscriber if `nil`.
    ///   - operation: returns the value.
    public init(
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws(Failure) -> sending Output
    ) {
        self.priority = priority
        self.operation = operation
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let operation = operation
        let job = _TaskJob<Output, Failure>(priority: priority) { () async throws(Failure) in
            .success(try await operation())
        }
        subscriber.receive(subscription: _TaskSubscription(downstream: subscriber, context: job))
    }
}

/// A maybe made of asynchronous code, which runs in a task of its own for each subscription; `nil` is the end without
/// a value.
///
/// In all else it is like ``DeferredTaskSingle``.
///
/// ```swift
/// let name = DeferredTaskMaybe<String, any Error> { nil }
/// let cancellable = name.sinkMaybe { print($0) }      // finished
/// ```
public struct DeferredTaskMaybe<Output, Failure: Error>: Publisher {
    /// The priority of the task; `nil` for that of the subscriber.
    public let priority: TaskPriority?
    /// The code that is run.
    public let operation: @Sendable () async throws(Failure) -> sending Output?

    /// Creates a maybe that runs asynchronous code for each subscription.
    ///
    /// - Parameters:
    ///   - priority: of the task; that of the subscriber if `nil`.
    ///   - operation: returns the value, or `nil` to finish without one.
    public init(
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws(Failure) -> sending Output?
    ) {
        self.priority = priority
        self.operation = operation
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let operation = operation
        let job = _TaskJob<Output, Failure>(priority: priority) { () async throws(Failure) in
            if let value = try await operation() { .success(value) } else { .finished }
        }
        subscriber.receive(subscription: _TaskSubscription(downstream: subscriber, context: job))
    }
}

/// A completable made of asynchronous code, which runs in a task of its own for each subscription.
///
/// In all else it is like ``DeferredTaskSingle``.
///
/// ```swift
/// let wait = DeferredTaskCompletable<any Error> { try await Task.sleep(for: .seconds(1)) }
/// let cancellable = wait.sinkCompletable { print($0) }
/// ```
public struct DeferredTaskCompletable<Failure: Error>: Publisher {
    public typealias Output = Never

    /// The priority of the task; `nil` for that of the subscriber.
    public let priority: TaskPriority?
    /// The code that is run.
    public let operation: @Sendable () async throws(Failure) -> Void

    /// Creates a completable that runs asynchronous code for each subscription.
    ///
    /// - Parameters:
    ///   - priority: of the task; that of the subscriber if `nil`.
    ///   - operation: the code to run.
    public init(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(Failure) -> Void
    ) {
        self.priority = priority
        self.operation = operation
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Never, S.Failure == Failure {
        let operation = operation
        let job = _TaskJob<Never, Failure>(priority: priority) { () async throws(Failure) in
            try await operation()
            return .finished
        }
        subscriber.receive(subscription: _TaskSubscription(downstream: subscriber, context: job))
    }
}

// Safe to share: nothing changes, and the code says that any thread may run it.
extension DeferredTaskSingle: Sendable {}
extension DeferredTaskMaybe: Sendable {}
extension DeferredTaskCompletable: Sendable {}

// MARK: - Erased

extension AnySinglePublisher {
    /// A single made of asynchronous code; see ``DeferredTaskSingle``.
    ///
    /// ```swift
    /// let name = AnySinglePublisher<String, any Error> { "Alice" }
    /// ```
    public init(
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws(Failure) -> sending Output
    ) {
        self.init(DeferredTaskSingle(priority: priority, operation))
    }
}

extension AnyMaybePublisher {
    /// A maybe made of asynchronous code; see ``DeferredTaskMaybe``.
    ///
    /// ```swift
    /// let name = AnyMaybePublisher<String, any Error> { nil }
    /// ```
    public init(
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws(Failure) -> sending Output?
    ) {
        self.init(DeferredTaskMaybe(priority: priority, operation))
    }
}

extension AnyCompletablePublisher where Output == Never {
    /// A completable made of asynchronous code; see ``DeferredTaskCompletable``.
    ///
    /// ```swift
    /// let wait = AnyCompletablePublisher<Never, any Error> { try await Task.sleep(for: .seconds(1)) }
    /// ```
    public init(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws(Failure) -> Void
    ) {
        self.init(DeferredTaskCompletable(priority: priority, operation))
    }
}

// MARK: - Tasks that run already

extension Task where Success: Sendable {
    /// The value of this task as a single: like a future, it runs already and has one value for all who come.
    ///
    /// - Cancellation: of a subscription cancels the task, for all. Put `preventCancellation()` behind it if the task is
    ///   not the subscriber's own.
    ///
    /// ```swift
    /// let task = Task { 42 }
    /// let cancellable = task.asSingle().sinkSingle { print($0) }      // success(42)
    /// ```
    public func asSingle() -> DeferredTaskSingle<Success, Failure> {
        DeferredTaskSingle { () async throws(Failure) in try await _outcome() }
    }

    /// The value of this task as a maybe, where `nil` is the end without a value; otherwise like ``asSingle()``.
    public func asMaybe<Wrapped: Sendable>() -> DeferredTaskMaybe<Wrapped, Failure>
    where Success == Wrapped? {
        DeferredTaskMaybe { () async throws(Failure) in try await _outcome() }
    }

    /// The end of this task as a completable; otherwise like ``asSingle()``.
    public func asCompletable() -> DeferredTaskCompletable<Failure> where Success == Void {
        DeferredTaskCompletable { () async throws(Failure) in try await _outcome() }
    }

    /// Waits for the task, and cancels it when the waiting task is cancelled.
    private func _outcome() async throws(Failure) -> Success {
        let outcome = await withTaskCancellationHandler {
            await self.result
        } onCancel: {
            self.cancel()
        }
        return try outcome.get()
    }
}

// MARK: - Inside

/// What a task is to do, and the task once it runs.
private final class _TaskJob<Output, Failure: Error> {
    let priority: TaskPriority?
    let body: @Sendable () async throws(Failure) -> sending MaybeResult<Output, Failure>
    /// ``TraitSubscription`` calls its three methods one after the other, ordered by its lock.
    var task: Task<Void, Never>?

    init(
        priority: TaskPriority?,
        _ body: @escaping @Sendable () async throws(Failure) -> sending MaybeResult<Output, Failure>
    ) {
        self.priority = priority
        self.body = body
    }
}

/// Runs a job in a task.
private final class _TaskSubscription<Downstream: Subscriber>: TraitSubscription<
    Downstream, _TaskJob<Downstream.Input, Downstream.Failure>
>
{
    override var description: String { "DeferredTask" }

    override func start(with job: _TaskJob<Downstream.Input, Downstream.Failure>) {
        let body = job.body
        let promise = _promise
        job.task = Task(priority: job.priority) {
            do throws(Downstream.Failure) {
                promise(try await body())
            } catch {
                promise(.failure(error))
            }
        }
    }

    override func didCancel(with job: _TaskJob<Downstream.Input, Downstream.Failure>) { job.task?.cancel() }
}
