/// Where an outcome and a waiting task meet; each comes once, on any thread, in any order.
final class OutcomeWaiter<Output, Failure: Error>: @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only.

    /// What the waiting task is handed.
    private struct Box: @unchecked Sendable {
        // Unchecked: the publisher has handed the outcome over, and nobody but the waiting task gets it.
        nonisolated(unsafe) let outcome: MaybeResult<Output, Failure>?
    }

    private struct Handle: @unchecked Sendable {
        // Unchecked: it may be cancelled on any thread, whatever the stream library says of its type.
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
    ///   - actor: where to subscribe and to return.
    ///   - endsOnCancel: whether a cancellation of the task ends the waiting.
    ///   - subscribe: subscribes, and hands the outcome to its argument.
    /// - Returns: the outcome, or `nil` if the task is cancelled first, which counts only if `endsOnCancel`.
    static func outcome(
        isolation actor: isolated (any Actor)?, endsOnCancel: Bool,
        of subscribe: (@escaping (MaybeResult<Output, Failure>) -> Void) -> AnyCancellable
    ) async -> sending MaybeResult<Output, Failure>? {
        // Work that nobody will see the outcome of is better not begun.
        if endsOnCancel && Task.isCancelled { return nil }
        let waiter = OutcomeWaiter<Output, Failure>()
        let handle = Handle(subscription: subscribe { waiter.settle($0) })
        let box = await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter.wait($0) }
        } onCancel: {
            if endsOnCancel {
                waiter.settle(nil)
                handle.subscription.cancel()
            }
        }
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

    /// The first outcome counts.
    private func settle(_ outcome: MaybeResult<Output, Failure>?) {
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
