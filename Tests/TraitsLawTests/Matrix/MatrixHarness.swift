import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// A publisher that a test drives by hand.
typealias Manual = ManualPublisher<Int, TestFailure>

extension Optional<DemandPolicy> {
    /// The demand of a sink, which is known from its type: it may take a path of its own.
    static var sink: DemandPolicy? { nil }

    /// How messages call it.
    var name: String { map { "\($0)" } ?? "sink" }
}

/// The ground of one run of an operator: publishers that a test drives by hand, a clock, and a token that is
/// alive for as long as anybody keeps what the operator was given.
final class MatrixHarness {
    /// Publishers in the order in which they were made.
    private(set) var inputs: [Manual] = []
    let scheduler = TestScheduler()
    /// Work that is done in order, after the inputs have sent something.
    var events: [() -> Void] = []
    /// Connects the publisher, when it has its subscriber.
    var connection: () -> (any Cancellable)? = { nil }
    private var connected: (any Cancellable)?
    private let subscribing: Manual.Subscribing
    private final class Token {}
    private var token: Token? = Token()
    private weak var held: Token?
    /// The demands that were returned for values, for each input.
    private var returned: [Subscribers.Demand] = []
    private var sent: [Int] = []
    private var cancelsAtTheEnd: [Int?] = []
    private var hasFailed: [Bool] = []
    /// Indicates whether an input that has failed is cancelled with the others.
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

    /// Makes inputs for a sample: a new one for each subscription, which keeps what the sample promises of it. They
    /// keep the token.
    func maker(for sample: String) -> LawInputMaker {
        LawInputMaker {
            let input = Deferred(createPublisher: self.keeping { self.input() })
            if sample.contains("uncheckedCompletable") {
                return input.filter { _ in false }.eraseToAnyPublisher()
            }
            return sample.contains("unchecked")
                ? input.first().eraseToAnyPublisher() : input.eraseToAnyPublisher()
        } infallible: {
            Deferred(createPublisher: self.keeping { self.input().catch { _ in Empty<Int, Never>() } })
                .eraseToAnyPublisher()
        }
    }

    /// A closure that keeps the token.
    func keeping<each Argument, Result>(
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
        connection = { nil }
        connected = nil
        token = nil
    }

    /// Indicates whether anybody keeps the operator's closures.
    var isHeld: Bool { held != nil }

    /// Connects the publisher, if it has to be.
    func connect() { connected = connection() }

    // MARK: Sending

    /// Indicates whether an input has a subscriber, and neither side has ended.
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
    func send(completion: Subscribers.Completion<TestFailure>, to index: Int) {
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
            input.send(completion: .failure(TestFailure()))
            input.send(completion: .finished)
        }
        scheduler.advance(by: 9)
    }

    /// All steps of a run that ends by itself, one for each value and one for each completion.
    func steps(_ values: ClosedRange<Int> = 1...3) -> [() -> Void] {
        var steps: [() -> Void] = []
        // An input that the operator makes meanwhile takes part in what comes after.
        let numbers = 0..<max(inputs.count, 4)
        for value in values {
            for input in numbers {
                steps.append { [unowned self] in
                    if inputs.indices.contains(input) { send(input * 10 + value, to: input) }
                }
            }
        }
        for input in numbers {
            steps.append { [unowned self] in
                if inputs.indices.contains(input) { send(completion: .finished, to: input) }
            }
        }
        return steps + events
    }

    /// Returns mistakes in the way an operator that is over has treated its inputs.
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
