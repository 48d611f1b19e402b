/// What a step of an asynchronous loop gets.
enum _AsyncStep<Output, Failure: Error> {
    case value(Output)
    case end
    case failure(Failure)
}

/// The subscription behind an asynchronous iterator: cancelled when the iterator goes.
final class _AsyncValues<P: Publisher> {
    private let inner = _AsyncSubscriber<P.Output, P.Failure>()

    init(_ publisher: P) { publisher.subscribe(inner) }

    deinit { inner.cancel() }

    func next(isolation actor: isolated (any Actor)?) async -> _AsyncStep<P.Output, P.Failure> {
        let inner = inner
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { inner.next($0) }
        } onCancel: {
            inner.cancel()
        }
    }
}

/// Asks for a value whenever a continuation waits, and hands it over.
final class _AsyncSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only, and a value goes to one continuation and nowhere
    // else.

    typealias Continuation = UnsafeContinuation<_AsyncStep<Input, Failure>, Never>

    private enum State {
        case awaiting
        case subscribed(any Subscription)
        case failed(Failure)
        case over
    }

    private let lock = _Lock()
    private var state = State.awaiting
    private var waiting: [Continuation] = []
    /// How many values were wanted before the subscription.
    private var wanted = 0

    func next(_ continuation: Continuation) {
        lock.lock()
        switch state {
        case .awaiting:
            waiting.append(continuation)
            wanted += 1
            lock.unlock()
        case .subscribed(let subscription):
            waiting.append(continuation)
            lock.unlock()
            subscription.request(.max(1))
        case .failed(let error):
            state = .over
            lock.unlock()
            continuation.resume(returning: .failure(error))
        case .over:
            lock.unlock()
            continuation.resume(returning: .end)
        }
    }

    func receive(subscription: any Subscription) {
        lock.lock()
        guard case .awaiting = state else {
            lock.unlock()
            subscription.cancel()
            return
        }
        state = .subscribed(subscription)
        let demand = wanted
        lock.unlock()
        if demand > 0 { subscription.request(.max(demand)) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = state else {
            // There was no request that it could answer: as in Combine, whoever waits waits no longer.
            let pending = waiting
            waiting = []
            lock.unlock()
            for continuation in pending { continuation.resume(returning: .end) }
            return .none
        }
        precondition(!waiting.isEmpty, "an asynchronous sequence received a value that nobody had asked for")
        let continuation = waiting.removeFirst()
        lock.unlock()
        // The publisher has handed the value over, and nobody but the continuation gets it.
        nonisolated(unsafe) let step = _AsyncStep<Input, Failure>.value(input)
        continuation.resume(returning: step)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        if case .over = state {
            lock.unlock()
            return
        }
        let old = state
        var pending = waiting[...]
        waiting = []
        state = .over
        if case .failure(let error) = completion {
            if let first = pending.popFirst() {
                lock.unlock()
                first.resume(returning: .failure(error))
            } else {
                state = .failed(error)
                lock.unlock()
            }
        } else {
            lock.unlock()
        }
        withExtendedLifetime(old) {}
        for continuation in pending { continuation.resume(returning: .end) }
    }

    func cancel() {
        let (old, pending) = lock.withLock {
            let parts = (state, waiting)
            waiting = []
            state = .over
            return parts
        }
        if case .subscribed(let subscription) = old { subscription.cancel() }
        for continuation in pending { continuation.resume(returning: .end) }
    }
}
