import Synchronization
import TraitsRuntime

/// One seed of one sample with one choice of inputs.
final class RowRace: LawSampleVisitor {
    private struct Weak {
        weak var object: AnyObject?
    }

    /// What a subscriber does beside taking values.
    fileprivate enum Conduct {
        case asksForAll, asksLater, cancels, cancelsItself, asksForOne, asksOnce, isAsked
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

    /// In half of the runs time passes meanwhile, and what is due runs side by side.
    var isTimed: Bool { seed.isMultiple(of: 2) }

    /// What everything follows from: with one seed, each sample and each choice of inputs has a plan of its own.
    private let plan: UInt64

    /// - Parameter isProbe: Whether there is one subscriber, which asks for one value until the threads are done.
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

    var fault: String? { fault(without: []) }

    /// The same, if more came than was asked for.
    var excess: String? { fault(without: Set(RaceLaw.allCases).subtracting([.demand])) }

    private func fault(without ignored: Set<RaceLaw>) -> String? {
        breaches.first(without: ignored).map { "\($0.law.rawValue): \($0.detail)" }
    }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        visit(LawClient<P>(), make)
    }

    func visit<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) {
        let kept = drive(client, make)
        // What goes on when all have cancelled may keep what it wants.
        if row.exempt.isDisjoint(with: [.leak, .release]), kept.contains(where: { $0.object != nil }) {
            breaches.note(.leak, "a subscriber or an input is still alive")
        }
    }

    /// All that this function keeps is gone when it returns.
    private func drive<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) -> [Weak] {
        var random = RaceRandom(plan, thread: 99)
        let scheduler = TestScheduler(order: isTimed ? .parallel(threads: 2) : .asScheduled)
        let inputs = makeInputs(&random)
        let publisher = make(scheduler, maker(of: inputs))
        // Alone, beside one that is there already, beside one that comes at the same time.
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
            if isThere, !taker.path.isTask { continue }
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
        // What was subscribed to later sends now.
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

    // MARK: - What takes part

    private func conduct(_ random: inout RaceRandom) -> Conduct {
        switch random.below(7) {
        case 0: .asksForAll
        case 1, 2: .cancels
        case 3: .cancelsItself
        // What is lost if nobody asks for it in time is no fault of such a row.
        case _ where row.exempt.contains(.patience): .asksForAll
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

    /// The first one does something besides, if any does.
    private func makeTakers<P: Publisher>(
        _ count: Int, _ client: LawClient<P>, _ conduct: Conduct, _ inputs: [RaceInput],
        _ random: inout RaceRandom
    ) -> [RaceTaker<P>] {
        let all = paths(inputs.map(\.possibleShapes))
        let takers = (0..<count).map { number -> RaceTaker<P> in
            let conduct = number == 0 ? conduct : .asksForAll
            let paths = all.filter { conduct.suits($0) }
            let path = paths[random.below(paths.count)]
            return RaceTaker(
                path, client, makeSubscriber(conduct, path, &random), words: path.name + conduct.text)
        }
        self.takers = takers.map(\.words).joined(separator: ", and ")
        return takers
    }

    private func makeSubscriber<Output, Failure>(
        _ conduct: Conduct, _ path: RacePath, _ random: inout RaceRandom
    ) -> RaceSubscriber<Output, Failure> {
        switch conduct {
        case .asksForOne: RaceSubscriber(demand: 1, perValue: 1, breaches)
        case .asksOnce: RaceSubscriber(demand: 1, perValue: 0, breaches)
        case .isAsked: RaceSubscriber(demand: 0, perValue: 0, breaches)
        case .asksLater:
            RaceSubscriber(
                demand: 0, later: RaceSubscriber<Output, Failure>.unlimited, perValue: 0, breaches)
        case .asksForAll, .cancels, .cancelsItself:
            RaceSubscriber(
                demand: RaceSubscriber<Output, Failure>.unlimited, perValue: 0,
                cancelsAt: conduct == .cancelsItself ? 1 + random.below(2) : .max,
                watchesCancellation: !path.isTask, breaches)
        }
    }

    /// The paths that there are: what a trait makes possible, where the row derives it for these inputs.
    private func paths(_ inputs: [Set<HistoryShape>]) -> [RacePath] {
        var paths = RacePath.plain
        if !row.exempt.contains(.patience) { paths.append(.values) }
        // A late subscriber misses a part of a stream, and a part keeps no promise.
        if behaviours.contains(where: \.isHot) { return paths }
        // What may be silent for ever can't be waited for.
        let hasEnd = row.predictsAnEnd(for: inputs.map { $0.subtracting([.nothing]) })
        for trait in row.derivedTraits(for: inputs) {
            if trait.name == "ImmediatePublisher" { paths.append(.immediateEraser) }
            guard let outcome = RacePath.Outcome(trait: trait.name) else { continue }
            paths += [.eraser(outcome), .outcome(outcome)] + (hasEnd ? [.value(outcome)] : [])
        }
        return paths
    }

    // MARK: - What threads do

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

    /// Cancels, or asks for values, on a thread of its own.
    private func meddling<P: Publisher>(_ conduct: Conduct, _ taker: RaceTaker<P>) -> (() -> Void)? {
        var random = RaceRandom(plan, thread: 20)
        let subscriber = taker.subscriber
        switch conduct {
        case .asksForAll, .asksLater, .cancelsItself, .asksForOne, .asksOnce: return nil
        case .cancels:
            return {
                while !subscriber.canCancel { Threads.yield() }
                for _ in 0..<random.below(6) { random.pause() }
                subscriber.cancel()
            }
        case .isAsked:
            return {
                // What is left is asked for when all threads are done.
                for _ in 0..<random.below(3) {
                    random.pause()
                    subscriber.request(1)
                }
            }
        }
    }

    /// All that waits for time, and all tasks, go on until they can't.
    private func settle<P: Publisher>(_ takers: [RaceTaker<P>], _ scheduler: TestScheduler) {
        for _ in 0..<4 {
            scheduler.advance(by: 250)
            for taker in takers { taker.goOn() }
        }
    }
}

extension RowRace.Conduct {
    /// Whether the taker of values on a path can do so.
    fileprivate func suits(_ path: RacePath) -> Bool {
        switch self {
        case .asksForAll: true
        case .cancels: path.canBeCancelled
        case .cancelsItself: path.hasValuesApart
        case .asksLater, .asksForOne, .isAsked: path.isSubscriber
        // Nothing between may hold back what comes unasked.
        case .asksOnce: path == .subscriber
        }
    }

    fileprivate var text: String {
        switch self {
        case .asksForAll: ""
        case .asksLater: "; asks when it has subscribed"
        case .cancels: "; cancels"
        case .cancelsItself: "; cancels inside of a value"
        case .asksForOne: "; asks for one value at a time"
        case .asksOnce: "; asks for one value"
        case .isAsked: "; another thread asks"
        }
    }
}
