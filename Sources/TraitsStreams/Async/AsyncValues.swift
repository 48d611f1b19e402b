/// The subscription behind an asynchronous sequence: cancelled when it is released.
@usableFromInline
final class _AsyncValues<Output, Failure: Error> {
    @usableFromInline let inner: _AsyncSubscriber<Output, Failure>
    /// A Boolean value that indicates whether the values are the elements of a sequence, which need no subscription.
    @usableFromInline let isPulled: Bool
    /// Takes the elements of a sequence.
    // A constant that isn't optional is called in place, without counting references.
    @usableFromInline let pull: _AsyncSubscriber<Output, Failure>.Pull

    @inlinable
    init<P: Publisher>(_ publisher: P, _ policy: AsyncBufferingPolicy? = nil)
    where P.Output == Output, P.Failure == Failure {
        inner = _AsyncSubscriber(policy)
        publisher.subscribe(inner)
        isPulled = inner.pull != nil
        pull = inner.pull.take() ?? { _ in nil }
    }

    deinit { inner.cancel() }

    /// Returns the next step, or the end if the task is cancelled.
    @inlinable @inline(__always)
    func next(isolation actor: isolated (any Actor)?) async -> _AsyncStep<Output, Failure> {
        if !isPulled { return await ask(isolation: actor) }
        if let element = pull(!Task.isCancelled) { return .value(element) }
        return .end
    }

    /// Asks the publisher for the next step. A value that waits already, or that comes inside the request, is returned without
    /// suspending the task.
    @inlinable
    func ask(isolation actor: isolated (any Actor)?) async -> _AsyncStep<Output, Failure> {
        if Task.isCancelled {
            inner.cancel()
            return .end
        }
        inner.ask()
        if let step = inner.take() { return step }
        return await wait(isolation: actor)
    }

    @inlinable @inline(never)
    func wait(isolation actor: isolated (any Actor)?) async -> _AsyncStep<Output, Failure> {
        let inner = inner
        let step = await withTaskCancellationHandler {
            await inner.wait(isolation: actor)
        } onCancel: {
            inner.leave()
        }
        if Task.isCancelled { inner.cancel() }
        return step
    }
}

extension _AsyncSubscriber {
    /// Waits for the next step, even if the task is cancelled.
    @inlinable
    func wait(isolation actor: isolated (any Actor)?) async -> _AsyncStep<Input, Failure> {
        await withUnsafeContinuation { continuation in
            // The step goes to the continuation and nowhere else.
            nonisolated(unsafe) let step = take(orResume: continuation)
            if let step { continuation.resume(returning: step) }
        }
    }
}
