/// Says for each small change of a row whether its law would fail.
struct MutationScore {
    enum Fate: Equatable {
        case caught
        case survived
        /// The changed row says the same.
        case equivalent
        /// No law notices, and the row says why that is right.
        case explained
    }

    /// One way in which all inputs behaved.
    private struct Situation {
        let inputs: [Shape]
        let sets: [ShapeSet]
        let outputs: [Shape]
        let observed: ShapeSet
        /// What was seen of these inputs in any order.
        var observedUnordered: ShapeSet
        /// What the row itself names unseen.
        let unseen: ShapeSet
    }

    /// What many changes of a row ask for again.
    private final class Memory {
        /// For each way to combine inputs what those of each situation become.
        var combined: [Behaviour.Combination: Combined] = [:]
        /// Every way in which the inputs can behave as far as their bounds allow.
        var allowed: [[Shape]]?
    }

    private final class Combined {
        var sets: [TimedSet?]

        init(count: Int) { sets = Array(repeating: nil, count: count) }
    }

    let row: Row
    private let plan: LawPlan
    private let finder: ImageFinder
    private let memory = Memory()
    private let isTight: Bool
    /// Whether the type has inputs of no failure at all.
    private let neverFails: Bool
    private let situations: [Situation]
    private let valueLimit: Int
    private let promises: PromiseScore
    private let mutants: [Mutant]
    private let promiseMutants: [PromiseMutant]

    init(_ row: Row, in model: Model, _ observations: Observations, _ finder: (Int) -> ImageFinder) {
        self.row = row
        plan = LawPlan(row, in: model)
        self.finder = finder(plan.limit)
        isTight = row.unseen == nil || !row.unseenHistories.isEmpty
        let limit = plan.limit
        var declared: [[Shape]: ShapeSet] = [:]
        for history in row.unseenHistories {
            declared[history.inputs, default: ShapeSet(limit: limit)].insert(history.output)
        }
        var unordered: [[Int]: ShapeSet] = [:]
        func key(_ inputs: [Shape]) -> [Int] {
            inputs.map { ($0.values * 3 + Int($0.end.rawValue)) * 3 + Int($0.first.rawValue) }.sorted()
        }
        let observed = observations.situations(of: row.type)
        for (inputs, outputs) in observed {
            unordered[key(inputs), default: ShapeSet(limit: limit)].formUnion(Self.set(outputs, limit))
        }
        situations = observed.map { inputs, outputs in
            Situation(
                inputs: inputs, sets: inputs.map { Self.set([$0], limit) }, outputs: outputs,
                observed: Self.set(outputs, limit),
                observedUnordered: unordered[key(inputs)] ?? ShapeSet(limit: limit),
                unseen: declared[inputs] ?? ShapeSet(limit: limit))
        }
        neverFails = row.samples.allSatisfy(\.isInfallible)
        valueLimit = model.valueLimit
        promises = PromiseScore(row, observations)
        mutants = Mutant.all(of: row.behaviour)
        promiseMutants = promises.mutants
    }

    /// The number of changes.
    var mutantCount: Int { mutants.count + promiseMutants.count }

    /// All small changes of the row.
    var changes: [(name: String, fate: () -> Fate)] {
        mutants.map { mutant in (mutant.name, { fate(of: mutant) }) }
            + promiseMutants.map { mutant in (mutant.name, { promises.fate(of: mutant) }) }
    }

    /// Whether the record keeps the laws of the row as it is.
    var lawsHold: Bool { lawHolds(row.behaviour) && promises.lawsHold }

    private func image(_ behaviour: Behaviour, _ inputs: [Shape]) -> ShapeSet {
        finder.image(of: behaviour, inputs: inputs.map { Self.set([$0], plan.limit) })
    }

    /// What a behaviour makes of the situations, by their numbers.
    private func images(_ behaviour: Behaviour) -> (Int) -> ShapeSet {
        let combination = behaviour.combination
        switch combination {
        case .source, .anything, .retry:
            return { finder.image(of: behaviour, inputs: situations[$0].sets) }
        default: break
        }
        let stages = finder.images(behaviour.stages)
        let combined = memory.combined[combination] ?? Combined(count: situations.count)
        memory.combined[combination] = combined
        return { number in
            let set = combined.sets[number] ?? finder.combined(behaviour, situations[number].sets)
            combined.sets[number] = set
            return finder.finish(behaviour, stages.image(of: set))
        }
    }

    private static func set(_ shapes: [Shape], _ limit: Int) -> ShapeSet {
        shapes.reduce(into: ShapeSet(limit: limit)) { $0.insert($1) }
    }

    /// The laws of soundness and tightness, as the law kit checks them.
    func lawHolds(_ behaviour: Behaviour) -> Bool {
        var predicted = ShapeSet(limit: valueLimit)
        var seen = ShapeSet(limit: valueLimit)
        let image = images(behaviour)
        let isSymmetric = behaviour.isSymmetric
        for (number, situation) in situations.enumerated() {
            let image = image(number)
            if !situation.observed.isSubset(of: image) { return false }
            if isTight {
                let seen = isSymmetric ? situation.observedUnordered : situation.observed
                if !image.isSubset(of: seen.union(situation.unseen)) { return false }
                // What is named unseen has to be predicted, and not seen.
                if !situation.unseen.isSubset(of: image.subtracting(seen)) { return false }
            }
            predicted.formUnion(Self.set(image.shapes, valueLimit))
            seen.formUnion(Self.set(situation.outputs, valueLimit))
        }
        return predicted.isSubset(of: seen) || (row.kind == .source && row.unseen != nil)
    }

    /// What the row predicts and no sample has shown.
    var gaps: [(inputs: [Shape], unseen: [Shape])] {
        let image = images(row.behaviour)
        return situations.enumerated().compactMap { number, situation in
            let seen = row.behaviour.isSymmetric ? situation.observedUnordered : situation.observed
            let unseen = image(number).subtracting(seen).shapes
            return unseen.isEmpty ? nil : (situation.inputs, unseen)
        }
    }

    private var allowed: [[Shape]] {
        if let known = memory.allowed { return known }
        let found = plan.situations.filter(plan.allows)
        memory.allowed = found
        return found
    }

    func fate(of mutant: Mutant) -> Fate {
        guard lawHolds(mutant.behaviour) else { return .caught }
        // What the type can't be given makes no difference.
        let isSame = allowed.allSatisfy { inputs in
            (neverFails && inputs.contains { $0.end == .failed })
                || image(mutant.behaviour, inputs) == image(row.behaviour, inputs)
        }
        if isSame { return .equivalent }
        return row.survivors.contains { $0.change == mutant.name } ? .explained : .survived
    }

    /// What the row explains though there is nothing to explain.
    func needlessExplanations(_ fates: [String: Fate]) -> [Diagnostic] {
        row.survivors.compactMap { survivor in
            let why: String
            switch fates[survivor.change] {
            case .explained: return nil
            case .caught: why = "a law notices"
            case .equivalent: why = "it says the same, which is found out without being told"
            case .survived, nil: why = "there is no such change"
            }
            return Diagnostic(
                .needlessSurvivor, at: survivor.location,
                "`survives \"\(survivor.change)\"` is not needed: \(why)",
                help: "remove it")
        }
    }
}
