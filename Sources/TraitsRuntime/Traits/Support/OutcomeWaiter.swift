/// The outcome that a waiting task gets.
enum AwaitedOutcome<Output, Failure: Error> {
    case success(Output)
    case finished
    case failure(Failure)
    /// The task has been cancelled.
    case cancelled
    /// The publisher has broken its promise, and that has been reported.
    case broken(BrokenPromise)

    init(_ result: MaybeResult<Output, Failure>) {
        switch result {
        case .success(let value): self = .success(value)
        case .finished: self = .finished
        case .failure(let failure): self = .failure(failure)
        }
    }
}

/// The meeting point of an outcome and a waiting task; each comes once, on any thread, in any order.
final class OutcomeWaiter<Output, Failure: Error>: @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only.

    /// The outcome on its way to the waiting task.
    private struct Box: @unchecked Sendable {
        // Unchecked: the publisher has handed the outcome over, and nobody but the waiting task gets it.
        nonisolated(unsafe) let outcome: AwaitedOutcome<Output, Failure>
    }

    private struct Handle: @unchecked Sendable {
        // Unchecked: it may be cancelled on any thread, even if its type isn't `Sendable`.
        let subscription: AnyCancellable
    }

    private enum State {
        case empty
        case waiting(UnsafeContinuation<Box, Never>)
        case settled(Box)
        case over
    }

    private let lock = TraitLock()
    private var state = State.empty

    /// Subscribes and waits for the outcome.
    ///
    /// - Parameters:
    ///   - actor: the actor on which to subscribe and to return.
    ///   - endsOnCancel: `true` if a cancellation of the task ends the wait.
    ///   - subscribe: subscribes, and hands the outcome, or a breach, to its arguments.
    /// - Returns: the outcome. A cancellation of the task counts only if `endsOnCancel`.
    static func outcome(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool,
        of subscribe: (
            @escaping (MaybeResult<Output, Failure>) -> Void, @escaping (BrokenPromise) -> Void
        ) -> AnyCancellable
    ) async -> sending AwaitedOutcome<Output, Failure> {
        // Doesn't begin work whose outcome nobody will see.
        if endsOnCancel && Task.isCancelled { return .cancelled }
        let waiter = OutcomeWaiter<Output, Failure>()
        let handle = Handle(
            subscription: subscribe({ waiter.settle(.init($0)) }, { waiter.settle(.broken($0)) }))
        let box = await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter.wait($0) }
        } onCancel: {
            // Runs under a lock of the task, so the publisher isn't called here.
            if endsOnCancel { waiter.settle(.cancelled) }
        }
        if case .cancelled = box.outcome { handle.subscription.cancel() }
        return withExtendedLifetime(handle.subscription) { box.outcome }
    }

    private func wait(_ continuation: UnsafeContinuation<Box, Never>) {
        lock.lock()
        guard case .settled(let box) = state else {
            state = .waiting(continuation)
            return lock.unlock()
        }
        state = .over
        lock.unlock()
        continuation.resume(returning: box)
    }

    /// Settles the outcome; the first one counts.
    private func settle(_ outcome: AwaitedOutcome<Output, Failure>) {
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
