import TraitsRuntime
import TraitsTesting

/// What one run of an operator stands on: publishers that a test drives by hand, a clock, and a token that is
/// alive for as long as anybody keeps what the operator was given.
final class MatrixHarness {
    /// Publishers in the order in which they were made.
    private(set) var inputs: [Manual] = []
    let scheduler = TestScheduler()
    /// What is done one after another, after the inputs have sent something.
    var events: [() -> Void] = []
    /// Kept for as long as the harness.
    var kept: [Any] = []
    private let subscribing: Manual.Subscribing
    private var token: Token? = Token()
    private weak var held: Token?
    /// What was asked for in return for values, for each input.
    private var returned: [Subscribers.Demand] = []
    private var sent: [Int] = []
    private var cancelsAtTheEnd: [Int?] = []
    private var hasFailed: [Bool] = []
    /// Whether an input that has failed is cancelled with the others.
    var mayCancelFailed = false

    init(subscribing: Manual.Subscribing = .automatic) {
        self.subscribing = subscribing
        held = token
    }

    /// A new input.
    func input() -> Manual {
        let new = Manual(subscribing: subscribing, subscription: TestSubscription("ManualPublisher"))
        inputs.append(new)
        returned.append(.none)
        sent.append(0)
        cancelsAtTheEnd.append(nil)
        hasFailed.append(false)
        return new
    }

    /// A new input that finishes where it would fail.
    func infallible() -> Publishers.Catch<Manual, Empty<Int, Never>> {
        input().catch(plain { _ in Empty() })
    }

    /// A closure for the operator, which keeps the token.
    func closure<each Argument, Result>(
        _ body: @escaping (repeat each Argument) throws -> Result
    ) -> (repeat each Argument) throws -> Result {
        { [token] (argument: repeat each Argument) in
            try withExtendedLifetime(token) { try body(repeat each argument) }
        }
    }

    /// The same for a closure that doesn't throw.
    func plain<each Argument, Result>(
        _ body: @escaping (repeat each Argument) -> Result
    ) -> (repeat each Argument) -> Result {
        { [token] (argument: repeat each Argument) in
            withExtendedLifetime(token) { body(repeat each argument) }
        }
    }

    /// Releases all that the harness keeps for the operator.
    func release() {
        for input in inputs { input.releaseSubscribers() }
        events = []
        kept = []
        token = nil
    }

    /// Whether anybody keeps the operator's closures.
    var isHeld: Bool { held != nil }

    // MARK: Sending

    /// Whether an input has a subscriber, and neither side has ended.
    func isRunning(_ index: Int) -> Bool {
        inputs[index].subscriptionCount > 0 && cancelsAtTheEnd[index] == nil
            && !inputs[index].subscription.isCancelled
    }

    /// Sends as a publisher that keeps to the rules: only what was asked for, and nothing after an end.
    func send(_ value: Int, to index: Int) {
        guard isRunning(index) else { return }
        let allowed = inputs[index].subscription.requested + returned[index]
        guard allowed > .max(sent[index]) else { return }
        sent[index] += 1
        let more = inputs[index].send(value)
        returned[index] += more
        scheduler.advance(by: 1)
    }

    /// Completes as a publisher that keeps to the rules.
    func send(completion: Subscribers.Completion<TestError>, to index: Int) {
        guard isRunning(index) else { return }
        cancelsAtTheEnd[index] = inputs[index].uses.count { $0 == .cancelled }
        if case .failure = completion { hasFailed[index] = true }
        inputs[index].send(completion: completion)
        scheduler.advance(by: 1)
    }

    /// Sends what must have no effect any more, as a publisher that doesn't keep to the rules.
    func sendLate() {
        for input in inputs where input.subscriptionCount > 0 {
            input.send(99)
            input.send(completion: .failure(TestError()))
            input.send(completion: .finished)
        }
        scheduler.advance(by: 9)
    }

    /// All steps of a run that ends by itself, one for each value and one for each completion.
    func steps(_ values: ClosedRange<Int> = 1...3) -> [() -> Void] {
        var steps: [() -> Void] = []
        // An input that the operator makes meanwhile takes part in what comes after.
        let places = 0..<max(inputs.count, 4)
        for value in values {
            for place in places {
                steps.append { [unowned self] in
                    if inputs.indices.contains(place) { send(place * 10 + value, to: place) }
                }
            }
        }
        for place in places {
            steps.append { [unowned self] in
                if inputs.indices.contains(place) { send(completion: .finished, to: place) }
            }
        }
        return steps + events
    }

    /// What is wrong with how the inputs were treated by an operator that is over.
    func faults(mustCancel: Bool) -> [String] {
        inputs.indices.compactMap { index -> String? in
            let cancels = inputs[index].uses.count { $0 == .cancelled }
            if let before = cancelsAtTheEnd[index], before != cancels, !(mayCancelFailed && hasFailed[index])
            {
                return "input \(index) was cancelled after its end"
            }
            if cancels > 1 { return "input \(index) was cancelled \(cancels) times" }
            if mustCancel, isRunning(index) { return "input \(index) was not cancelled" }
            return nil
        }
    }
}

/// A subscriber that writes down what it is sent, and what of that breaks the contract of streams.
final class MatrixWatch {
    private(set) var log: [String] = []
    private(set) var faults: [String] = []
    private(set) var name: String?
    private(set) var valueCount = 0
    private(set) var isOver = false
    private(set) var isCancelled = false
    private var allowed = Subscribers.Demand.none
    private var subscription: (any Subscription)?
    private var cancellable: AnyCancellable?
    /// Called with each value, after it has been written down.
    var onValue: () -> Void = {}

    var text: String { log.joined(separator: " ") }

    /// How many values have to come for the subscriber to cancel; at once, if none.
    private let limit: Int?

    /// - Parameter demand: How it asks; nil for a sink, which is known to ask for everything.
    init<P: Publisher>(_ publisher: P, _ demand: DemandPolicy?, cancelAfter limit: Int? = nil) {
        self.limit = limit
        guard let demand else {
            name = ""
            allowed = .unlimited
            cancellable = publisher.sink(
                receiveCompletion: { [weak self] in self?.ended($0) },
                receiveValue: { [weak self] in self?.received($0) })
            return
        }
        let subscriber = TrackingSubscriber<P.Output, P.Failure>(
            receiveSubscription: { [weak self] in self?.subscribed($0, demand) },
            receiveValue: { [weak self] in
                self?.received($0)
                return self?.answer(demand) ?? .none
            },
            receiveCompletion: { [weak self] in self?.ended($0) })
        publisher.subscribe(subscriber)
        // The watch alone keeps the subscription, so that it can release it.
        subscriber.releaseSubscriptions()
    }

    private func subscribed(_ new: any Subscription, _ demand: DemandPolicy) {
        if name != nil { faults.append("a second subscription") }
        name = String(describing: new)
        subscription = new
        if limit == 0 { return cancel() }
        switch demand {
        case .unlimited: request(.unlimited)
        case .atOnce(let count), .atATime(let count), .replenished(let count), .requested(let count):
            request(.max(count))
        case .none: break
        }
    }

    private func answer(_ demand: DemandPolicy) -> Subscribers.Demand {
        if valueCount == limit && !isCancelled { cancel() }
        switch demand {
        case .replenished:
            allowed += 1
            return .max(1)
        case .requested: request(.max(1))
        default: break
        }
        return .none
    }

    private func received(_ value: Any) {
        if name == nil { faults.append("a value before the subscription") }
        if isOver { faults.append("the value \(value) after the end") }
        if isCancelled { faults.append("the value \(value) after the cancellation") }
        valueCount += 1
        if allowed < .max(valueCount) { faults.append("the value \(value), which was not asked for") }
        log.append("\(value)")
        onValue()
    }

    private func ended<Failure>(_ completion: Subscribers.Completion<Failure>) {
        if name == nil { faults.append("a completion before the subscription") }
        if isOver { faults.append("a second completion") }
        if isCancelled { faults.append("a completion after the cancellation") }
        isOver = true
        log.append(Run.text(completion))
    }

    func request(_ demand: Subscribers.Demand) {
        if !isCancelled { allowed += demand }
        subscription?.request(demand)
    }

    func cancel() {
        isCancelled = true
        subscription?.cancel()
        cancellable?.cancel()
    }

    /// Releases the subscription, without cancelling it unless it is a sink's.
    func release() {
        subscription = nil
        cancellable = nil
    }
}
