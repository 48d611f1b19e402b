extension Future where Failure == Never {
    /// The value of this future, once its promise is kept.
    ///
    /// - Cancellation: goes on waiting, since there is nothing else to return.
    ///
    /// ```swift
    /// let answer = await Future<Int, Never> { promise in promise(.success(42)) }.value
    /// ```
    public final var value: Output {
        get async {
            let waiter = _FutureWaiter(self)
            switch await waiter.result(isolation: #isolation, endsOnCancel: false) {
            case .value(let value): return value
            case .end: preconditionFailure("a future that can't fail ended without a value")
            }
        }
    }
}

extension Future {
    /// The value of this future, once its promise is kept.
    ///
    /// - Throws: the future's failure; `CancellationError` if the task is cancelled first.
    ///
    /// ```swift
    /// let download = Future<String, any Error> { promise in promise(.success("image")) }
    /// let image = try await download.value
    /// ```
    public final var value: Output {
        get async throws {
            let waiter = _FutureWaiter(self)
            switch await waiter.result(isolation: #isolation, endsOnCancel: true) {
            case .value(let value): return value
            case .failure(let error): throw error
            case .end: throw CancellationError()
            }
        }
    }
}

/// Takes one result from a future.
private struct _FutureWaiter<Output, Failure: Error> {
    private let inner: _AsyncSubscriber<Output, Failure>

    init(_ future: Future<Output, Failure>) {
        inner = _AsyncSubscriber(nil)
        future.subscribe(inner)
    }

    func result(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool
    ) async -> _AsyncStep<Output, Failure> {
        let inner = inner
        if endsOnCancel, Task.isCancelled {
            inner.cancel()
            return .end
        }
        inner.ask()
        if let step = inner.take() { return step }
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
