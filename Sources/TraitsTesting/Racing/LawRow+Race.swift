import Synchronization
import TraitsRuntime

extension LawRow {
    /// Subscribes to the samples while other threads send to their inputs, and holds what is seen against the row.
    ///
    /// Each input is a promise that is kept, or broken, on a thread of its own, a current value that is replaced there, or
    /// a stream of values and an end. In half of the runs one more thread lets time pass.
    /// A subscriber comes meanwhile: alone, beside one that is there already, or at the same time as another. What it
    /// sees has to be what the row predicts for what its inputs sent, and to keep the traits that were derived: a value
    /// that was promised at once comes inside of the call that subscribes, wherever another thread is just then.
    ///
    /// ```
    /// upstream    o----o--o>           replaced on another thread
    /// map              o--o>           whoever comes in between has the newest at once
    /// ```
    ///
    /// - Parameter seeds: Each one is a run of each sample with each choice of inputs.
    /// - Returns: What is wrong: one text for each sample at the most.
    public func race(seeds: ClosedRange<UInt64> = 1...12) -> [String] {
        if isLeftOut { return [] }
        let faults = samples.indices.compactMap { sample -> String? in
            for seed in Laws.seeds(seeds) {
                for choice in RaceInput.Behaviour.choices(inputs: inputCount)
                where isKnown(choice.map { $0.shapes(further: 0) }) {
                    let race = RowRace(row: self, behaviours: choice, seed: seed)
                    samples[sample].accept(race)
                    guard let fault = race.fault else { continue }
                    return """
                        \(location): \(type)   \(rules)
                        \(fault)
                          publisher: \(samples[sample].text)
                          inputs: \(choice.map(\.rawValue).joined(separator: "; "))
                          seed: \(seed)
                          again: TRAITS_RACE_SEED=\(seed) TRAITS_LAWS_ROWS=\(type) swift test --filter rowUnderThreads
                        """
                }
            }
            return nil
        }
        return faults
    }

    private var inputCount: Int { predictions.keys.first?.count ?? 0 }

    /// Whether the row predicts anything for such inputs: otherwise the program stops, or they can't be.
    fileprivate func isKnown(_ inputs: [Set<HistoryShape>]) -> Bool {
        let known = Self.situations(inputs).compactMap { predictions[$0] }
        return !known.isEmpty && !known.contains(where: \.isEmpty)
    }

    /// Whether the row allows a history for what its inputs sent.
    ///
    /// - Parameters:
    ///   - inputs: For each input what it may have sent, as far as anybody can tell.
    ///   - isTimely: Whether all that comes at once comes from the thread that subscribes.
    fileprivate func predicts(_ output: HistoryShape, for inputs: [Set<HistoryShape>], isTimely: Bool) -> Bool
    {
        let seen = output.limited(to: limit)
        return Self.situations(inputs).contains { situation in
            guard let shapes = predictions[situation] else { return true }
            if shapes.contains(seen) { return true }
            // What another thread sends comes inside of the call by chance, or when that has just returned.
            var other = seen
            other.isImmediate.toggle()
            return (seen.isImmediate || !isTimely) && shapes.contains(other)
        }
    }

    /// The derived trait that a history breaks, if the inputs keep what it asks for.
    fileprivate func brokenTrait(_ output: HistoryShape, for inputs: [Set<HistoryShape>]) -> String? {
        conformances.first { trait, conditions in
            zip(inputs, conditions).allSatisfy { shapes, traits in
                shapes.allSatisfy { shape in traits.allSatisfy { $0.allows(shape) } }
            } && !trait.allows(output)
        }?.trait.name
    }

    private static func situations(_ inputs: [Set<HistoryShape>]) -> [[HistoryShape]] {
        inputs.reduce([[]]) { all, shapes in all.flatMap { situation in shapes.map { situation + [$0] } } }
    }
}

/// One seed of one sample with one choice of inputs.
private final class RowRace: LawSampleVisitor {
    private let row: LawRow
    private let behaviours: [RaceInput.Behaviour]
    private let seed: UInt64
    private let breaches = RaceBreaches()

    init(row: LawRow, behaviours: [RaceInput.Behaviour], seed: UInt64) {
        self.row = row
        self.behaviours = behaviours
        self.seed = seed
    }

    var fault: String? { breaches.first(without: []).map { "\($0.law.rawValue): \($0.detail)" } }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        var random = RaceRandom(seed, thread: 99)
        // In half of the runs time passes meanwhile, and what is due runs side by side.
        let isTimed = seed.isMultiple(of: 2)
        let scheduler = TestScheduler(order: isTimed ? .parallel(threads: 2) : .asScheduled)
        var further = behaviours.map { _ in random.below(row.bound.values) }
        if !row.isKnown(zip(behaviours, further).map { $0.shapes(further: $1) }) {
            further = further.map { _ in 0 }
        }
        let inputs = zip(behaviours, further).map { RaceInput($0, further: $1) }
        var next = 0
        let publisher = make(
            scheduler,
            LawInputMaker {
                defer { next += 1 }
                return AnyPublisher(inputs[next])
            } infallible: {
                defer { next += 1 }
                return inputs[next].infallible()
            })
        // Alone, beside one that is there already, beside one that comes at the same time.
        let company = random.below(3)
        let subscribers = (0..<(company == 0 ? 1 : 2)).map { _ in
            RaceSubscriber<P.Output, P.Failure>(
                demand: RaceSubscriber<P.Output, P.Failure>.unlimited, perValue: 0, breaches)
        }
        let joined = Atomic<Int>(0)
        func join(_ subscriber: RaceSubscriber<P.Output, P.Failure>) {
            publisher.subscribe(subscriber)
            subscriber.noteSubscribed()
            if joined.add(1, ordering: .relaxed).newValue == subscribers.count {
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
        for (number, subscriber) in subscribers.enumerated() {
            if number == 1, company == 1 {
                join(subscriber)
                continue
            }
            bodies.append {
                var random = RaceRandom(self.seed, thread: inputs.count + number)
                random.pause()
                join(subscriber)
            }
        }
        if isTimed { bodies.append { for _ in 0..<8 { scheduler.advance(by: 1) } } }
        Threads.race(bodies)
        scheduler.advance(by: 1000)
        // What was subscribed to later sends now.
        while inputs.contains(where: { $0.sendStream() }) { scheduler.advance(by: 1000) }
        for subscriber in subscribers { judge(subscriber.shape, isAlone: company == 0, inputs) }
        for subscriber in subscribers { subscriber.cancel() }
        scheduler.advance(by: 1000)
    }

    private func judge(_ shape: HistoryShape, isAlone: Bool, _ inputs: [RaceInput]) {
        let sent = inputs.map(\.shapes)
        let isTimely = behaviours.allSatisfy { $0 == .current }
        if isAlone, inputs.allSatisfy(\.isUsedOnce), !row.predicts(shape, for: sent, isTimely: isTimely) {
            breaches.note(.promise, "\(shape) is not what the row predicts of \(text(of: sent))")
        }
        // Who comes late misses a part of a stream, and that keeps no promise.
        guard inputs.allSatisfy(\.keepsPromises) else { return }
        if let trait = row.brokenTrait(shape, for: sent) {
            breaches.note(.promise, "\(shape) of \(text(of: sent)) breaks \(trait)")
        }
    }
}

/// What each input may have sent.
private func text(of inputs: [Set<HistoryShape>]) -> String {
    inputs.map { $0.map(\.description).sorted().joined(separator: " or ") }.joined(separator: ", ")
}
