import Synchronization
import TraitsRuntime

/// One run of a sample, with one seed and one choice of inputs.
final class RowRace: LawSampleVisitor {
    private struct Weak {
        weak var object: AnyObject?
    }

    let row: LawRow
    let behaviours: [RaceInput.Behaviour]
    private let seed: UInt64
    private let isProbe: Bool
    let breaches = RaceBreaches()
    /// The taker of the values, in words.
    private(set) var takers = ""
    /// The takers of values, by the trait that was checked.
    var held: [String: Set<String>] = [:]

    /// Indicates whether time passes during the run, with due work on several threads. That is so for half of the seeds.
    var isTimed: Bool { seed.isMultiple(of: 2) }

    /// The seed of all random choices: each sample and each choice of inputs has a plan of its own.
    private let plan: UInt64

    /// Creates a race.
    ///
    /// - Parameter isProbe: Indicates whether there is one subscriber, which asks for one value until the threads are done.
    init(
        row: LawRow, sample: Int, behaviours: [RaceInput.Behaviour], seed: UInt64, isProbe: Bool = false
    ) {
        self.row = row
        self.isProbe = isProbe
        self.behaviours = behaviours
        self.seed = seed
        let words = "\(row.type) \(sample) \(behaviours.map(\.rawValue))".utf8
        plan = words.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

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
        var random = RaceRandom(plan, thread: 99)
        let scheduler = TestScheduler(order: isTimed ? .parallel(threads: 2) : .asScheduled)
        let inputs = makeInputs(&random)
        let publisher = make(scheduler, maker(of: inputs))
        // The subscriber comes alone, beside an earlier subscriber, or beside a simultaneous subscriber.
        let company = isProbe ? 0 : random.below(3)
        let conduct = isProbe ? .asksOnce : conduct(&random)
        let takers = makeTakers(company == 0 ? 1 : 2, client, conduct, inputs, &random)
        let joined = Atomic<Int>(0)
        func join(_ number: Int) {
            RaceInput.$joiner.withValue(number) { takers[number].join(publisher, scheduler) }
            if joined.add(1, ordering: .relaxed).newValue == takers.count {
                for input in inputs { input.abandon() }
            }
        }
        if company == 1 { join(1) }
        var bodies = inputs.indices.map { sending(inputs[$0], thread: $0, takers) }
        for (number, taker) in takers.enumerated() {
            let isThere = number == 1 && company == 1
            if isThere, !taker.taker.path.isTask { continue }
            bodies.append {
                var random = RaceRandom(self.plan, thread: 10 + number)
                random.pause()
                if !isThere { join(number) }
                taker.goOnForAWhile()
            }
        }
        if let body = meddling(conduct, takers[0]) { bodies.append(body) }
        if isTimed { bodies.append { for _ in 0..<8 { scheduler.advance(by: 1) } } }
        Threads.race(bodies, seed: plan)
        for taker in takers { taker.subscriber.noteEndOfThreads() }
        if takers[0].subscriber.isPatient { takers[0].subscriber.request(RaceTaker<P>.Watcher.unlimited) }
        settle(takers, scheduler)
        // Inputs that were subscribed to later send now.
        while inputs.contains(where: { $0.sendRest() }) { settle(takers, scheduler) }
        // To a simultaneous subscriber, the thread that starts shared work is another thread.
        let isTimely = behaviours.allSatisfy(\.isAtOnce) && (company < 2 || row.sharing == .each)
        for taker in takers { judge(taker, isTimely: isTimely, inputs) }
        for taker in takers { taker.subscriber.cancel() }
        settle(takers, scheduler)
        if !row.exempt.contains(.release), inputs.contains(where: { $0.activeCount > 0 }) {
            breaches.note(.release, "an input is still subscribed to")
        }
        return takers.map { Weak(object: $0.subscriber) } + inputs.map { Weak(object: $0) }
    }

    // MARK: - Participants

    private func conduct(_ random: inout RaceRandom) -> Taker.Conduct {
        switch random.below(7) {
        case 0: .asksForAll
        case 1, 2: .cancels()
        case 3: .cancelsItself
        // A row without patience may lose values that aren't asked for in time.
        case _ where !row.keepsDemand: .asksForAll
        case 4: .asksLater
        case 5: .asksForOne
        default: .isAsked
        }
    }

    private func makeInputs(_ random: inout RaceRandom) -> [RaceInput] {
        var further = behaviours.map { _ in isProbe ? row.bound.values - 1 : random.below(row.bound.values) }
        if !row.isKnown(zip(behaviours, further).map { $0.shapes(further: $1) }) {
            further = further.map { _ in 0 }
        }
        let answers = random.chance(1, of: 2)
        return zip(behaviours, further).map { RaceInput($0, further: $1, answers: answers) }
    }

    private func maker(of inputs: [RaceInput]) -> LawInputMaker {
        var next = 0
        return LawInputMaker {
            defer { next += 1 }
            return AnyPublisher(inputs[next])
        } infallible: {
            defer { next += 1 }
            return inputs[next].infallible()
        }
    }

    /// Returns the takers. Only the first can have another behaviour than taking all values.
    private func makeTakers<P: Publisher>(
        _ count: Int, _ client: LawClient<P>, _ conduct: Taker.Conduct, _ inputs: [RaceInput],
        _ random: inout RaceRandom
    ) -> [RaceTaker<P>] {
        let all = paths(inputs.map(\.possibleShapes))
        let takers = (0..<count).map { number -> RaceTaker<P> in
            let conduct = number == 0 ? conduct : .asksForAll
            let paths = all.filter { conduct.suits($0) }
            let taker = Taker(path: paths[random.below(paths.count)], conduct: conduct)
            return RaceTaker(taker, client, makeSubscriber(taker, &random))
        }
        self.takers = takers.map(\.taker.words).joined(separator: ", and ")
        return takers
    }

    private func makeSubscriber<Output, Failure>(
        _ taker: Taker, _ random: inout RaceRandom
    ) -> RaceSubscriber<Output, Failure> {
        switch taker.conduct {
        case .asksForOne: RaceSubscriber(demand: 1, perValue: 1, breaches)
        case .asksOnce: RaceSubscriber(demand: 1, perValue: 0, breaches)
        case .isAsked: RaceSubscriber(demand: 0, perValue: 0, breaches)
        case .asksLater, .asksLast:
            RaceSubscriber(
                demand: 0, later: RaceSubscriber<Output, Failure>.unlimited, perValue: 0, breaches)
        case .asksForAll, .cancels, .cancelsItself:
            RaceSubscriber(
                demand: RaceSubscriber<Output, Failure>.unlimited, perValue: 0,
                cancelsAt: taker.conduct == .cancelsItself ? 1 + random.below(2) : .max,
                watchesCancellation: !taker.path.isTask, breaches)
        }
    }

    /// Returns the possible paths. The path of a trait is possible if the row derives the trait for these inputs.
    private func paths(_ inputs: [Set<HistoryShape>]) -> [Taker.Path] {
        if row.exempt.contains(.path) { return [.subscriber(.direct)] }
        var paths = Taker.Path.plain
        if row.keepsDemand { paths.append(.taking(.values)) }
        // A late subscriber misses a part of a stream, and a part need not keep the promise.
        if behaviours.contains(where: \.isHot) { return paths }
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
        {
            var random = RaceRandom(self.plan, thread: thread)
            input.send {
                random.pause()
                for taker in takers { taker.subscriber.noteBeginning() }
            }
        }
    }

    /// Returns a body that cancels, or asks for values, on a thread of its own.
    private func meddling<P: Publisher>(_ conduct: Taker.Conduct, _ taker: RaceTaker<P>) -> (() -> Void)? {
        var random = RaceRandom(plan, thread: 20)
        let subscriber = taker.subscriber
        switch conduct {
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

extension Taker.Conduct {
    /// Returns whether the taker of values on a path can behave so.
    fileprivate func suits(_ path: Taker.Path) -> Bool {
        switch self {
        case .asksForAll: true
        case .cancels: path.canBeCancelled
        case .cancelsItself: path.hasValuesApart
        case .asksLater, .asksLast, .asksForOne, .isAsked: path.asksItself
        // No stage in between may hold back values that weren't asked for.
        case .asksOnce: path == .subscriber(.direct)
        }
    }
}
