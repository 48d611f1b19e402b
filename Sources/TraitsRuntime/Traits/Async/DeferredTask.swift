// Publishers made of asynchronous code: `DeferredTaskSingle`, `DeferredTaskMaybe` and `DeferredTaskCompletable` are written
// by Templates/Outcomes.mustache, with the initializers that make an eraser of each.

// MARK: - Tasks that run already

/// Publishing the outcome of a task.
extension Task where Success: Sendable {
    /// The value of this task as a single: like a future, it runs already and has one value for all subscribers.
    ///
    /// - Cancellation: of a subscription that has asked for the value cancels the task, for all subscribers. Put
    ///   `preventCancellation()` behind it if the subscriber doesn't own the task.
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

/// The closure that a task runs, and the task when it has started.
final class _TaskJob<Output, Failure: Error> {
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
final class _TaskSubscription<Downstream: Subscriber>: TraitSubscription<
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
