import Synchronization
import TraitsRuntime

/// One seed of one sample with one choice of inputs.
final class RowRace: LawSampleVisitor {
    private let row: LawRow
    private let behaviours: [RaceInput.Behaviour]
    private let seed: UInt64
    private let breaches = RaceBreaches()
    /// Who took the values, in words.
    private(set) var takers = ""

    init(row: LawRow, behaviours: [RaceInput.Behaviour], seed: UInt64) {
        self.row = row
        self.behaviours = behaviours
        self.seed = seed
    }

    var fault: String? { breaches.first(without: []).map { "\($0.law.rawValue): \($0.detail)" } }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        visit(LawClient<P>(), make)
    }

    func visit<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) {
        var random = RaceRandom(seed, thread: 99)
        // In half of the runs time passes meanwhile, and what is due runs side by side.
        let isTimed = seed.isMultiple(of: 2)
        let scheduler = TestScheduler(order: isTimed ? .parallel(threads: 2) : .asScheduled)
        var further = behaviours.map { _ in random.below(row.bound.values) }
        if !row.isKnown(zip(behaviours, further).map { $0.shapes(further: $1) }) {
            further = further.map { _ in 0 }
        }
        let answers = random.chance(1, of: 2)
        let inputs = zip(behaviours, further).map { RaceInput($0, further: $1, answers: answers) }
        let publisher = make(scheduler, maker(of: inputs))
        // Alone, beside one that is there already, beside one that comes at the same time.
        let company = random.below(3)
        let paths = paths(zip(behaviours, further).map { $0.shapes(further: $1) })
        let takers = (0..<(company == 0 ? 1 : 2)).map { _ in
            RaceTaker(
                paths[random.below(paths.count)], client,
                RaceSubscriber(demand: RaceTaker<P>.Watcher.unlimited, perValue: 0, breaches))
        }
        self.takers = takers.map(\.path.name).joined(separator: "; ")
        let joined = Atomic<Int>(0)
        func join(_ taker: RaceTaker<P>) {
            taker.join(publisher, scheduler)
            if joined.add(1, ordering: .relaxed).newValue == takers.count {
                for input in inputs { input.abandon() }
            }
        }
        var bodies = inputs.indices.map { number in
            {
                var random = RaceRandom(self.seed, thread: number)
                random.pause()
                inputs[number].send { random.pause() }
            }
        }
        for (number, taker) in takers.enumerated() {
            let isThere = number == 1 && company == 1
            if isThere { join(taker) }
            if isThere, !taker.path.isTask { continue }
            bodies.append {
                var random = RaceRandom(self.seed, thread: inputs.count + number)
                random.pause()
                if !isThere { join(taker) }
                guard taker.path.isTask else { return }
                for _ in 0..<20 {
                    taker.goOn()
                    Threads.yield()
                }
            }
        }
        if isTimed { bodies.append { for _ in 0..<8 { scheduler.advance(by: 1) } } }
        Threads.race(bodies)
        settle(takers, scheduler)
        // What was subscribed to later sends now.
        while inputs.contains(where: { $0.sendStream() }) { settle(takers, scheduler) }
        for taker in takers { judge(taker, isAlone: company == 0, inputs) }
        for taker in takers { taker.subscriber.cancel() }
        settle(takers, scheduler)
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

    /// All that waits for time, and all tasks, go on until they can't.
    private func settle<P: Publisher>(_ takers: [RaceTaker<P>], _ scheduler: TestScheduler) {
        for _ in 0..<4 {
            scheduler.advance(by: 250)
            for taker in takers { taker.goOn() }
        }
    }

    /// The paths that there are: what a trait makes possible, where the row derives it for these inputs.
    private func paths(_ inputs: [Set<HistoryShape>]) -> [RacePath] {
        var paths = RacePath.plain
        if !row.exempt.contains(.patience) { paths.append(.values) }
        // Who comes late misses a part of a stream, and that keeps no promise.
        if behaviours.contains(where: \.isHot) { return paths }
        // What is promised nothing that never ends has to be waited for.
        let hasEnd = row.predictsAnEnd(for: inputs.map { $0.subtracting([.nothing]) })
        for trait in row.derivedTraits(for: inputs) {
            if trait.name == "ImmediatePublisher" { paths.append(.immediateEraser) }
            guard let outcome = RacePath.Outcome(trait: trait.name) else { continue }
            paths += [.eraser(outcome), .outcome(outcome)] + (hasEnd ? [.value(outcome)] : [])
        }
        return paths
    }

    private func judge<P: Publisher>(_ taker: RaceTaker<P>, isAlone: Bool, _ inputs: [RaceInput]) {
        let shape = taker.subscriber.shape
        let sent = inputs.map(\.shapes)
        let isTimely = behaviours.allSatisfy { $0 == .current }
        if isAlone, inputs.allSatisfy(\.isUsedOnce),
            !row.predicts(histories(shape, isTimely: isTimely && taker.path.keepsTime), for: sent)
        {
            breaches.note(.promise, "\(shape) is not what the row predicts of \(text(of: sent))")
        }
        // Who comes late misses a part of a stream, and that keeps no promise.
        guard inputs.allSatisfy(\.keepsPromises) else { return }
        if let trait = row.brokenTrait(histories(shape, isTimely: taker.path.keepsTime), for: sent) {
            breaches.note(.promise, "\(shape) of \(text(of: sent)) breaks \(trait)")
        }
    }

    /// What a history that looks so may have been.
    ///
    /// - Parameter isTimely: Whether all that comes at once comes from the thread that subscribes.
    private func histories(_ shape: HistoryShape, isTimely: Bool) -> Set<HistoryShape> {
        // What another thread sends comes inside of the call by chance, or when that has just returned.
        shape.isImmediate || !isTimely ? [shape, shape.atAnotherTime] : [shape]
    }
}

/// What each input may have sent.
private func text(of inputs: [Set<HistoryShape>]) -> String {
    inputs.map { $0.map(\.description).sorted().joined(separator: " or ") }.joined(separator: ", ")
}

extension HistoryShape {
    /// The same with its first event at once, or not.
    fileprivate var atAnotherTime: HistoryShape {
        HistoryShape(isImmediate: !isImmediate, values: values, ending: ending)
    }
}
