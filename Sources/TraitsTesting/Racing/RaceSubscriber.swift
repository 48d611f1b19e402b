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
    /// What was asked for before there was a subscription.
    private var wanted = 0
    private var list: [Int] = []
    private let breaches: RaceBreaches
    private let firstDemand: Int
    private let laterDemand: Int
    private let perValue: Int
    /// It cancels inside of this value, counted from one, or of the next one at which it can.
    private let cancelsAt: Int
    /// What it does inside of every third value, which may bring it others before it returns.
    private let answer: (() -> Void)?
    private let subscriptions = Atomic<Int>(0)
    /// The thread that is inside of a call, or zero.
    private let inside = Atomic<UInt>(0)
    private let received = Atomic<Int>(0)
    /// How many values may have come; counted up before anybody hears of it.
    private let demanded = Atomic<Int>(0)
    private let ended = Atomic<Bool>(false)
    /// How it ended, and whether anything had come when the call that subscribed returned; under `lock`.
    private var ending = HistoryShape.Ending.silent
    private var isImmediate = false
    /// Whether the call that subscribes has returned, and whether that was before a cancellation; under `lock`.
    private var isSubscribed = false
    private var hadTimeToSubscribe = false
    /// Whether `cancel()` has returned, and the threads that have begun something since, or have called it: what they do
    /// brings nothing any more. Under `lock`.
    private var isCancelDone = false
    private var quietThreads: Set<UInt> = []
    private var isQuietEverywhere = false
    /// Where tasks take the values, what came before a cancellation may be seen after it.
    private let watchesCancellation: Bool

    static var unlimited: Int { 1 << 40 }

    /// - Parameters:
    ///   - demand: What it asks for when it gets the subscription.
    ///   - later: What it asks for when the call that subscribes has returned, on the same thread.
    ///   - cancelsAt: The number of the value inside of which it cancels.
    ///   - answer: What it does inside of every third value that is no answer: no negative number.
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

    /// Whether it has asked for all there is.
    var asksForAll: Bool { demanded.load(ordering: .acquiring) >= Self.unlimited }

    /// Whether it has not cancelled, and no end has come.
    var lacksItsEnd: Bool { !lock.withLock { isCancelled } && !hasEnded }

    /// The numbers that came, if numbers come.
    var numbers: [Int] { lock.withLock { list } }

    /// What has come.
    var shape: HistoryShape {
        let values = received.load(ordering: .acquiring)
        return lock.withLock { HistoryShape(isImmediate: isImmediate, values: values, ending: ending) }
    }

    /// The call that subscribes has returned. A subscriber that asks only then gets synchronously what comes until
    /// this returns.
    func noteSubscribed() {
        if laterDemand > 0 { request(laterDemand) }
        let hasEvents = received.load(ordering: .acquiring) > 0 || hasEnded
        lock.withLock {
            isImmediate = hasEvents
            isSubscribed = true
            hadTimeToSubscribe = !isCancelled
        }
    }

    /// Whether there is something to cancel: the subscription is there, or the call that subscribes has returned. A
    /// subscriber with closures, or in a task, has nothing to cancel before that.
    var canCancel: Bool {
        lock.withLock { isSubscribed || subscription != nil && !(subscription is RaceTicket) }
    }

    /// Whether it has cancelled before the end came, so that more could have come.
    var isCut: Bool { lock.withLock { isCancelled && ending == .silent } }

    /// Whether all synchronous events have had the time to come.
    var hasSeenWhatComesAtOnce: Bool { lock.withLock { hadTimeToSubscribe } }

    /// Whether it has asked for something on the thread that subscribes.
    var asksAtOnce: Bool { firstDemand + laterDemand > 0 }

    /// Whether it has its subscription before it asks for anything.
    var asksLate: Bool { firstDemand == 0 }

    /// Whether it asks for less than there may be.
    var isPatient: Bool { firstDemand + laterDemand < Self.unlimited }

    /// Whether something may have waited to be asked for.
    var letsValuesWait: Bool { firstDemand < Self.unlimited }

    /// The thread that calls this begins something.
    func noteBeginning() {
        lock.withLock { if isCancelDone { _ = quietThreads.insert(Threads.current) } }
    }

    /// All threads have come to their end.
    func noteEndOfThreads() { lock.withLock { isQuietEverywhere = isCancelDone } }

    /// Whether the end has come.
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
        // Also if another thread cancels meanwhile: a failure would overtake what nobody asked for.
        if firstDemand + wanted > 0 { request(firstDemand + wanted, of: subscription) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let outer = enter("a value came")
        defer { inside.store(outer, ordering: .sequentiallyConsistent) }
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
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

    /// - Returns: What to leave `inside` with.
    private func enter(_ event: String) -> UInt {
        let outer = inside.exchange(Threads.current, ordering: .sequentiallyConsistent)
        // Some are slow: on a single processor, too, another thread comes in between.
        if received.load(ordering: .relaxed).isMultiple(of: 2) { Threads.change() } else { Threads.step() }
        // What comes of an answer comes inside of the value that it answers.
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
