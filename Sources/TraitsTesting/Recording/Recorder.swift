import TraitsRuntime

/// A subscriber that records the events it receives.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let recorder = try scheduler.cold("-1-2-|", of: Int.self)
///     .map { $0 * 2 }
///     .record(on: scheduler)
///
/// scheduler.advance(by: 3)
/// #expect(recorder.values == [2, 4])
/// #expect(recorder.completion == nil)
/// try scheduler.run()
/// try recorder.expect("-2-4-|")
/// ```
///
/// - Demand: As the policy says, see ``DemandPolicy``; ``request(_:)`` asks for more.
/// - Threads: All members may be used from any thread. The recorder's answers are always consistent: they cover the events up
///   to some point.
/// - Cancellation: ``cancel()`` is recorded, and so are the events after it.
/// - Memory: It keeps all events, and the subscription until the end or the cancellation. Until then it lives as long as the
///   subscription does, as every subscriber that keeps its subscription.
public final class Recorder<Output, Failure: Error>: Subscriber, Cancellable {
    /// The recorded values.
    public typealias Input = Output

    private enum State {
        case waiting
        case subscribed(any Subscription)
        case over
    }

    private let policy: DemandPolicy
    private let lastValue: Int?
    private let scheduler: TestScheduler?
    private let start: VirtualTime
    private let lock = Lock()
    private var state = State.waiting
    private var pendingDemand = Subscribers.Demand.none
    private var recorded: [TimedSignal<Output, Failure>] = []
    private var subscriptionTime: VirtualTime?
    private var immediateCount = 0
    private let contract = StreamContract()
    private var broken: [String] = []
    let waiters = Waiters()
    /// The number of values that ``next()`` has returned.
    private var cursor = 0

    /// Creates a recorder that has not subscribed; use it with `publisher.subscribe(_:)`.
    ///
    /// `publisher.record(on:demand:)` does both.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler whose clock is recorded. Without one all times are zero.
    ///   - demand: The demand policy.
    ///   - lastValue: The number of values after which it cancels, inside of the call that brings the last of them. With 0 it
    ///     cancels inside of the call that brings the subscription.
    public init(
        on scheduler: TestScheduler? = nil, demand: DemandPolicy = .unlimited,
        cancelAfter lastValue: Int? = nil
    ) {
        self.scheduler = scheduler
        self.policy = demand
        self.lastValue = lastValue
        self.start = scheduler?.now ?? .zero
    }

    private func elapsed() -> VirtualTime {
        guard let scheduler else { return .zero }
        return VirtualTime.zero.advanced(by: start.distance(to: scheduler.now))
    }
}

// Unchecked, because not all of the runtime's subscriptions are sendable, although streams require that they may be cancelled
// and asked from any thread. The recorder's own state is touched under `lock` only.
extension Recorder: @unchecked Sendable where Output: Sendable {}

// MARK: - Observations

extension Recorder {
    /// A snapshot of all events until now.
    public var recording: Recording<Output, Failure> {
        let end = elapsed()
        return lock.withLock {
            Recording(
                events: recorded, subscriptionTime: subscriptionTime, immediateCount: immediateCount, end: end
            )
        }
    }

    /// All events until now, with times counted from the subscription.
    public var events: [TimedSignal<Output, Failure>] { lock.withLock { recorded } }

    /// The values received until now.
    public var values: [Output] { recording.values }

    /// The completion, if it came.
    public var completion: Subscribers.Completion<Failure>? { recording.completion }

    /// The breaches of the contract of streams until now; empty for a sound publisher.
    ///
    /// Breaches are a second subscription, an event before the subscription, after the end or after ``cancel()`` has returned,
    /// and a value that wasn't demanded:
    ///
    /// ```swift
    /// #expect(recorder.breaches == [])
    /// ```
    public var breaches: [String] { lock.withLock { broken } }

    /// A Boolean value that indicates whether ``cancel()`` was called before the end.
    public var isCancelled: Bool { recording.isCancelled }

    /// The recording as marbles, see ``Recording/marbles``.
    public var marbles: String { recording.marbles }

    /// Throws if the recording does not follow the marbles, see `Recording`'s `expect`.
    public func expect(_ marbles: String, fileID: String = #fileID, line: UInt = #line) throws {
        try recording.expect(marbles, fileID: fileID, line: line)
    }

    /// Throws if the recording does not follow the marbles, see `Recording`'s `expect`.
    public func expect(
        _ marbles: String, values: [Character: Output], errors: [Character: Failure] = [:],
        fileID: String = #fileID, line: UInt = #line
    ) throws where Output: Equatable {
        try recording.expect(marbles, values: values, errors: errors, fileID: fileID, line: line)
    }

    /// Throws if the recording does not follow the marbles, see `Recording`'s `expect`.
    public func expect(
        _ marbles: String, values: [Character: Output], errors: [Character: Failure] = [:],
        by areEqual: (Output, Output) -> Bool, fileID: String = #fileID, line: UInt = #line
    ) throws {
        try recording.expect(
            marbles, values: values, errors: errors, by: areEqual, fileID: fileID, line: line)
    }

    /// Throws if the recording does not follow the marbles, see `Recording`'s `expect`.
    public func expect(
        _ marbles: String, errors: [Character: Failure], fileID: String = #fileID, line: UInt = #line
    ) throws {
        try recording.expect(marbles, errors: errors, fileID: fileID, line: line)
    }
}

// MARK: - Requesting and cancelling

extension Recorder {
    /// Asks for more values.
    ///
    /// Demand from before the subscription is passed on when it comes.
    public func request(_ demand: Subscribers.Demand) {
        let subscription: (any Subscription)? = lock.withLock {
            switch state {
            case .subscribed(let subscription):
                contract.demand(demand)
                return subscription
            case .waiting:
                pendingDemand += demand
                return nil
            case .over:
                return nil
            }
        }
        subscription?.request(demand)
    }

    /// Cancels the subscription, once. Does nothing after the end.
    public func cancel() {
        let time = elapsed()
        let subscription: (any Subscription)? = lock.withLock {
            let subscription: (any Subscription)? =
                switch state {
                case .over: nil
                case .waiting: Subscriptions.empty
                case .subscribed(let subscription): subscription
                }
            if subscription != nil {
                state = .over
                recorded.append(TimedSignal(time, .cancelled))
            }
            return subscription
        }
        guard let subscription else { return }
        subscription.cancel()
        contract.noteCancelled()
        waiters.wakeAll()
    }

    func noteSubscribed() {
        lock.withLock { immediateCount = recorded.count }
        contract.noteSubscribed()
    }
}

// MARK: - Taking values

extension Recorder {
    private var isOver: Bool { if case .over = state { true } else { false } }

    /// Returns whether `take` has an answer.
    func hasNext(_ count: Int) -> Bool {
        lock.withLock { isOver || contract.valueCount - cursor >= count }
    }

    /// Takes the next values, if there are enough of them or no more will come.
    func take(_ count: Int, orLess: Bool) -> [Output]? {
        lock.withLock {
            guard orLess || isOver || contract.valueCount - cursor >= count else { return nil }
            let values = Recording(events: recorded).values.dropFirst(cursor).prefix(count)
            cursor += values.count
            return Array(values)
        }
    }
}

// MARK: - Subscriber

extension Recorder {
    /// Notes a breach of the contract. The caller holds the lock.
    private func note(_ breach: StreamContract.Breach, _ detail: String) { broken.append(detail) }

    /// Keeps the subscription and requests the policy's initial demand. A second subscription is cancelled.
    public func receive(subscription: any Subscription) {
        let time = elapsed()
        let demand: Subscribers.Demand? = lock.withLock {
            contract.receiveSubscription(note)
            guard case .waiting = state else { return nil }
            state = .subscribed(subscription)
            subscriptionTime = time
            let demand = lastValue == 0 ? .none : policy.initial + pendingDemand
            contract.demand(demand)
            return demand
        }
        guard let demand else { return subscription.cancel() }
        if lastValue == 0 { return cancel() }
        if demand > .none { subscription.request(demand) }
    }

    /// Records the value and returns the policy's demand for it.
    public func receive(_ input: Output) -> Subscribers.Demand {
        let time = elapsed()
        let (demand, isLast) = lock.withLock {
            let count = contract.receiveValue(note)
            recorded.append(TimedSignal(time, .value(input)))
            let isLast = count == lastValue
            let demand = isLast ? .none : policy.next(after: count)
            contract.demand(demand)
            return (demand, isLast)
        }
        if isLast { cancel() } else if policy.inside > .none { request(policy.inside) }
        waiters.wakeAll()
        return demand
    }

    /// Records the completion and releases the subscription.
    public func receive(completion: Subscribers.Completion<Failure>) {
        let time = elapsed()
        let old = lock.withLock {
            contract.receiveCompletion(hasCancelledInside: lastValue == 0, note)
            let old = state
            state = .over
            recorded.append(TimedSignal(time, .completion(completion)))
            return old
        }
        withExtendedLifetime(old) {}
        waiters.wakeAll()
    }
}

extension Publisher {
    /// Subscribes a recorder to this publisher.
    ///
    /// ```swift
    /// let recorder = Just(1).record()
    /// #expect(recorder.recording == "1|")
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler whose clock is recorded. Without one all times are zero.
    ///   - demand: The recorder's demand policy.
    ///   - lastValue: The number of values after which it cancels, inside of the call that brings the last of them. With 0 it
    ///     cancels inside of the call that brings the subscription.
    /// - Returns: The recorder, subscribed.
    public func record(
        on scheduler: TestScheduler? = nil, demand: DemandPolicy = .unlimited,
        cancelAfter lastValue: Int? = nil
    ) -> Recorder<Output, Failure> {
        let recorder = Recorder<Output, Failure>(on: scheduler, demand: demand, cancelAfter: lastValue)
        subscribe(recorder)
        recorder.noteSubscribed()
        return recorder
    }
}

extension Recorder: CustomStringConvertible {
    /// The ``marbles`` of the recording until now.
    public var description: String { marbles }
}
