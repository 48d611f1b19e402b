import Synchronization
import TraitsRuntime

/// One run of a sample, with one seed and one choice of inputs.
final class RowRace: LawSampleVisitor {
    private struct Weak {
        weak var object: AnyObject?
    }

    let row: LawRow
    private(set) var plan: RacePlan
    let breaches = RaceBreaches()
    /// The takers of values, by the trait that was checked.
    var held: [String: Set<String>] = [:]

    init(row: LawRow, _ plan: RacePlan) { (self.row, self.plan) = (row, plan) }

    var fault: String? { fault(without: [])?.text }

    /// The fault, if more values came than were asked for.
    var excess: String? { fault(without: Set(RaceLaw.allCases).subtracting([.demand]))?.text }

    /// Returns the first fault that is about none of these laws.
    func fault(without ignored: Set<RaceLaw>) -> (law: RaceLaw, text: String)? {
        breaches.first(without: ignored).map { ($0.law, "\($0.law.rawValue): \($0.detail)") }
    }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        visit(LawClient<P>(), make)
    }

    func visit<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) {
        let kept = drive(client, make)
        // An operator that goes on when all subscribers have cancelled may keep objects.
        if row.exempt.isDisjoint(with: [.leak, .release]), kept.contains(where: { $0.object != nil }) {
            breaches.note(.leak, "a subscriber or an input is still alive")
        }
    }

    /// Runs the race. All objects that this function keeps are released when it returns.
    private func drive<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) -> [Weak] {
        let scheduler = TestScheduler(order: plan.isTimed ? .parallel(threads: 2) : .asScheduled)
        let inputs = zip(plan.behaviours, plan.further).map { [plan] in
            RaceInput($0, further: $1, answers: plan.inputsAnswer)
        }
        let publisher = make(scheduler, LawInputMaker(inputs) { $0.infallible() })
        plan.choose(from: paths(inputs.map(\.possibleShapes)))
        let takers = plan.takers.map { RaceTaker($0, client, makeSubscriber($0)) }
        let (company, seed) = (plan.company, plan.seed)
        let joined = Atomic<Int>(0)
        func join(_ number: Int) {
            RaceInput.$joiner.withValue(number) { takers[number].join(publisher, scheduler) }
            if joined.add(1, ordering: .relaxed).newValue == takers.count {
                for input in inputs { input.abandon() }
            }
        }
        if company == .earlier { join(1) }
        var bodies = inputs.indices.map { sending(inputs[$0], thread: $0, takers) }
        for (number, taker) in takers.enumerated() {
            let isThere = number == 1 && company == .earlier
            if isThere, !taker.taker.path.isTask { continue }
            bodies.append {
                var random = RaceRandom(seed, thread: 10 + number)
                random.pause()
                if !isThere { join(number) }
                taker.goOnForAWhile()
            }
        }
        if let body = meddling(takers[0]) { bodies.append(body) }
        if plan.isTimed { bodies.append { for _ in 0..<8 { scheduler.advance(by: 1) } } }
        Threads.race(bodies, seed: seed)
        for taker in takers { taker.subscriber.noteEndOfThreads() }
        if takers[0].subscriber.isPatient { takers[0].subscriber.request(RaceTaker<P>.Watcher.unlimited) }
        settle(takers, scheduler)
        // Inputs that were subscribed to later send now.
        while inputs.contains(where: { $0.sendRest() }) { settle(takers, scheduler) }
        // To a simultaneous subscriber, the thread that starts shared work is another thread.
        let isTimely = plan.isAtOnce && (company != .simultaneous || row.sharing == .each)
        for taker in takers { judge(taker, isTimely: isTimely, inputs) }
        for taker in takers { taker.subscriber.cancel() }
        settle(takers, scheduler)
        if !row.exempt.contains(.release), inputs.contains(where: { $0.activeCount > 0 }) {
            breaches.note(.release, "an input is still subscribed to")
        }
        return takers.map { Weak(object: $0.subscriber) } + inputs.map { Weak(object: $0) }
    }

    // MARK: - Participants

    private func makeSubscriber<Output, Failure>(_ taker: Taker) -> RaceSubscriber<Output, Failure> {
        switch taker.conduct {
        case .asksForOne: RaceSubscriber(demand: 1, perValue: 1, breaches)
        case .asksOnce: RaceSubscriber(demand: 1, perValue: 0, breaches)
        case .isAsked: RaceSubscriber(demand: 0, perValue: 0, breaches)
        case .asksLater, .asksLast:
            RaceSubscriber(
                demand: 0, later: RaceSubscriber<Output, Failure>.unlimited, perValue: 0, breaches)
        case .asksForAll, .cancels:
            RaceSubscriber(
                demand: RaceSubscriber<Output, Failure>.unlimited, perValue: 0,
                watchesCancellation: !taker.path.isTask, breaches)
        case .cancelsItself(let number):
            RaceSubscriber(
                demand: RaceSubscriber<Output, Failure>.unlimited, perValue: 0, cancelsAt: number,
                watchesCancellation: !taker.path.isTask, breaches)
        }
    }

    /// Returns the possible paths. The path of a trait is possible if the row derives the trait for these inputs.
    private func paths(_ inputs: [Set<HistoryShape>]) -> [Taker.Path] {
        if row.exempt.contains(.path) { return [.subscriber(.direct)] }
        var paths = Taker.Path.plain
        if row.keepsDemand { paths.append(.taking(.values)) }
        // A late subscriber misses a part of a stream, and a part need not keep the promise.
        if plan.behaviours.contains(where: \.isHot) { return paths }
        // A history that may be silent for ever can't be awaited.
        let hasEnd = row.predictsAnEnd(for: inputs.map { $0.subtracting([.nothing]) })
        for trait in row.derivedTraits(for: inputs) {
            if trait.name == "ImmediatePublisher" { paths.append(.subscriber(.immediateEraser)) }
            guard let outcome = Taking.Outcome(trait: trait.name) else { continue }
            paths += [.subscriber(.eraser(outcome)), .taking(.outcome(outcome))]
            if hasEnd { paths.append(.taking(.value(outcome))) }
        }
        return paths
    }

    // MARK: - Acts of threads

    private func sending<P: Publisher>(_ input: RaceInput, thread: Int, _ takers: [RaceTaker<P>]) -> () ->
        Void
    {
        { [seed = plan.seed] in
            var random = RaceRandom(seed, thread: thread)
            input.send {
                random.pause()
                for taker in takers { taker.subscriber.noteBeginning() }
            }
        }
    }

    /// Returns a body that cancels, or asks for values, on a thread of its own.
    private func meddling<P: Publisher>(_ taker: RaceTaker<P>) -> (() -> Void)? {
        var random = RaceRandom(plan.seed, thread: 20)
        let subscriber = taker.subscriber
        switch taker.taker.conduct {
        case .asksForAll, .asksLater, .asksLast, .cancelsItself, .asksForOne, .asksOnce: return nil
        case .cancels:
            return {
                Threads.wait { subscriber.canCancel }
                for _ in 0..<random.below(6) { random.pause() }
                subscriber.cancel()
            }
        case .isAsked:
            return {
                // The remaining values are asked for when all threads are done.
                for _ in 0..<random.below(3) {
                    random.pause()
                    subscriber.request(1)
                }
            }
        }
    }

    /// Lets all work that waits for time, and all tasks, go on until they can't.
    private func settle<P: Publisher>(_ takers: [RaceTaker<P>], _ scheduler: TestScheduler) {
        for _ in 0..<4 {
            scheduler.advance(by: 250)
            for taker in takers { taker.goOn() }
        }
    }
}
