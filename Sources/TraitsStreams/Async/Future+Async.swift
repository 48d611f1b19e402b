extension Future where Failure == Never {
    /// The value of this future, once its promise is kept.
    ///
    /// - Cancellation: goes on waiting for the promise, as in Combine, whose getter throws nothing. Where the wait has to
    ///   end with the task, use `value(onCancel:)`.
    ///
    /// ```swift
    /// let answer = await Future<Int, Never> { promise in promise(.success(42)) }.value
    /// ```
    public final var value: Output {
        get async {
            let subscriber = _AsyncSubscriber<Output, Never>(nil)
            subscribe(subscriber)
            subscriber.ask()
            switch await subscriber.wait(isolation: #isolation) {
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
            let waiter = _AsyncValues(self)
            defer { withExtendedLifetime(waiter) {} }  // it cancels when it is released
            switch await waiter.next(isolation: #isolation) {
            case .value(let value): return value
            case .failure(let error): throw error
            case .end: throw CancellationError()
            }
        }
    }
}
