import TraitsRuntime

/// Who subscribes in a run, and what they do.
enum LawPattern: Hashable {
    case unlimited
    case sink
    case oneAtATime
    case noneThenSome
    /// A second one beside the first, one in the middle, one after all is over.
    case crowd
    case cancelAtSubscription
    case cancelAtFirstValue
    case cancel(at: Int)
    /// The inputs have begun, and send whether anybody listens or not.
    case hot(at: Int)

    var demand: LawDemand {
        switch self {
        case .unlimited, .sink, .crowd, .cancel, .hot: .unlimited
        case .oneAtATime: .oneAtATime
        case .noneThenSome: .none
        case .cancelAtSubscription: .cancelAtSubscription
        case .cancelAtFirstValue: .cancelAtFirstValue
        }
    }

    var name: String {
        switch self {
        case .unlimited: "the first, unlimited demand"
        case .sink: "the first, sink"
        case .oneAtATime: "the first, one value at a time"
        case .noneThenSome: "the first, no demand at first, one, two, then unlimited"
        case .crowd: "the first of four, unlimited demand"
        case .cancelAtSubscription: "the first, cancels when it is subscribed"
        case .cancelAtFirstValue: "the first, cancels when the first value comes"
        case .cancel(let tick): "the first, unlimited demand, cancels at tick \(tick)"
        case .hot(let tick): "one that comes at tick \(tick) to inputs that have begun, unlimited demand"
        }
    }

    /// What to try in a situation. Those that need no exact order of two inputs are tried in one order.
    static func all(for situation: LawSituation) -> [LawPattern] {
        if situation.isOrderAlone { return [.unlimited] }
        guard situation.isTied else { return [.unlimited, .oneAtATime, .noneThenSome] }
        return [
            .unlimited, .sink, .oneAtATime, .noneThenSome, .crowd, .cancelAtSubscription, .cancelAtFirstValue,
            .hot(at: (situation.duration + 1) / 2),
        ] + (0...situation.duration).map { .cancel(at: $0) }
    }
}

/// Runs one publisher through all situations.
struct LawRunner<P: Publisher, InputFailure: Error> {
    typealias Log = LawLog<P.Output, P.Failure>

    let subject: LawSubject
    let promise: LawPromise
    let inputs: LawInputs
    let bound: LawBound
    let ignored: Set<Law>
    let failure: InputFailure?
    let build: (TestScheduler, [LawUpstream<InputFailure>]) -> P

    func run() throws(LawViolation) -> LawReport {
        var report = LawReport()
        for situation in LawSituation.all(inputs, bound, canFail: failure != nil) {
            var unlimited: Log?
            for pattern in LawPattern.all(for: situation) where isPossible(pattern, in: situation) {
                let run = LawRun(runner: self, situation: situation, pattern: pattern)
                run.drive()
                report.histories += run.logs.count
                try judge(run, unlimited: unlimited, &report)
                if pattern == .unlimited { unlimited = run.logs.first }
            }
        }
        return report
    }

    /// Whether all inputs keep their promises to a subscriber who has missed the beginning.
    private func isPossible(_ pattern: LawPattern, in situation: LawSituation) -> Bool {
        guard case .hot(let tick) = pattern else { return true }
        return inputs.promises.enumerated().allSatisfy { input, promise in
            promise.allows(situation.shape(of: input, after: tick, failure: failure))
        }
    }

    private func judge(_ run: LawRun<P, InputFailure>, unlimited: Log?, _ report: inout LawReport)
        throws(LawViolation)
    {
        for log in run.logs {
            for breach in log.breaches where !ignored.contains(breach.law) {
                throw run.violation(breach.law, breach.detail, log)
            }
        }
        let shapes = run.situation.scripts.map(\.shape)
        switch run.pattern {
        case .unlimited, .sink, .crowd:
            for log in run.logs {
                report.observed[shapes, default: []].insert(log.shape)
                if run.pattern == .unlimited, report.examples[shapes]?[log.shape] == nil {
                    report.examples[shapes, default: [:]][log.shape] = run.example(log)
                }
                if !ignored.contains(.promise), !promise.allows(log.shape, inputs: shapes) {
                    throw run.violation(.promise, promise.description, log)
                }
            }
        case .hot:
            let known = run.shapesSeen().filter { shapes in
                zip(inputs.promises, shapes).allSatisfy { $0.allows($1) }
            }
            if let log = run.logs.first, known.count == 1 {
                report.observed[known[0], default: []].insert(log.shape)
            }
            if let log = run.logs.first, !known.isEmpty, !ignored.contains(.promise),
                !known.contains(where: { promise.allows(log.shape, inputs: $0) })
            {
                throw run.violation(.promise, promise.description, log)
            }
        default:
            break
        }
        if let unlimited, let log = run.logs.first, !log.isSame(as: unlimited) {
            let law: Law? =
                switch run.pattern {
                case .oneAtATime: .patience
                case .sink: .sink
                default: nil
                }
            if let law, !ignored.contains(law) {
                throw run.violation(
                    law, "all at once it is \(unlimited.marbles)", log, unlimited: unlimited)
            }
        }
    }
}

/// One run: one situation, one pattern.
final class LawRun<P: Publisher, InputFailure: Error> {
    typealias Log = LawLog<P.Output, P.Failure>
    private typealias Downstream = LawSubscriber<P.Output, P.Failure>

    private struct Weak {
        weak var subscriber: Downstream?
        let log: Log
    }

    let runner: LawRunner<P, InputFailure>
    let situation: LawSituation
    let pattern: LawPattern
    private(set) var logs: [Log] = []
    private let scheduler = TestScheduler(actionLimit: 100_000)
    private let sources: [TestPublisher<Int, InputFailure>]

    init(runner: LawRunner<P, InputFailure>, situation: LawSituation, pattern: LawPattern) {
        self.runner = runner
        self.situation = situation
        self.pattern = pattern
        let kind: TestPublisher<Int, InputFailure>.Kind = if case .hot = pattern { .hot } else { .cold }
        self.sources = situation.scripts.indices.map { [scheduler] input in
            TestPublisher(kind, script: situation.signals(of: input, failure: runner.failure), on: scheduler)
        }
    }

    func drive() {
        let subscribers = subscribeAndRelease()
        for weak in subscribers where weak.subscriber != nil {
            weak.log.note(.leak, "the subscriber is still alive")
        }
        for (index, source) in sources.enumerated() where source.keptCount > 0 {
            logs[0].note(.leak, "the subscription to \(runner.subject.names[index]) is still kept")
        }
    }

    /// All that this function keeps is gone when it returns.
    private func subscribeAndRelease() -> [Weak] {
        let publisher = runner.build(scheduler, sources.map { LawUpstream(source: $0, scheduler: scheduler) })
        if pattern == .sink {
            driveSink(publisher)
            return []
        }
        if case .hot(let tick) = pattern { advance(to: tick) }
        var subscribers = [subscribe(pattern.name, to: publisher)]
        let end = situation.duration + runner.bound.settling
        switch pattern {
        case .crowd:
            subscribers.append(subscribe("the second, at once, unlimited demand", to: publisher))
            let middle = (situation.duration + 1) / 2
            advance(to: middle)
            subscribers.append(subscribe("one that comes at tick \(middle), unlimited demand", to: publisher))
            advance(to: end)
            subscribers.append(subscribe("one that comes at tick \(end), unlimited demand", to: publisher))
            advance(to: 2 * end)
        case .noneThenSome:
            advance(to: situation.duration)
            for demand in [Subscribers.Demand.max(1), .max(2), .unlimited] { subscribers[0].request(demand) }
            advance(to: end)
        case .cancel(let tick):
            advance(to: tick)
            subscribers[0].cancel()
            advance(to: end)
        default:
            advance(to: end)
        }
        if subscribers.allSatisfy(\.isOver) { checkRelease(logs[0], "after the end") }
        for subscriber in subscribers { subscriber.cancel(isPartOfTheRun: false) }
        settle(logs[0])
        return subscribers.map { Weak(subscriber: $0, log: $0.log) }
    }

    /// What the inputs, which have begun, were seen to do: nothing where one was subscribed to more than once. What
    /// happens in the tick of a subscription may come before it or after.
    func shapesSeen() -> [[HistoryShape]] {
        guard case .hot(let tick) = pattern else { return [] }
        return sources.indices.reduce(into: [[]]) { all, input in
            let times = sources[input].timedUses.compactMap { $0.use == .subscribed ? $0.time.ticks : nil }
            let first = times.first ?? tick
            let choices = times.count > 1 ? [] : first == tick ? [first] : [first - 1, first]
            let shapes = Set(choices.map { situation.shape(of: input, after: $0, failure: runner.failure) })
            all = all.flatMap { seen in shapes.map { seen + [$0] } }
        }
    }

    private func driveSink(_ publisher: P) {
        let log = makeLog(pattern.name)
        let cancellable = publisher.sink(
            receiveCompletion: { log.add(.completion($0)) }, receiveValue: { log.add(.value($0)) })
        log.noteSubscribed()
        advance(to: situation.duration + runner.bound.settling)
        cancellable.cancel()
        settle(log)
    }

    private func makeLog(_ name: String) -> Log {
        let log = Log(name, on: scheduler)
        logs.append(log)
        return log
    }

    private func subscribe(_ name: String, to publisher: P) -> Downstream {
        let subscriber = Downstream(pattern.demand, log: makeLog(name))
        publisher.subscribe(subscriber)
        subscriber.noteSubscribed()
        return subscriber
    }

    private func advance(to tick: Int) { scheduler.advance(to: VirtualTime(ticks: tick)) }

    private func settle(_ log: Log) {
        do throws(EndlessWorkError) {
            try scheduler.run()
        } catch {
            log.note(.release, "virtual time is used for ever")
        }
        checkRelease(log, "though all is over")
    }

    private func checkRelease(_ log: Log, _ when: String) {
        for (index, source) in sources.enumerated() where source.activeCount > 0 {
            log.note(.release, "\(runner.subject.names[index]) is still subscribed to \(when)")
        }
    }
}
