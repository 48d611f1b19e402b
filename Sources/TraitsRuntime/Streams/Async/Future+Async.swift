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
            let waiter = _AsyncValues(self)
            defer { withExtendedLifetime(waiter) {} }  // it cancels when it goes
            switch await waiter.next(isolation: #isolation, endsOnCancel: false) {
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
            defer { withExtendedLifetime(waiter) {} }  // it cancels when it goes
            switch await waiter.next(isolation: #isolation, endsOnCancel: true) {
            case .value(let value): return value
            case .failure(let error): throw error
            case .end: throw CancellationError()
            }
        }
    }
}
