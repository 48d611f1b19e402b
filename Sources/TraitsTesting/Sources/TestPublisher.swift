import TraitsRuntime

/// A publisher that follows a script in virtual time, and records its uses.
///
/// Scripts are marbles, see ``Marbles``:
///
/// ```swift
/// let scheduler = TestScheduler()
/// let source = try scheduler.cold("-a-b-|", values: ["a": 1, "b": 20])
/// let recorder = source.first().record(on: scheduler)
/// try scheduler.run()
///
/// #expect(recorder.values == [1])
/// #expect(source.cancelCount == 1)
/// ```
///
/// A **cold** publisher starts separately for each subscriber: tick zero is the subscription, and an event at tick zero happens
/// inside of the call that subscribes and requests. A **hot** publisher has one time for all: tick zero is its creation, and a
/// late subscriber misses earlier events. A subscriber that arrives after the completion receives only the completion.
///
/// - Demand: Values wait until they are requested, separately for each subscriber; a completion waits for the values before it.
/// - Cancellation: Synchronous; nothing comes after it, and work that was scheduled for the subscription is released.
/// - Threads: Subscribing, requesting and cancelling are safe from any thread; signals come on the thread that moves the clock
///   or that requests.
/// - Memory: It keeps its script and its uses, and no subscriber that is done. The scheduler keeps a hot publisher until its
///   script is over, and the subscriptions to a cold publisher.
public final class TestPublisher<Output, Failure: Error>: Publisher {
    /// The beginning of the script's time.
    public enum Kind: Hashable, Sendable {
        /// Time begins with each subscription.
        case cold
        /// Time begins with the publisher.
        case hot
    }

    /// The beginning of the script's time.
    public let kind: Kind
    /// The events, with times counted from the subscription or from the creation.
    public let script: [TimedSignal<Output, Failure>]

    /// The scheduler of a cold publisher. The scheduler keeps a hot publisher, which doesn't keep the scheduler in return.
    private let ownScheduler: TestScheduler?
    private weak var scheduler: TestScheduler?
    private let lock = Lock()
    private var log: [TimedUse] = []
    private var subscriptions = 0
    private var active: [ObjectIdentifier: ScriptConduit<Output, Failure>] = [:]
    private var activeOrder: [ObjectIdentifier] = []
    private var begun: [WeakConduit] = []
    private var unasked = 0
    private var hotCompletion: Subscribers.Completion<Failure>?

    /// Creates a publisher from signals instead of marbles.
    ///
    /// - Parameters:
    ///   - kind: The beginning of the script's time.
    ///   - script: The events in order, with times counted from the subscription or from the creation. It may break the
    ///     contract of streams on purpose: a cold publisher also sends the events after a completion.
    ///   - scheduler: The scheduler whose time counts.
    public init(_ kind: Kind, script: [TimedSignal<Output, Failure>], on scheduler: TestScheduler) {
        self.kind = kind
        self.script = script
        self.scheduler = scheduler
        ownScheduler = kind == .cold ? scheduler : nil
        if kind == .hot { scheduleHot(on: scheduler) }
    }

    /// The current time. When the scheduler of a hot publisher is released, no more events happen.
    private var now: VirtualTime { scheduler?.now ?? .zero }

    private struct WeakConduit {
        weak var conduit: ScriptConduit<Output, Failure>?
    }

    private func scheduleHot(on scheduler: TestScheduler) {
        let start = scheduler.now
        for event in script {
            let time = start.advanced(by: VirtualTime.zero.distance(to: event.time))
            // The closure holds this publisher: a test often stores only the recorder of a stream made from it.
            scheduler.scheduleInOrder(after: time) { [self] in
                broadcast(event.signal)
            }
        }
    }

    private func broadcast(_ signal: Signal<Output, Failure>) {
        let conduits = lock.withLock {
            if case .completion(let completion) = signal { hotCompletion = completion }
            return activeOrder.compactMap { active[$0] }
        }
        for conduit in conduits { conduit.offer(signal) }
    }

    /// Begins a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        begin(subscriber, .prompt)
    }

    /// Begins a subscription with a habit.
    func begin<S: Subscriber>(_ subscriber: S, _ habit: ScriptHabit)
    where S.Input == Output, S.Failure == Failure {
        let time = now
        let number = lock.withLock {
            let number = subscriptions
            subscriptions += 1
            log.append(TimedUse(time, subscription: number, .subscribed))
            return number
        }
        let conduit = ScriptConduit<Output, Failure>(
            habit,
            receive: subscriber.receive,
            complete: subscriber.receive(completion:),
            noteUnasked: { [weak self] in self?.noteUnasked() }
        ) { [weak self] conduit, use in
            self?.note(use, of: conduit, number: number)
        }
        let past: Subscribers.Completion<Failure>? = lock.withLock {
            begun.append(WeakConduit(conduit: conduit))
            if kind == .hot, let hotCompletion { return hotCompletion }
            active[ObjectIdentifier(conduit)] = conduit
            activeOrder.append(ObjectIdentifier(conduit))
            return nil
        }
        if let past {
            conduit.offer(.completion(past))
        } else if let ownScheduler {
            conduit.follow(script, on: ownScheduler)
        }
        subscriber.receive(subscription: conduit)
        conduit.handshakeDone()
    }

    private func noteUnasked() { lock.withLock { unasked += 1 } }

    private func note(_ use: SubscriptionUse?, of conduit: ScriptConduit<Output, Failure>, number: Int) {
        let time = now
        let removed = lock.withLock {
            if let use { log.append(TimedUse(time, subscription: number, use)) }
            if case .requested = use { return nil as ScriptConduit<Output, Failure>? }
            activeOrder.removeAll { $0 == ObjectIdentifier(conduit) }
            return active.removeValue(forKey: ObjectIdentifier(conduit))
        }
        withExtendedLifetime(removed) {}
    }
}

// Unchecked, because not all subscribers are sendable: each is called by one thread at a time, and mutable state of the
// publisher is touched under `lock` only.
extension TestPublisher: @unchecked Sendable where Output: Sendable {}

// MARK: - Uses

extension TestPublisher {
    /// All uses with their times, the oldest first.
    public var timedUses: [TimedUse] { lock.withLock { log } }

    /// All uses, the oldest first.
    ///
    /// ```swift
    /// #expect(source.uses == [.subscribed, .requested(.max(1)), .cancelled])
    /// ```
    public var uses: [SubscriptionUse] { timedUses.map(\.use) }

    /// The number of times that it was subscribed to.
    public var subscriptionCount: Int { uses.count { $0 == .subscribed } }

    /// The number of subscriptions that were cancelled.
    public var cancelCount: Int { uses.count { $0 == .cancelled } }

    /// The demands that were requested, in order.
    public var requests: [Subscribers.Demand] {
        uses.compactMap { if case .requested(let demand) = $0 { demand } else { nil } }
    }

    /// The number of values that were sent although they hadn't been asked for.
    var unaskedCount: Int { lock.withLock { unasked } }

    /// Indicates whether a subscription was not asked for everything in one request.
    var wasAskedForLess: Bool {
        let requests = requests
        return requests.count < subscriptionCount || requests.contains { $0 != .unlimited }
    }

    /// The number of subscriptions that are neither ended nor cancelled.
    public var activeCount: Int { lock.withLock { active.count } }

    /// The number of subscriptions that are over and still kept by an object.
    ///
    /// An operator may keep its upstream's subscription as long as it lives itself. When all subscribers and the publisher are
    /// released, the number should be zero.
    public var keptCount: Int {
        let (begun, open) = lock.withLock { (self.begun, Set(active.keys)) }
        return begun.count { begun in
            begun.conduit.map { !open.contains(ObjectIdentifier($0)) } ?? false
        }
    }
}

// MARK: - From marbles

extension TestScheduler {
    /// Creates a publisher that starts separately for each subscriber and never fails.
    ///
    /// ```swift
    /// let letters = try scheduler.cold("-a-b|", of: String.self)
    /// let numbers = try scheduler.cold("-a-b|", values: ["a": 1, "b": 20])
    /// ```
    ///
    /// - Parameters:
    ///   - marbles: The events, see ``Marbles``.
    ///   - values: The values by their names; not needed for types that are ``MarbleValue``.
    ///   - type: The type of the values, if it can't be inferred.
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func cold<Output>(
        _ marbles: String, values: [Character: Output] = [:], of type: Output.Type = Output.self
    ) throws(MarbleError) -> TestPublisher<Output, Never> {
        try publisher(.cold, marbles, MarbleKey(values: values))
    }

    /// Creates a publisher that starts separately for each subscriber.
    ///
    /// ```swift
    /// let source = try scheduler.cold("-a-x", values: ["a": 1], failure: TestFailure.self)
    /// let other = try scheduler.cold("-a-e", values: ["a": 1], errors: ["e": Failure.offline])
    /// ```
    ///
    /// - Parameters:
    ///   - marbles: The events, see ``Marbles``.
    ///   - values: The values by their names; not needed for types that are ``MarbleValue``.
    ///   - errors: The errors by their names. `x` needs no entry if ``TestFailure`` will do.
    ///   - type: The type of the values, if it can't be inferred.
    ///   - failure: The type of the errors, if it can't be inferred.
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func cold<Output, Failure: Error>(
        _ marbles: String, values: [Character: Output] = [:], errors: [Character: Failure] = [:],
        of type: Output.Type = Output.self, failure: Failure.Type = Failure.self
    ) throws(MarbleError) -> TestPublisher<Output, Failure> {
        try publisher(.cold, marbles, MarbleKey(values: values, errors: errors))
    }

    /// Creates a publisher that has one time for all subscribers and never fails.
    ///
    /// Its time begins now; see ``cold(_:values:of:)`` for the parameters.
    ///
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func hot<Output>(
        _ marbles: String, values: [Character: Output] = [:], of type: Output.Type = Output.self
    ) throws(MarbleError) -> TestPublisher<Output, Never> {
        try publisher(.hot, marbles, MarbleKey(values: values))
    }

    /// Creates a publisher that has one time for all subscribers.
    ///
    /// Its time begins now; see ``cold(_:values:errors:of:failure:)`` for the parameters.
    ///
    /// - Throws: ``MarbleError`` if the marbles are wrong.
    public func hot<Output, Failure: Error>(
        _ marbles: String, values: [Character: Output] = [:], errors: [Character: Failure] = [:],
        of type: Output.Type = Output.self, failure: Failure.Type = Failure.self
    ) throws(MarbleError) -> TestPublisher<Output, Failure> {
        try publisher(.hot, marbles, MarbleKey(values: values, errors: errors))
    }

    private func publisher<Output, Failure: Error>(
        _ kind: TestPublisher<Output, Failure>.Kind, _ marbles: String, _ key: MarbleKey<Output, Failure>
    ) throws(MarbleError) -> TestPublisher<Output, Failure> {
        TestPublisher(kind, script: try key.signals(of: Marbles(marbles)), on: self)
    }
}
