import TraitsRuntime

extension LawRow {
    /// Subscribes to the samples while other threads send to their inputs, and checks the histories against the row.
    ///
    /// Each input is a promise that is kept, or broken, on a thread of its own, a current value that is replaced there, or a
    /// stream of values and an end or a failure, which starts once for all, or separately for each subscription; or it sends
    /// all events inside of the call that subscribes. In half of the runs one more thread lets time pass. A subscriber comes
    /// meanwhile: alone, beside an earlier subscriber, or at the same time as another. It takes the values on a path that the
    /// seed chooses: as a subscriber, with closures, through an eraser, behind other operators or inside of them, as `flatMap`
    /// subscribes to the publisher that its closure returns, or in a task. Its history has to be predicted by the row for the
    /// events of the inputs, and to keep the traits that were derived: a value that was promised synchronously comes inside of
    /// the call that subscribes, at whatever point another thread is then.
    ///
    /// In two of seven runs it cancels at some moment, on a thread of its own, and in one inside of a value: the history until
    /// then has to be the beginning of such a history, and no event comes of an act that begins afterwards. In two it asks for
    /// one value at a time, or another thread asks for it: no more values than that may come, and all of them in the end. In
    /// one it asks for everything when it has subscribed, and receives inside of that request the values that were promised
    /// synchronously. This must not change the history of another subscriber. When all threads are done, no input is subscribed
    /// to, and no object keeps subscribers or inputs.
    ///
    /// ```
    /// upstream   o----o--o-->    replaced on another thread
    /// map           o-o--o-->    a subscriber in between gets the newest value synchronously
    /// ```
    ///
    /// At last threads send, end and ask, and each history has to be possible with one thread in some order of the same acts: a
    /// row predicts the number of values, and this checks which values come. A row with `exempt order` need not keep that
    /// order. With `exempt patience`, all values are asked for immediately.
    ///
    /// - Parameters:
    ///   - seeds: The seeds to try. With each, every sample is run with some choices of inputs; ten seeds in a row cover all
    ///     pairs of inputs.
    ///   - plans: The part of the seeds to try.
    ///
    /// A sample that stops the program, or comes to no end, is named with the seed; the other samples run all the same.
    ///
    /// - Returns: The faults: for each sample, one text for each law that is broken.
    public func race(seeds: ClosedRange<UInt64> = 1...12, plans: LawPlans = .all) -> [String] {
        if isLeftOut { return [] }
        let seeds = Laws.seeds(seeds, plans: plans)
        var held: [String: Set<String>] = [:]
        let faults = samples.indices.flatMap { sample -> [String] in
            let progress = RowRaceProgress()
            let outcome = Ward.run(progress.steps) { self.race(sample: sample, seeds, progress) }
            held.merge(progress.held) { $0.union($1) }
            guard case .stopped(let reason) = outcome else { return progress.faults }
            let stop = "\(Law.stop.rawValue): \(reason)"
            let seed = progress.current?.seed ?? progress.seed
            return progress.faults + [report(stop, nil, sample, seed, progress.current?.race.plan)]
        }
        if faults.isEmpty {
            LawTally.shared.record(recordedName, [], Self.heldLines(held, on: "several threads"))
        }
        return faults
    }

    /// Races a sample with each seed, until all choices of inputs have been tried.
    private func race(sample: Int, _ seeds: [UInt64], _ progress: RowRaceProgress) {
        if let seed = seeds.first, let excess = probe(sample: sample, seed, progress) {
            return progress.faults.append(excess)
        }
        var broken = exemptRaceLaws
        for seed in seeds {
            for choice in RaceInput.Behaviour.choices(inputs: inputCount, seed: seed)
            where isKnown(choice.map { $0.shapes(further: 0) }) {
                let plan = RacePlan(row: self, sample: sample, behaviours: choice, seed: seed)
                let race = RowRace(row: self, plan)
                drive(race, sample, seed, progress)
                progress.held.merge(race.held) { $0.union($1) }
                while let fault = race.fault(without: broken) {
                    broken.insert(fault.law)
                    progress.faults.append(report(fault.text, fault.law, sample, seed, race.plan))
                }
            }
        }
        progress.seed = seeds.first ?? 0
        let subject = SubjectRace(seeds: seeds, ignoring: broken, progress.steps)
        if inputCount == 0 { samples[sample].accept(subject) }
        for (law, fault, seed) in subject.faults {
            broken.insert(law)
            progress.faults.append(report(fault, law, sample, seed))
        }
        if broken.contains(.order) { return }
        if let (fault, seed) = orderFault(sample: sample, inputs: inputCount, seeds: seeds, progress.steps) {
            progress.faults.append(report(fault, .order, sample, seed))
        }
    }

    private func drive(_ race: RowRace, _ sample: Int, _ seed: UInt64, _ progress: RowRaceProgress) {
        progress.current = (race, seed)
        samples[sample].accept(race)
        progress.current = nil
        progress.steps.take()
    }

    /// The laws of a race that the row need not keep.
    var exemptRaceLaws: Set<RaceLaw> { Set(exempt.compactMap(\.underThreads)) }

    /// A Boolean value that indicates whether values can be asked for one at a time: none is lost, and none comes too early.
    var keepsDemand: Bool { exempt.isDisjoint(with: [.patience, .demand]) }

    /// Looks for values that weren't asked for. This comes first, since a loop over `values` stops the program for such a
    /// value.
    private func probe(sample: Int, _ seed: UInt64, _ progress: RowRaceProgress) -> String? {
        if !keepsDemand { return nil }
        for behaviour in [RaceInput.Behaviour.values, .script] {
            let choice = Array(repeating: behaviour, count: inputCount)
            guard isKnown(choice.map { $0.shapes(further: 0) }) else { continue }
            let plan = RacePlan(row: self, sample: sample, behaviours: choice, seed: seed, isProbe: true)
            let race = RowRace(row: self, plan)
            drive(race, sample, seed, progress)
            if let excess = race.excess { return report(excess, .demand, sample, seed, race.plan) }
        }
        return nil
    }

    var inputCount: Int { predictions.keys.first?.count ?? 0 }

    /// Returns whether the row predicts anything for such inputs. Otherwise the program stops, or the inputs are impossible.
    func isKnown(_ inputs: [Set<HistoryShape>]) -> Bool {
        let known = Self.situations(inputs).compactMap { predictions[$0] }
        return !known.isEmpty && !known.contains(where: \.isEmpty)
    }

    /// Returns whether the row allows a history for the events of its inputs.
    ///
    /// - Parameters:
    ///   - histories: The shapes that the history may have had, as far as the observations tell.
    ///   - inputs: The shapes that each input may have had.
    func predicts(_ histories: Set<HistoryShape>, for inputs: [Set<HistoryShape>]) -> Bool {
        let seen = Set(histories.map { $0.limited(to: limit) })
        let predicted = Self.situations(inputs).compactMap { predictions[$0] }
        return predicted.isEmpty || predicted.contains { !$0.isDisjoint(with: seen) }
    }

    /// Returns the derived trait that a history breaks, if the inputs meet the trait's conditions.
    func brokenTrait(_ histories: Set<HistoryShape>, for inputs: [Set<HistoryShape>]) -> String? {
        derivedTraits(for: inputs).first { trait in !histories.contains(where: trait.allows) }?.name
    }

    /// Returns the traits that the row derives for inputs with these histories.
    func derivedTraits(for inputs: [Set<HistoryShape>]) -> [LawTrait] {
        conformances.compactMap { trait, conditions in
            let isDerived = zip(inputs, conditions).allSatisfy { shapes, traits in
                shapes.allSatisfy { shape in traits.allSatisfy { $0.allows(shape) } }
            }
            return isDerived ? trait : nil
        }
    }

    /// Returns whether all histories that the row predicts for these inputs end.
    func predictsAnEnd(for inputs: [Set<HistoryShape>]) -> Bool {
        Self.situations(inputs).allSatisfy { situation in
            guard let shapes = predictions[situation] else { return false }
            return shapes.allSatisfy { $0.ending != .silent }
        }
    }

    static func situations(_ inputs: [Set<HistoryShape>]) -> [[HistoryShape]] {
        inputs.reduce([[]]) { all, shapes in all.flatMap { situation in shapes.map { situation + [$0] } } }
    }
}

/// The observations of a sample's races so far. They outlive a race that stops.
///
/// One thread at a time touches it.
private final class RowRaceProgress: @unchecked Sendable {
    var faults: [String] = []
    var held: [String: Set<String>] = [:]
    /// The race that is under way.
    var current: (race: RowRace, seed: UInt64)?
    var seed: UInt64 = 0
    let steps = Steps()
}
