import TraitsRuntime

extension LawRow {
    /// Subscribes to the samples while other threads send to their inputs, and checks what is seen against the row.
    ///
    /// Each input is a promise that is kept, or broken, on a thread of its own, a current value that is replaced
    /// there, or a stream of values and an end or a failure, which starts once for all, or separately for each
    /// subscription; or it sends all inside of the call that subscribes. In half of the runs one more thread lets
    /// time pass. A subscriber comes meanwhile: alone, beside one that is there already, or at the same time as
    /// another. It takes the values on a path that the seed chooses: as a subscriber, with closures, through an
    /// eraser, behind other operators or inside of them, as `flatMap` subscribes to what its closure returns, in a
    /// task. What it sees has to be what the row predicts for what its inputs sent, and to keep the traits that were
    /// derived: a value that was promised synchronously comes inside the call that subscribes, wherever another
    /// thread is just then.
    ///
    /// In two of seven runs it cancels at some moment, on a thread of its own, and in one inside of a value: what it
    /// has seen until then has to be the beginning of such a history, and nothing comes of what begins afterwards. In
    /// two it asks for one value at a time, or another thread asks for it: no more than that may come, and all in the
    /// end. In one it asks for everything when it has subscribed, and gets inside that request what was promised
    /// synchronously. What another subscriber sees must not change by that. When all is over, no input is subscribed
    /// to, and neither subscribers nor inputs are kept by anyone.
    ///
    /// ```
    /// upstream    o----o--o>           replaced on another thread map              o--o>           a subscriber in
    /// between gets the newest synchronously
    /// ```
    ///
    /// At last threads send, end and ask, and what is seen has to be what one thread could have done in some order: a row
    /// says how many values come, and this which. It need not keep that order if it says `exempt order`; and all is
    /// asked for immediately if it says `exempt patience`.
    ///
    /// - Parameter seeds: Each one is a run of each sample with some choices of inputs; ten in a row have had all pairs of them.
    /// - Returns: What is wrong: one text for each sample at the most.
    public func race(seeds: ClosedRange<UInt64> = 1...12) -> [String] {
        if isLeftOut { return [] }
        var held: [String: Set<String>] = [:]
        let faults = samples.indices.compactMap { race(sample: $0, seeds, &held) }
        if faults.isEmpty {
            LawTally.shared.record(type, [], Self.heldLines(held, on: "several threads"))
        }
        return faults
    }

    /// - Parameter held: The takers of values, by the trait that was checked.
    /// - Returns: What is wrong with a sample.
    private func race(
        sample: Int, _ seeds: ClosedRange<UInt64>, _ held: inout [String: Set<String>]
    ) -> String? {
        let seeds = Laws.seeds(seeds)
        if let seed = seeds.first, let excess = probe(sample: sample, seed) { return excess }
        for seed in seeds {
            for choice in RaceInput.Behaviour.choices(inputs: inputCount, seed: seed)
            where isKnown(choice.map { $0.shapes(further: 0) }) {
                let race = RowRace(row: self, sample: sample, behaviours: choice, seed: seed)
                samples[sample].accept(race)
                held.merge(race.held) { $0.union($1) }
                if let fault = race.fault { return report(fault, race, sample, seed) }
            }
        }
        if let (fault, seed) = orderFault(sample: sample, inputs: inputCount, seeds: seeds) {
            return report(fault, sample, seed)
        }
        return nil
    }

    /// A loop over `values` stops the program where more comes than was asked for. So that is looked for first.
    private func probe(sample: Int, _ seed: UInt64) -> String? {
        if exempt.contains(.patience) { return nil }
        for behaviour in [RaceInput.Behaviour.values, .script] {
            let choice = Array(repeating: behaviour, count: inputCount)
            guard isKnown(choice.map { $0.shapes(further: 0) }) else { continue }
            let race = RowRace(row: self, sample: sample, behaviours: choice, seed: seed, isProbe: true)
            samples[sample].accept(race)
            if let excess = race.excess { return report(excess, race, sample, seed) }
        }
        return nil
    }

    private func report(_ fault: String, _ race: RowRace, _ sample: Int, _ seed: UInt64) -> String {
        let inputs = race.behaviours.map(\.rawValue).joined(separator: "; ")
        return report(fault, sample, seed, details: "\n  inputs: \(inputs)\n  taken by: \(race.takers)")
    }

    private func report(_ fault: String, _ sample: Int, _ seed: UInt64, details: String = "") -> String {
        """
        \(location): \(type)   \(rules)
        \(fault)
          publisher: \(samples[sample].text)\(details)
          seed: \(seed)
          again: TRAITS_RACE_SEED=\(seed) TRAITS_LAWS_ROWS=\(type) \(Threads.testCommand) --filter rowUnderThreads
        """
    }

    var inputCount: Int { predictions.keys.first?.count ?? 0 }

    /// Whether the row predicts anything for such inputs: otherwise the program stops, or they can't be.
    func isKnown(_ inputs: [Set<HistoryShape>]) -> Bool {
        let known = Self.situations(inputs).compactMap { predictions[$0] }
        return !known.isEmpty && !known.contains(where: \.isEmpty)
    }

    /// Whether the row allows a history for what its inputs sent.
    ///
    /// - Parameters:
    ///   - histories: What the history may have been, as far as anybody can tell.
    ///   - inputs: The same for what each input sent.
    func predicts(_ histories: Set<HistoryShape>, for inputs: [Set<HistoryShape>]) -> Bool {
        let seen = Set(histories.map { $0.limited(to: limit) })
        let predicted = Self.situations(inputs).compactMap { predictions[$0] }
        return predicted.isEmpty || predicted.contains { !$0.isDisjoint(with: seen) }
    }

    /// The derived trait that a history breaks, if the inputs keep what it asks for.
    func brokenTrait(_ histories: Set<HistoryShape>, for inputs: [Set<HistoryShape>]) -> String? {
        derivedTraits(for: inputs).first { trait in !histories.contains(where: trait.allows) }?.name
    }

    /// The traits that the row derives for inputs that send this.
    func derivedTraits(for inputs: [Set<HistoryShape>]) -> [LawTrait] {
        conformances.compactMap { trait, conditions in
            let isDerived = zip(inputs, conditions).allSatisfy { shapes, traits in
                shapes.allSatisfy { shape in traits.allSatisfy { $0.allows(shape) } }
            }
            return isDerived ? trait : nil
        }
    }

    /// Whether all that the row predicts for these inputs comes to an end.
    func predictsAnEnd(for inputs: [Set<HistoryShape>]) -> Bool {
        Self.situations(inputs).allSatisfy { situation in
            guard let shapes = predictions[situation] else { return false }
            return shapes.allSatisfy { $0.ending != .silent }
        }
    }

    private static func situations(_ inputs: [Set<HistoryShape>]) -> [[HistoryShape]] {
        inputs.reduce([[]]) { all, shapes in all.flatMap { situation in shapes.map { situation + [$0] } } }
    }
}
