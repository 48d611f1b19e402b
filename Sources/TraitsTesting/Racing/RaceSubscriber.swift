import Synchronization
import TraitsRuntime

/// The subscriber of a race. It is called by any thread and watches the contract.
///
/// Unchecked, since a subscription need not be sendable: it is touched under `lock` only, and may be asked and
/// cancelled from every thread by the contract of streams.
final class RaceSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isCancelled = false
    private var list: [Int] = []
    private let breaches: RaceBreaches
    private let firstDemand: Int
    private let perValue: Int
    private let subscriptions = Atomic<Int>(0)
    private let inside = Atomic<Int>(0)
    private let received = Atomic<Int>(0)
    /// How many values may have come; counted up before anybody hears of it.
    private let demanded = Atomic<Int>(0)
    private let ended = Atomic<Bool>(false)
    /// How it ended, and whether anything had come when the call that subscribed returned; under `lock`.
    private var ending = HistoryShape.Ending.silent
    private var isImmediate = false
    /// The thread on which `cancel()` has returned.
    private let cancelledOn = Atomic<UInt>(0)

    static var unlimited: Int { 1 << 40 }

    init(demand: Int, perValue: Int, _ breaches: RaceBreaches) {
        firstDemand = demand
        self.perValue = perValue
        self.breaches = breaches
    }

    /// Whether the end has to come when all inputs have ended.
    var waitsForTheEnd: Bool {
        demanded.load(ordering: .acquiring) >= Self.unlimited && !lock.withLock { isCancelled }
            && !ended.load(ordering: .acquiring)
    }

    /// The numbers that came, if numbers come.
    var numbers: [Int] { lock.withLock { list } }

    /// What has come.
    var shape: HistoryShape {
        let values = received.load(ordering: .acquiring)
        return lock.withLock { HistoryShape(isImmediate: isImmediate, values: values, ending: ending) }
    }

    /// The call that subscribes has returned.
    func noteSubscribed() {
        let hasEvents = received.load(ordering: .acquiring) > 0 || hasEnded
        lock.withLock { isImmediate = hasEvents }
    }

    /// Whether the end has come.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    func request(_ count: Int) {
        let subscription = lock.withLock { self.subscription }
        guard let subscription else { return }
        demanded.add(count, ordering: .sequentiallyConsistent)
        subscription.request(count >= Self.unlimited ? .unlimited : .max(count))
    }

    func cancel() {
        let subscription: (any Subscription)? = lock.withLock {
            isCancelled = true
            defer { self.subscription = nil }
            return self.subscription
        }
        guard let subscription else { return }
        subscription.cancel()
        cancelledOn.store(Threads.current, ordering: .releasing)
    }

    func receive(subscription: any Subscription) {
        if subscriptions.add(1, ordering: .sequentiallyConsistent).oldValue > 0 {
            breaches.note(.subscription, "a second subscription came")
        }
        let isTooLate = lock.withLock {
            if !isCancelled { self.subscription = subscription }
            return isCancelled
        }
        if isTooLate { return subscription.cancel() }
        if firstDemand > 0 { request(firstDemand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter("a value came")
        defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
        if count > demanded.load(ordering: .sequentiallyConsistent) {
            breaches.note(.demand, "value \(count) came, and fewer were demanded")
        }
        if let number = input as? Int { lock.withLock { list.append(number) } }
        if perValue > 0 { demanded.add(perValue, ordering: .sequentiallyConsistent) }
        return .max(perValue)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        enter("a completion came")
        ended.store(true, ordering: .sequentiallyConsistent)
        let subscription: (any Subscription)? = lock.withLock {
            ending = if case .finished = completion { .finished } else { .failed }
            defer { self.subscription = nil }
            return self.subscription
        }
        withExtendedLifetime(subscription) {}
        inside.subtract(1, ordering: .sequentiallyConsistent)
    }

    private func enter(_ event: String) {
        if inside.add(1, ordering: .sequentiallyConsistent).oldValue > 0 {
            breaches.note(.serialised, "\(event) while another call was still going on")
        }
        if subscriptions.load(ordering: .sequentiallyConsistent) == 0 {
            breaches.note(.subscription, "\(event) before the subscription")
        }
        if ended.load(ordering: .sequentiallyConsistent) {
            breaches.note(.end, "\(event) after the completion")
        }
        if cancelledOn.load(ordering: .acquiring) == Threads.current {
            breaches.note(.cancellation, "\(event) on the thread on which cancel() had returned")
        }
    }
}

/// What was seen to be wrong, by any thread.
final class RaceBreaches: @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var list: [(law: RaceLaw, detail: String)] = []

    func note(_ law: RaceLaw, _ detail: String) { lock.withLock { list.append((law, detail)) } }

    func first(without ignored: Set<RaceLaw>) -> (law: RaceLaw, detail: String)? {
        lock.withLock { list.first { !ignored.contains($0.law) } }
    }
}
