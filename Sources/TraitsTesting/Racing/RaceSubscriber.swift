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
    /// A closure that is called inside of each number, with the number of values so far.
    private let act: ((_ count: Int, _ number: Int) -> Void)?
    /// Indicates whether the closure may bring other values before it returns.
    private let mayNest: Bool
    /// Indicates whether every other call gives up the processor.
    private let isSlow: Bool
    private let contract = StreamContract()
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

    static var unlimited: Int { StreamContract.unlimited }

    /// The greatest number of values that a subscriber takes, far more than the inputs of a race send.
    static var mostValues: Int { 100_000 }

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - demand: The demand that it requests when it receives the subscription.
    ///   - later: The demand that it requests when the call that subscribes has returned, on the same thread.
    ///   - cancelsAt: The number of the value inside of which it cancels.
    ///   - act: A closure that is called inside of each number, with the number of values so far.
    ///   - mayNest: Indicates whether the closure may bring other values before it returns.
    ///   - isSlow: Indicates whether every other call gives up the processor, so that calls overlap on a single one.
    init(
        demand: Int, later: Int = 0, perValue: Int, cancelsAt: Int = .max,
        act: ((_ count: Int, _ number: Int) -> Void)? = nil, mayNest: Bool = false, isSlow: Bool = true,
        watchesCancellation: Bool = true, _ breaches: RaceBreaches
    ) {
        self.cancelsAt = cancelsAt
        self.act = act
        self.mayNest = mayNest
        self.isSlow = isSlow
        self.watchesCancellation = watchesCancellation
        firstDemand = demand
        laterDemand = later
        self.perValue = perValue
        self.breaches = breaches
    }

    /// Indicates whether its demand is unlimited.
    var asksForAll: Bool { contract.asksForAll }

    /// Indicates whether it has not cancelled, and no end has come.
    var lacksItsEnd: Bool { !lock.withLock { isCancelled } && !hasEnded }

    /// The numbers that came, if the values are numbers.
    var numbers: [Int] { lock.withLock { list } }

    /// The shape of the events that have come.
    var shape: HistoryShape {
        let values = contract.valueCount
        return lock.withLock { HistoryShape(isImmediate: isImmediate, values: values, ending: ending) }
    }

    /// Notes that the call that subscribes has returned. For a subscriber that asks only then, the events until this returns
    /// count as synchronous.
    func noteSubscribed() {
        if laterDemand > 0 { request(laterDemand) }
        let hasEvents = contract.valueCount > 0 || hasEnded
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
    var hasEnded: Bool { contract.hasEnded }

    func request(_ count: Int) {
        let subscription: (any Subscription)? = lock.withLock {
            if !contract.hasSubscription { wanted += count }
            return self.subscription
        }
        if let subscription { request(count, of: subscription) }
    }

    private func request(_ count: Int, of subscription: any Subscription) {
        let demand: Subscribers.Demand = count >= Self.unlimited ? .unlimited : .max(count)
        contract.demand(demand)
        subscription.request(demand)
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
        let (isTooLate, wanted) = lock.withLock {
            if !isCancelled { self.subscription = subscription }
            contract.receiveSubscription(breaches.note)
            return (isCancelled, self.wanted)
        }
        Threads.step()
        if isTooLate { return subscription.cancel() }
        // It asks even if another thread cancels meanwhile: otherwise a failure would come before values that weren't asked
        // for.
        if firstDemand + wanted > 0 { request(firstDemand + wanted, of: subscription) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let entry = enter("a value came")
        defer { contract.leave(entry) }
        let count = contract.receiveValue(after: pastCancellation, breaches.note)
        if count > Self.mostValues { Ward.giveUp("a subscriber of a race receives values for ever") }
        let number = input as? Int
        if let number { lock.withLock { list.append(number) } }
        if count >= cancelsAt, canCancel { cancel() }
        if let act, let number { act(count, number) }
        contract.demand(.max(perValue))
        return .max(perValue)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let entry = enter("a completion came")
        contract.receiveCompletion(after: pastCancellation, breaches.note)
        let subscription: (any Subscription)? = lock.withLock {
            ending = if case .finished = completion { .finished } else { .failed }
            defer { self.subscription = nil }
            return self.subscription
        }
        withExtendedLifetime(subscription) {}
        contract.leave(entry)
    }

    private func enter(_ event: String) -> StreamContract.Entry {
        let entry = contract.enter(mayNest: mayNest, event, breaches.note)
        // Some calls are slow: even on a single processor another thread runs in between.
        if isSlow, contract.valueCount.isMultiple(of: 2) { Threads.change() } else { Threads.step() }
        return entry
    }

    /// The cancellation that forbids events on this thread, in words.
    private var pastCancellation: String? {
        let isQuiet = lock.withLock {
            isCancelDone && (isQuietEverywhere || quietThreads.contains(Threads.current))
        }
        return isQuiet ? "the cancellation: its act had begun after cancel() had returned" : nil
    }
}

/// The breaches of laws that threads have seen.
final class RaceBreaches: @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var list: [(law: RaceLaw, detail: String)] = []

    func note(_ law: RaceLaw, _ detail: String) { lock.withLock { list.append((law, detail)) } }

    func note(_ breach: StreamContract.Breach, _ detail: String) { note(breach.raceLaw, detail) }

    var isEmpty: Bool { lock.withLock { list.isEmpty } }

    func first(without ignored: Set<RaceLaw>) -> (law: RaceLaw, detail: String)? {
        lock.withLock { list.first { !ignored.contains($0.law) } }
    }
}

extension StreamContract.Breach {
    /// The law of races that the breach breaks.
    fileprivate var raceLaw: RaceLaw {
        switch self {
        case .subscription: .subscription
        case .serial: .serialised
        case .demand: .demand
        case .end: .end
        case .cancellation: .cancellation
        }
    }
}
