import Synchronization
import TraitsRuntime

/// The subscriber of a race. Any thread may call it, and it checks the contract.
///
/// Unchecked, since a subscription need not be sendable: it is touched under `lock` only, and may be asked and
/// cancelled from every thread by the contract of streams.
final class RaceSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    private let lock = Lock()
    private var subscription: (any Subscription)?
    private var isCancelled = false
    /// The number of values that were asked for before there was a subscription.
    private var wanted = 0
    private var list: [Int] = []
    private let breaches: RaceBreaches
    private let firstDemand: Int
    private let laterDemand: Int
    private let perValue: Int
    /// The number of the value inside of which it cancels, counted from one. If it can't cancel then, it does inside of the
    /// next.
    private let cancelsAt: Int
    /// A closure that is called inside of every third value, and may bring other values before it returns.
    private let answer: (() -> Void)?
    private let subscriptions = Atomic<Int>(0)
    /// The thread that is inside of a call, or zero.
    private let inside = Atomic<UInt>(0)
    private let received = Atomic<Int>(0)
    /// The number of values that may have come; increased before the demand is passed on.
    private let demanded = Atomic<Int>(0)
    private let ended = Atomic<Bool>(false)
    /// The ending of the history, and whether an event had come when the call that subscribed returned; under `lock`.
    private var ending = HistoryShape.Ending.silent
    private var isImmediate = false
    /// Indicate whether the call that subscribes has returned, and whether it did before a cancellation; under `lock`.
    private var isSubscribed = false
    private var hadTimeToSubscribe = false
    /// The state after `cancel()` has returned: threads that have called it or have begun an act since may bring no event any
    /// more. Under `lock`.
    private var isCancelDone = false
    private var quietThreads: Set<UInt> = []
    private var isQuietEverywhere = false
    /// Indicates whether cancellation is checked. If a task takes the values, earlier values may be seen after a cancellation.
    private let watchesCancellation: Bool

    static var unlimited: Int { 1 << 40 }

    /// The greatest number of values that a subscriber takes, far more than the inputs of a race send.
    static var mostValues: Int { 100_000 }

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - demand: The demand that it requests when it receives the subscription.
    ///   - later: The demand that it requests when the call that subscribes has returned, on the same thread.
    ///   - cancelsAt: The number of the value inside of which it cancels.
    ///   - answer: A closure that is called inside of every third value, unless that is negative and so an answer itself.
    init(
        demand: Int, later: Int = 0, perValue: Int, cancelsAt: Int = .max, answer: (() -> Void)? = nil,
        watchesCancellation: Bool = true, _ breaches: RaceBreaches
    ) {
        self.cancelsAt = cancelsAt
        self.answer = answer
        self.watchesCancellation = watchesCancellation
        firstDemand = demand
        laterDemand = later
        self.perValue = perValue
        self.breaches = breaches
    }

    /// Indicates whether its demand is unlimited.
    var asksForAll: Bool { demanded.load(ordering: .acquiring) >= Self.unlimited }

    /// Indicates whether it has not cancelled, and no end has come.
    var lacksItsEnd: Bool { !lock.withLock { isCancelled } && !hasEnded }

    /// The numbers that came, if the values are numbers.
    var numbers: [Int] { lock.withLock { list } }

    /// The shape of the events that have come.
    var shape: HistoryShape {
        let values = received.load(ordering: .acquiring)
        return lock.withLock { HistoryShape(isImmediate: isImmediate, values: values, ending: ending) }
    }

    /// Notes that the call that subscribes has returned. For a subscriber that asks only then, the events until this returns
    /// count as synchronous.
    func noteSubscribed() {
        if laterDemand > 0 { request(laterDemand) }
        let hasEvents = received.load(ordering: .acquiring) > 0 || hasEnded
        lock.withLock {
            isImmediate = hasEvents
            isSubscribed = true
            hadTimeToSubscribe = !isCancelled
        }
    }

    /// Indicates whether there is something to cancel: the subscription is there, or the call that subscribes has returned. A
    /// subscriber with closures, or in a task, has nothing to cancel before that.
    var canCancel: Bool {
        lock.withLock { isSubscribed || subscription != nil && !(subscription is RaceTicket) }
    }

    /// Indicates whether it has cancelled before the end came, so that more events could have come.
    var isCut: Bool { lock.withLock { isCancelled && ending == .silent } }

    /// Indicates whether all synchronous events have had the time to come.
    var hasSeenWhatComesAtOnce: Bool { lock.withLock { hadTimeToSubscribe } }

    /// Indicates whether it asks for values on the thread that subscribes.
    var asksAtOnce: Bool { firstDemand + laterDemand > 0 }

    /// Indicates whether it has its subscription before it asks for anything.
    var asksLate: Bool { firstDemand == 0 }

    /// Indicates whether its own demand is limited.
    var isPatient: Bool { firstDemand + laterDemand < Self.unlimited }

    /// Indicates whether values may have waited for demand.
    var letsValuesWait: Bool { firstDemand < Self.unlimited }

    /// Notes that the calling thread begins an act.
    func noteBeginning() {
        lock.withLock { if isCancelDone { _ = quietThreads.insert(Threads.current) } }
    }

    /// Notes that all threads have ended.
    func noteEndOfThreads() { lock.withLock { isQuietEverywhere = isCancelDone } }

    /// Indicates whether the end has come.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    func request(_ count: Int) {
        let subscription: (any Subscription)? = lock.withLock {
            if subscriptions.load(ordering: .relaxed) == 0 { wanted += count }
            return self.subscription
        }
        if let subscription { request(count, of: subscription) }
    }

    private func request(_ count: Int, of subscription: any Subscription) {
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
        guard watchesCancellation else { return }
        lock.withLock {
            isCancelDone = true
            _ = quietThreads.insert(Threads.current)
        }
    }

    func receive(subscription: any Subscription) {
        let (isFirst, isTooLate, wanted) = lock.withLock {
            if !isCancelled { self.subscription = subscription }
            let isFirst = subscriptions.add(1, ordering: .sequentiallyConsistent).oldValue == 0
            return (isFirst, isCancelled, self.wanted)
        }
        if !isFirst { breaches.note(.subscription, "a second subscription came") }
        Threads.step()
        if isTooLate { return subscription.cancel() }
        // It asks even if another thread cancels meanwhile: otherwise a failure would come before values that weren't asked
        // for.
        if firstDemand + wanted > 0 { request(firstDemand + wanted, of: subscription) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let outer = enter("a value came")
        defer { inside.store(outer, ordering: .sequentiallyConsistent) }
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
        if count > Self.mostValues { Ward.giveUp("a subscriber of a race receives values for ever") }
        if count > demanded.load(ordering: .sequentiallyConsistent) {
            breaches.note(.demand, "value \(count) came, and fewer were demanded")
        }
        if let number = input as? Int { lock.withLock { list.append(number) } }
        if count >= cancelsAt, canCancel { cancel() }
        if let answer, count.isMultiple(of: 3), let number = input as? Int, number >= 0 { answer() }
        if perValue > 0 { demanded.add(perValue, ordering: .sequentiallyConsistent) }
        return .max(perValue)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let outer = enter("a completion came")
        ended.store(true, ordering: .sequentiallyConsistent)
        let subscription: (any Subscription)? = lock.withLock {
            ending = if case .finished = completion { .finished } else { .failed }
            defer { self.subscription = nil }
            return self.subscription
        }
        withExtendedLifetime(subscription) {}
        inside.store(outer, ordering: .sequentiallyConsistent)
    }

    /// - Returns: The value to restore in `inside`.
    private func enter(_ event: String) -> UInt {
        let outer = inside.exchange(Threads.current, ordering: .sequentiallyConsistent)
        // Some calls are slow: even on a single processor another thread runs in between.
        if received.load(ordering: .relaxed).isMultiple(of: 2) { Threads.change() } else { Threads.step() }
        // An event that an answer brings comes inside of the value that is answered.
        if outer != 0, answer == nil || outer != Threads.current {
            breaches.note(.serialised, "\(event) while another call was still going on")
        }
        if subscriptions.load(ordering: .sequentiallyConsistent) == 0 {
            breaches.note(.subscription, "\(event) before the subscription")
        }
        if ended.load(ordering: .sequentiallyConsistent) {
            breaches.note(.end, "\(event) after the completion")
        }
        let isTooLate = lock.withLock {
            isCancelDone && (isQuietEverywhere || quietThreads.contains(Threads.current))
        }
        if isTooLate {
            breaches.note(.cancellation, "\(event) of something that had begun after cancel() had returned")
        }
        return outer
    }
}

/// The breaches of laws that threads have seen.
final class RaceBreaches: @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var list: [(law: RaceLaw, detail: String)] = []

    func note(_ law: RaceLaw, _ detail: String) { lock.withLock { list.append((law, detail)) } }

    func first(without ignored: Set<RaceLaw>) -> (law: RaceLaw, detail: String)? {
        lock.withLock { list.first { !ignored.contains($0.law) } }
    }
}
