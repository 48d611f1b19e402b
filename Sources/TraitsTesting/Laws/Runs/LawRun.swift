import TraitsRuntime

/// One run: one situation with one pattern.
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
    let progress: LawProgress
    private(set) var logs: [Log] = []
    var meetings: LawMeetings
    /// Indicates whether inputs still had events to send when all time had passed: a subscriber that asks for few values leaves
    /// the rest unsent.
    private(set) var leavesInputs = false
    /// Indicates whether an input was not asked for everything in one request.
    private(set) var inputsWait = false
    private let scheduler: TestScheduler
    private let sources: [TestPublisher<Int, InputFailure>]
    private let actor: LawActor?
    /// The subscribers that a closure has added.
    private var guests: [Downstream] = []

    init(
        runner: LawRunner<P, InputFailure>, situation: LawSituation, pattern: LawPattern,
        progress: LawProgress
    ) {
        self.runner = runner
        self.progress = progress
        self.situation = situation
        self.pattern = pattern
        self.meetings = LawMeetings(runner.subject.sharing)
        self.scheduler = TestScheduler(
            order: pattern.order, manner: pattern.manner, actionLimit: 100_000)
        if case .acting(let act) = pattern { actor = LawActor(act) } else { actor = nil }
        let kind: TestPublisher<Int, InputFailure>.Kind = if case .hot = pattern { .hot } else { .cold }
        self.sources = situation.scripts.indices.map { [scheduler] input in
            TestPublisher(kind, script: situation.signals(of: input, failure: runner.failure), on: scheduler)
        }
    }

    /// Indicates whether something could have run in another order.
    var hadFreedom: Bool { scheduler.hadFreedom }
    var usesScheduler: Bool { scheduler.isUsed }
    var inputsSendInside: Bool { if case .acting(let act) = pattern { act.inputsSendInside } else { false } }

    func drive() {
        let facts = LawFacts(pattern.answers, of: situation.scripts)
        let subscribers = LawFacts.$current.withValue(facts) { subscribeAndRelease() }
        for weak in subscribers where weak.subscriber != nil {
            weak.log.note(.leak, "the subscriber is still alive")
        }
        for index in sources.indices where sources[index].keptCount > 0 {
            logs[0].note(.leak, "the subscription to \(runner.subject.names[index]) is still kept")
        }
    }

    /// Runs the pattern. All objects that this function keeps are released when it returns.
    private func subscribeAndRelease() -> [Weak] {
        defer { actor?.perform = {} }
        let inputs = sources.enumerated().map { number, source in
            var input = LawUpstream(
                source: source, answers: pattern.answers, place: .input(number), scheduler: scheduler)
            input.habit = pattern.habit
            if case .late(let inputs) = pattern { input.isLate = inputs.contains(number) }
            if let actor, number == 0 { input.onFirstValue = { actor.come(to: .input) } }
            return input
        }
        let publisher = runner.build(scheduler, inputs)
        switch pattern {
        case .taker(let taker, _):
            switch taker.path {
            case .subscriber(let route): return watch([subscribe(route, to: publisher)], publisher)
            case .taking(let way): drive(taker, way, publisher)
            }
            return []
        case .hot(let tick):
            advance(to: tick)
        case .acting(let act):
            return watch([subscribe(act, to: publisher)], publisher)
        default:
            break
        }
        return watch([join(pattern.name, to: publisher, beside: [])], publisher)
    }

    var end: Int { situation.duration + runner.bound.settling }

    /// Lets time pass, and makes subscribers act as the pattern says.
    private func watch(_ first: [Downstream], _ publisher: P) -> [Weak] {
        var subscribers = first
        switch pattern {
        case .afterwards:
            while subscribers[0].requestAfterwards() {}
            while let next = scheduler.nextTime, next.ticks <= end {
                advance(to: next.ticks)
                while subscribers[0].requestAfterwards() {}
            }
            advance(to: end)
        case .acting(let act):
            if act.place == .cancel {
                advance(to: (situation.duration + 1) / 2)
                subscribers[0].cancel()
            }
            while let next = scheduler.nextTime, next.ticks <= end {
                advance(to: next.ticks)
                subscribers[0].listen()
            }
            advance(to: end)
            if act.deed == .request {
                subscribers[0].request(.unlimited)
                advance(to: 2 * end)
            }
            subscribers += guests
            guests = []
        default:
            perform(pattern.acts(situation.duration, end), &subscribers, publisher)
        }
        inputsWait = sources.contains(where: \.wasAskedForLess)
        leavesInputs = sources.contains { $0.activeCount > 0 }
        // A key path of a generic class would be made by name, in each run.
        if subscribers.allSatisfy({ $0.isOver }) { checkRelease(logs[0], "after the end") }
        for subscriber in subscribers where !subscriber.isOver {
            // A closure that acts while it is cancelled may let time pass, and inputs send.
            subscriber.log.close(isCancelled: actor == nil)
            subscriber.cancel(isPartOfTheRun: false)
        }
        settle(logs[0])
        return subscribers.map { Weak(subscriber: $0, log: $0.log) }
    }

    private func perform(_ acts: [PlanAct], _ subscribers: inout [Downstream], _ publisher: P) {
        var tick = pattern.firstTick
        for act in acts {
            switch act {
            case .pass(let ticks):
                tick += ticks
                advance(to: tick)
            case .request(let count, let number): subscribers[number].request(PlanAct.demand(count))
            case .cancel(let number): subscribers[number].cancel()
            case .subscribe:
                let name =
                    subscribers.count == 1
                    ? "the second, unlimited demand immediately"
                    : "one that comes at tick \(tick), unlimited demand"
                subscribers.append(join(name, to: publisher, beside: subscribers))
            case .send, .finish, .fail: preconditionFailure("scripts send in a law's run")
            }
        }
    }

    /// The number of values that inputs have sent without being asked.
    var unaskedCount: Int { sources.reduce(0) { $0 + $1.unaskedCount } }

    /// Returns the histories that a late subscriber may have seen of the inputs. There are none if an input was subscribed to
    /// more than once. An event in the tick of a subscription may come before it or after.
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

    /// Lets time pass for a subscription that was made by other means, and then cancels it.
    func wait(_ log: Log, until cancellable: some Cancellable, cancelledAt tick: Int? = nil) {
        log.noteSubscribed()
        advance(to: tick ?? end)
        log.close(isCancelled: true)
        cancellable.cancel()
        if let tick {
            // Work that a scheduler has for the cancellation is due now.
            advance(to: tick)
            checkRelease(log, "after cancel()")
            advance(to: end)
        }
        settle(log)
    }

    /// Runs a task in the time of the run.
    func wait(_ log: Log, until body: @escaping () async -> Void) {
        scheduler.advance(to: VirtualTime(ticks: end), body)
        log.close(isCancelled: false)
        settle(log)
    }

    func makeLog(_ name: String) -> Log {
        let log = Log(name, on: scheduler, at: pattern.showsPlaces ? runner.subject.places : nil)
        logs.append(log)
        return log
    }

    private func makeSubscriber(_ name: String) -> Downstream {
        Downstream(pattern.policy, cancelAfter: pattern.lastValue, log: makeLog(name))
    }

    private func subscribe(_ name: String, to publisher: P) -> Downstream {
        let subscriber = makeSubscriber(name)
        publisher.subscribe(subscriber)
        subscriber.noteSubscribed()
        return subscriber
    }

    private func subscribe(_ route: Taker.Route, to publisher: P) -> Downstream {
        let subscriber = makeSubscriber(pattern.name)
        publisher.subscribe(subscriber, by: route, on: scheduler)
        subscriber.noteSubscribed()
        return subscriber
    }

    /// Subscribes to a publisher behind which a closure acts.
    private func subscribe(_ act: LawAct, to publisher: P) -> Downstream {
        guard let actor else { return subscribe(pattern.name, to: publisher) }
        let subscriber = makeSubscriber(pattern.name)
        actor.perform = { [self] in
            switch act.deed {
            case .passTime:
                if let next = scheduler.nextTime, next.ticks <= end { advance(to: next.ticks) }
            case .cancel: subscriber.cancelInside()
            case .request: subscriber.request(.max(1))
            case .subscribe:
                let work = scheduler.workCount
                let guest = subscribe("one that comes inside of an event, unlimited demand", to: publisher)
                guests.append(guest)
                if act.place == .value { noteWork(since: work, for: guest) }
            }
        }
        actor.watched(publisher).subscribe(subscriber)
        subscriber.noteSubscribed()
        subscriber.listen()
        return subscriber
    }

    /// Subscribes, and if the run has several subscribers, notes how the subscriptions to the inputs change.
    private func join(
        _ name: String, to publisher: P, beside others: [Downstream]
    ) -> Downstream {
        guard pattern == .crowd else { return subscribe(name, to: publisher) }
        let hasCompany = others.contains { !$0.isOver }
        let before = sources.map { $0.subscriptionCount }
        let work = scheduler.workCount
        let subscriber = subscribe(name, to: publisher)
        if hasCompany { noteWork(since: work, for: subscriber) }
        let inputs = sources.enumerated().map { number, source in
            LawMeetings.Input(
                name: runner.subject.names[number], before: before[number], after: source.subscriptionCount,
                active: source.activeCount)
        }
        for fault in meetings.note(inputs, hasCompany: hasCompany, events: logs.map { $0.events.count }) {
            subscriber.log.note(.sharing, fault)
        }
        return subscriber
    }

    /// Notes whether work has begun for a subscriber that came beside another.
    ///
    /// - Parameter before: The work that had begun before, if it is counted.
    private func noteWork(since before: Int?, for subscriber: Downstream) {
        guard let before, let after = scheduler.workCount else { return }
        if let fault = meetings.note(work: after - before) { subscriber.log.note(.sharing, fault) }
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
        for index in sources.indices where sources[index].activeCount > 0 {
            log.note(.release, "\(runner.subject.names[index]) is still subscribed to \(when)")
        }
    }
}
