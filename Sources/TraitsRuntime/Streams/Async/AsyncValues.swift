/// The subscription behind an asynchronous sequence: cancelled when nobody holds it any more.
@usableFromInline
final class _AsyncValues<Output, Failure: Error> {
    @usableFromInline let inner: _AsyncSubscriber<Output, Failure>

    @inlinable
    init<P: Publisher>(_ publisher: P, _ policy: AsyncBufferingPolicy? = nil)
    where P.Output == Output, P.Failure == Failure {
        inner = _AsyncSubscriber(policy)
        publisher.subscribe(inner)
    }

    deinit { inner.cancel() }

    /// The next step. What is there, or comes when it is asked for, is returned without suspending the task.
    ///
    /// - Parameter endsOnCancel: whether the sequence ends when the task is cancelled, rather than goes on waiting.
    @inlinable
    func next(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool = true
    ) async -> _AsyncStep<Output, Failure> {
        if endsOnCancel, Task.isCancelled {
            inner.cancel()
            return .end
        }
        inner.ask()
        if let step = inner.take() { return step }
        return await wait(isolation: actor, endsOnCancel: endsOnCancel)
    }

    @inlinable @inline(never)
    func wait(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool
    ) async -> _AsyncStep<Output, Failure> {
        let inner = inner
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                // It goes to the continuation and nowhere else.
                nonisolated(unsafe) let step = inner.take(orResume: continuation)
                if let step { continuation.resume(returning: step) }
            }
        } onCancel: {
            if endsOnCancel { inner.cancel() }
        }
    }
}
