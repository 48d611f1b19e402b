import TraitsRuntime

/// The subscription to an input that starts separately for each subscriber. It sends one value after another, as they are asked
/// for, and the end. The thread that drives it sends; requests and cancellations come from any thread.
final class RaceScript: Subscription, @unchecked Sendable {
    // Unchecked: mutable state is touched under the lock only.
    private let lock = Lock()
    private let count: Int
    private var sent = 0
    private var demand = Subscribers.Demand.none
    /// The receiver of the events, or nil when all events have been sent or the subscription was cancelled.
    private var receiver: Receiver?

    struct Receiver {
        let value: (Int) -> Subscribers.Demand
        let end: () -> Void
        /// A closure that is called for a cancellation, in place of the end.
        let cancel: () -> Void
    }

    init(count: Int, _ receiver: Receiver) {
        self.count = count
        self.receiver = receiver
    }

    /// Indicates whether nothing is left to send.
    var isOver: Bool { lock.withLock { receiver == nil } }

    /// Sends the next event, if it has been asked for.
    ///
    /// - Returns: A Boolean value that indicates whether it has been asked for.
    func sendNext(before: () -> Void) -> Bool {
        let isWanted = lock.withLock { receiver != nil && (sent == count || demand > .none) }
        if !isWanted { return false }
        before()
        let next = lock.withLock { () -> (receiver: Receiver, value: Int?)? in
            // A cancellation may have come since.
            guard let current = receiver else { return nil }
            if sent == count {
                receiver = nil
                return (current, nil)
            }
            sent += 1
            demand -= 1
            return (current, sent - 1)
        }
        guard let next else { return true }
        if let value = next.value {
            let more = next.receiver.value(value)
            lock.withLock { demand += more }
        } else {
            next.receiver.end()
        }
        return true
    }

    func request(_ demand: Subscribers.Demand) { lock.withLock { self.demand += demand } }

    func cancel() {
        let current = lock.withLock {
            defer { receiver = nil }
            return receiver
        }
        current?.cancel()
    }
}
