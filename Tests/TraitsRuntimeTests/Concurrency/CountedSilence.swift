import TraitsRuntime

/// Lets tasks wait until something has happened.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.closed([]))

    func open() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A publisher that never sends anything, and counts subscribers and cancellations.
final class CountedSilence<Output, Failure: Error>: Publisher, Sendable {
    private let subscribed = Gate()
    private let counts = Locked((subscriptions: 0, cancellations: 0))

    var subscriptions: Int { counts.withLock { $0.subscriptions } }
    var cancellations: Int { counts.withLock { $0.cancellations } }

    func whenSubscribed() async { await subscribed.wait() }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        counts.withLock { $0.subscriptions += 1 }
        subscriber.receive(
            subscription: Handle { [self] in
                subscribed.open()
            } onCancel: { [self] in
                counts.withLock { $0.cancellations += 1 }
            })
    }

    private final class Handle: Subscription {
        let onRequest: () -> Void
        let onCancel: () -> Void
        init(onRequest: @escaping () -> Void, onCancel: @escaping () -> Void) {
            self.onRequest = onRequest
            self.onCancel = onCancel
        }
        func request(_ demand: Subscribers.Demand) { onRequest() }
        func cancel() { onCancel() }
    }
}

/// Something that any thread may use, though its type doesn't say so.
struct Shared<Value>: @unchecked Sendable {
    // Unchecked: subjects and publishers may be called from every thread.
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension Result where Success: Sendable {
    /// The outcome of asynchronous code, with the type of what it throws.
    init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
