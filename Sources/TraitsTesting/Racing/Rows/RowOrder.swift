import TraitsRuntime

/// Checks that the history of several threads could also come from one thread, in some order of the same acts.
///
/// One thread does the acts in each order, then several threads do them concurrently. The concurrent history must be among the
/// earlier histories. So no value is lost, duplicated or reordered. A row doesn't show this, since it predicts the number of
/// values and not the values.
///
/// ```
/// one thread       0--1--2          one thread       2--0--1
/// several          0--2--1          several          0--2           1 is lost
/// ```
///
/// Nothing is checked if an act takes several steps, since another thread may run in between: a value that brings two, a
/// request that asks two inputs, an input that is cancelled and subscribed to again.
final class RowOrder: LawSampleVisitor {
    /// The acts of each thread, after the subscription.
    struct Plan {
        var threads: [[PlanAct]]
        /// The initial demand; unlimited if `nil`.
        var demand: Int?
        /// Indicates whether the inputs have a synchronous value, which is replaced.
        var isCurrent = false
    }

    private let plan: Plan
    private let seeds: [UInt64]
    private let inputCount: Int
    /// The text of a fault, and the seed that shows it.
    private(set) var fault: (text: String, seed: UInt64)?
    /// Indicates whether histories could be compared.
    private(set) var isJudged = false

    private let steps: Steps

    init(_ plan: Plan, inputs: Int, seeds: [UInt64], _ steps: Steps = Steps()) {
        self.plan = plan
        self.steps = steps
        self.seeds = seeds
        inputCount = inputs
    }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        guard let allowed = sequentialHistories(make) else { return }
        isJudged = true
        // A fault shows in one schedule of many.
        let schedules: UInt64 = Threads.areScheduled ? 5 : 1
        for schedule in seeds.flatMap({ ($0 &* schedules)..<($0 &* schedules + schedules) }) {
            let path = Self.paths[Int(schedule % 3)]
            // A sink asks for all values.
            let isPossible = path.isSubscriber || plan.demand == nil
            let run = RowOrderRun(plan, inputs: inputCount, isPossible ? path : .subscriber(.direct), make)
            let bodies = plan.threads.map { acts in { for act in acts { run.perform(act) } } }
            Threads.race(bodies, seed: schedule)
            let seen = run.finish()
            steps.take()
            if allowed.contains(seen) { continue }
            let text = """
                threads do what one thread could have done: \(Self.text(seen)) is none of \
                \(allowed.map(Self.text).sorted().joined(separator: ", "))
                """
            fault = (text, schedule / schedules)
            return
        }
    }

    /// The paths on which several threads' values are taken.
    private static var paths: [Taker.Path] { [.subscriber(.direct), .subscriber(.erased), .taking(.sink)] }

    private static func text(_ history: [String]) -> String { "[\(history.joined(separator: " "))]" }

    /// Returns the histories of one thread, in all orders of the acts.
    ///
    /// - Returns: `nil` if an act takes several steps, or if the values have different names each time.
    private func sequentialHistories<P: Publisher>(
        _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) -> Set<[String]>? {
        var all: Set<[String]> = []
        for (number, order) in PlanAct.orders(of: plan.threads).enumerated() {
            for _ in 0...(number == 0 ? 1 : 0) {
                let run = RowOrderRun(plan, inputs: inputCount, .subscriber(.direct), make)
                for act in order {
                    run.perform(act)
                    if run.endAct() { return nil }
                }
                all.insert(run.finish())
                steps.take()
            }
            if number == 0, all.count > 1 { return nil }
        }
        return all
    }
}

/// One subscription to a sample over subjects.
private final class RowOrderRun<P: Publisher> {
    private let inputs: [RowOrderInput]
    private let scheduler = TestScheduler()
    private let subscriber: RowOrderSubscriber<P.Output, P.Failure>
    private var cancellable: AnyCancellable?

    init(
        _ plan: RowOrder.Plan, inputs count: Int, _ path: Taker.Path,
        _ make: (TestScheduler, LawInputMaker) -> P
    ) {
        inputs = (0..<count).map { _ in RowOrderInput(isCurrent: plan.isCurrent) }
        subscriber = RowOrderSubscriber(plan.demand)
        let publisher = make(scheduler, LawInputMaker(inputs) { AnyPublisher($0.catch { _ in Empty() }) })
        switch path {
        case .subscriber(let route): publisher.subscribe(subscriber, by: route, on: scheduler)
        case .taking(let way):
            cancellable = publisher.begin(way, nil) { [subscriber] in subscriber.take($0) }
        }
        _ = endAct()
    }

    func perform(_ act: PlanAct) {
        switch act {
        case .send(let value, let input): inputs[input].subject.send(value)
        case .finish(let input): inputs[input].subject.send(completion: .finished)
        case .fail(let input): inputs[input].subject.send(completion: .failure(TestFailure()))
        case .request(let count, _): subscriber.request(PlanAct.demand(count))
        case .cancel: subscriber.cancel()
        case .pass(let ticks): scheduler.advance(by: VirtualTime.Stride(ticks: ticks))
        case .subscribe: preconditionFailure("one subscriber sees the order of events")
        }
        Threads.step()
    }

    /// Ends an act.
    ///
    /// - Returns: A Boolean value that indicates whether the act took several steps.
    func endAct() -> Bool {
        let values = subscriber.endAct()
        let steps = inputs.map { $0.endAct() }
        return values > 1 || steps.reduce(0) { $0 + $1.values } > 1
            || steps.reduce(0) { $0 + $1.requests } > 1 || steps.contains(where: \.isLeftAndCameBack)
    }

    /// Lets all work go on that waits for time.
    ///
    /// - Returns: The history of the run.
    func finish() -> [String] {
        scheduler.advance(by: 250)
        let seen = subscriber.history
        subscriber.cancel()
        cancellable = nil
        scheduler.advance(by: 250)
        return seen
    }
}

/// An input: a subject, with the steps that an act causes on it.
private final class RowOrderInput: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    struct Steps {
        var (values, requests) = (0, 0)
        fileprivate var isLeft = false
        var isLeftAndCameBack = false
    }

    let subject: any Subject<Int, TestFailure>
    private let lock = Lock()
    private var steps = Steps()

    init(isCurrent: Bool) { subject = isCurrent ? CurrentValueSubject(0) : PassthroughSubject() }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        note { if $0.isLeft { $0.isLeftAndCameBack = true } }
        watch(subject, subscriber)
    }

    private func watch<S: Subscriber>(_ subject: some Subject<Int, TestFailure>, _ subscriber: S)
    where S.Input == Int, S.Failure == TestFailure {
        Publishers.HandleEvents(
            upstream: subject,
            receiveOutput: { _ in self.note { $0.values += 1 } },
            receiveCompletion: { _ in self.note { $0.isLeft = true } },
            receiveCancel: { self.note { $0.isLeft = true } },
            receiveRequest: { _ in self.note { $0.requests += 1 } }
        ).receive(subscriber: subscriber)
    }

    private func note(_ change: (inout Steps) -> Void) { lock.withLock { change(&steps) } }

    func endAct() -> Steps {
        lock.withLock {
            defer { steps = Steps() }
            return steps
        }
    }
}

/// A subscriber that notes its events, in words.
private final class RowOrderSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    // Unchecked: mutable state is touched under the lock only.
    private let lock = Lock()
    private let demand: Int?
    private var subscription: (any Subscription)?
    private var events: [String] = []
    private var values = 0

    init(_ demand: Int?) { self.demand = demand }

    var history: [String] { lock.withLock { events } }

    func receive(subscription: any Subscription) {
        lock.withLock { self.subscription = subscription }
        if demand != 0 { request(PlanAct.demand(demand ?? 0)) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        Threads.step()
        let isEndless = lock.withLock {
            events.append("\(input)")
            values += 1
            return events.count > 10_000
        }
        if isEndless { Ward.giveUp("a subscriber receives values for ever") }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock {
            if case .failure(let error) = completion { events.append("failed: \(error)") }
            if case .finished = completion { events.append("finished") }
        }
    }

    func request(_ demand: Subscribers.Demand) { lock.withLock { subscription }?.request(demand) }

    func cancel() {
        let old = lock.withLock {
            defer { subscription = nil }
            return subscription
        }
        old?.cancel()
    }

    /// Ends an act.
    ///
    /// - Returns: The number of values that have come in this act.
    func endAct() -> Int {
        lock.withLock {
            defer { values = 0 }
            return values
        }
    }
}
