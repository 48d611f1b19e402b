extension SinglePublisher {
    /// The value of this single; subscribes and waits for it.
    ///
    /// - Throws: the single's failure. The type says which: nothing to catch for a single that can't fail.
    /// - Cancellation: if the failure type can hold a `CancellationError`, as `any Error` can, a cancelled task cancels
    ///   the subscription and throws that. Otherwise there is nothing to return, and the task waits on; to end with
    ///   an error of yours, see `value(onCancel:)`.
    /// - Threads: subscribes on the actor of the caller, if it has one, and returns there.
    ///
    /// ```swift
    /// func greet() async {
    ///     let name = await Just("Alice").value
    ///     print("Hello, \(name)")
    /// }
    /// ```
    @_disfavoredOverload
    public var value: Output {
        get async throws(Failure) {
            let onCancel = CancellationError() as? Failure
            let outcome = await _outcome(isolation: #isolation, endsOnCancel: onCancel != nil)
            return try _value(outcome, onCancel: onCancel)
        }
    }

    /// The value of this single, or an error of your choice if the task is cancelled.
    ///
    /// ```swift
    /// enum LoadError: Error { case cancelled, offline }
    ///
    /// func load(_ page: AnySinglePublisher<String, LoadError>) async throws(LoadError) -> String {
    ///     try await page.value(onCancel: .cancelled)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: the single's failure, or `error`.
    @_disfavoredOverload
    public func value(
        onCancel error: Failure, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Output {
        let outcome = await _outcome(isolation: actor, endsOnCancel: true)
        return try _value(outcome, onCancel: error)
    }

    private func _value(
        _ outcome: sending MaybeResult<Output, Failure>?, onCancel: Failure?
    ) throws(Failure) -> Output {
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw error
        case .finished: preconditionFailure("\(Self.self) is a SinglePublisher, and finished without a value")
        case nil:
            guard let onCancel else {
                preconditionFailure("nothing but a cancellation ends without an outcome")
            }
            throw onCancel
        }
    }
}

extension MaybePublisher {
    /// The value of this maybe, or `nil` if it finishes without one; subscribes and waits.
    ///
    /// - Throws: the maybe's failure.
    /// - Cancellation: a cancelled task cancels the subscription. It throws a `CancellationError` if the failure type
    ///   can hold one, and returns `nil` otherwise, as the loop over an asynchronous sequence does.
    ///
    /// ```swift
    /// func greet(_ name: AnyMaybePublisher<String, Never>) async {
    ///     print("Hello, \(await name.value ?? "whoever you are")")
    /// }
    /// ```
    @_disfavoredOverload
    public var value: Output? {
        get async throws(Failure) {
            switch await _outcome(isolation: #isolation, endsOnCancel: true) {
            case .success(let value): return value
            case .failure(let error): throw error
            case .finished: return nil
            case nil:
                if let error = CancellationError() as? Failure { throw error }
                return nil
            }
        }
    }

    /// The value of this maybe, `nil`, or an error of your choice if the task is cancelled.
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: the maybe's failure, or `error`.
    @_disfavoredOverload
    public func value(
        onCancel error: Failure, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Output? {
        switch await _outcome(isolation: actor, endsOnCancel: true) {
        case .success(let value): return value
        case .failure(let failure): throw failure
        case .finished: return nil
        case nil: throw error
        }
    }
}

extension CompletablePublisher {
    /// Waits for the end of this completable; subscribes to it.
    ///
    /// - Throws: the completable's failure.
    /// - Cancellation: if the failure type can hold a `CancellationError`, a cancelled task cancels the subscription
    ///   and throws that. Otherwise it waits on, since to return would mean that all is done; see `value(onCancel:)`.
    ///
    /// ```swift
    /// func save(_ save: AnyCompletablePublisher<Never, any Error>) async throws {
    ///     try await save.value
    ///     print("saved")
    /// }
    /// ```
    @_disfavoredOverload
    public var value: Void {
        get async throws(Failure) {
            let onCancel = CancellationError() as? Failure
            switch await _outcome(isolation: #isolation, endsOnCancel: onCancel != nil) {
            case .failure(let error): throw error
            case .success, .finished: return
            case nil: if let onCancel { throw onCancel }
            }
        }
    }

    /// Waits for the end of this completable, or throws an error of your choice if the task is cancelled.
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: the completable's failure, or `error`.
    @_disfavoredOverload
    public func value(
        onCancel error: Failure, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) {
        switch await _outcome(isolation: actor, endsOnCancel: true) {
        case .failure(let failure): throw failure
        case .success, .finished: return
        case nil: throw error
        }
    }
}

// MARK: - What can't fail

// The getters above say as much, with `throws(Never)`, but compilers up to Swift 6.3 crash where that is called. And
// nobody has a `Never` to give to the functions, so these take any error.

extension SinglePublisher where Failure == Never {
    /// The value of this single, which can't fail; subscribes and waits for it.
    ///
    /// - Cancellation: goes on waiting, since there is nothing else to return.
    ///
    /// ```swift
    /// func answer() async -> Int { await Just(42).value }
    /// ```
    @_disfavoredOverload
    public var value: Output {
        get async {
            guard case .success(let value) = await _outcome(isolation: #isolation, endsOnCancel: false) else {
                preconditionFailure("\(Self.self) is a SinglePublisher, and ended without a value")
            }
            return value
        }
    }

    /// The value of this single, which can't fail, or an error of your choice if the task is cancelled.
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: `error`, and nothing else.
    ///
    /// ```swift
    /// struct Impatient: Error {}
    ///
    /// func answer() async throws(Impatient) -> Int { try await Just(42).value(onCancel: Impatient()) }
    /// ```
    @_disfavoredOverload
    public func value<E: Error>(
        onCancel error: E, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(E) -> Output {
        switch await _outcome(isolation: actor, endsOnCancel: true) {
        case .success(let value): return value
        case .finished: preconditionFailure("\(Self.self) is a SinglePublisher, and finished without a value")
        case nil: throw error
        }
    }
}

extension MaybePublisher where Failure == Never {
    /// The value of this maybe, which can't fail, or `nil` if it finishes without one; subscribes and waits.
    ///
    /// - Cancellation: a cancelled task cancels the subscription, and gets `nil`.
    @_disfavoredOverload
    public var value: Output? {
        get async {
            guard case .success(let value) = await _outcome(isolation: #isolation, endsOnCancel: true) else {
                return nil
            }
            return value
        }
    }

    /// The value of this maybe, which can't fail, `nil`, or an error of your choice if the task is cancelled.
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: `error`, and nothing else.
    @_disfavoredOverload
    public func value<E: Error>(
        onCancel error: E, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(E) -> Output? {
        switch await _outcome(isolation: actor, endsOnCancel: true) {
        case .success(let value): return value
        case .finished: return nil
        case nil: throw error
        }
    }
}

extension CompletablePublisher where Failure == Never {
    /// Waits for the end of this completable, which can't fail; subscribes to it.
    ///
    /// - Cancellation: goes on waiting, since to return would mean that all is done.
    @_disfavoredOverload
    public var value: Void {
        get async { _ = await _outcome(isolation: #isolation, endsOnCancel: false) }
    }

    /// Waits for the end of this completable, which can't fail, or throws an error of your choice if the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - error: thrown if the task is cancelled; the subscription is cancelled too.
    ///   - actor: where to subscribe; the caller's actor.
    /// - Throws: `error`, and nothing else.
    @_disfavoredOverload
    public func value<E: Error>(
        onCancel error: E, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(E) {
        switch await _outcome(isolation: actor, endsOnCancel: true) {
        case .success, .finished: return
        case nil: throw error
        }
    }
}

// MARK: - Inside

extension MaybePublisher {
    /// Subscribes and waits for the outcome.
    ///
    /// - Returns: the outcome, or `nil` if the task is cancelled first, which counts only if `endsOnCancel`.
    fileprivate func _outcome(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool
    ) async -> sending MaybeResult<Output, Failure>? {
        // Work that nobody will see the outcome of is better not begun.
        if endsOnCancel && Task.isCancelled { return nil }
        let waiter = _OutcomeWaiter<Output, Failure>()
        let subscription = sinkMaybe { waiter.settle($0) }
        let box = await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter.wait($0) }
        } onCancel: {
            if endsOnCancel {
                waiter.settle(nil)
                subscription.cancel()
            }
        }
        return withExtendedLifetime(subscription) { box.outcome }
    }
}

/// What a waiting task is handed.
private struct _OutcomeBox<Output, Failure: Error>: @unchecked Sendable {
    // Unchecked: the publisher has handed the outcome over, and nobody but the waiting task gets it.
    nonisolated(unsafe) let outcome: MaybeResult<Output, Failure>?
}

/// Where an outcome and a continuation meet; each comes once, on any thread, in any order.
private final class _OutcomeWaiter<Output, Failure: Error>: @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only.

    typealias Box = _OutcomeBox<Output, Failure>

    private enum State {
        case empty
        case waiting(UnsafeContinuation<Box, Never>)
        case settled(Box)
        case over
    }

    private let lock = _Lock()
    private var state = State.empty

    func wait(_ continuation: UnsafeContinuation<Box, Never>) {
        lock.lock()
        guard case .settled(let box) = state else {
            state = .waiting(continuation)
            return lock.unlock()
        }
        state = .over
        lock.unlock()
        continuation.resume(returning: box)
    }

    /// The first outcome counts.
    func settle(_ outcome: MaybeResult<Output, Failure>?) {
        let box = Box(outcome: outcome)
        lock.lock()
        switch state {
        case .empty:
            state = .settled(box)
            lock.unlock()
        case .waiting(let continuation):
            state = .over
            lock.unlock()
            continuation.resume(returning: box)
        case .settled, .over:
            lock.unlock()
        }
    }
}
