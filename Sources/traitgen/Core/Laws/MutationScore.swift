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

    let row: Row
    private let plan: LawPlan
    private let finder: ImageFinder
    private let observed: [[Shape]: [Shape]]
    /// What was seen, told apart by the inputs in a fixed order.
    private let unordered: [[Shape]: ShapeSet]
    private let isTight: Bool
    /// What the row itself names unseen.
    private let declaredUnseen: [[Shape]: ShapeSet]
    /// Whether the type has inputs of no failure at all.
    private let neverFails: Bool
    private let situations: [(inputs: [Shape], outputs: [Shape])]
    private let valueLimit: Int
    private let promises: PromiseScore

    init(_ row: Row, in model: Model, _ observations: Observations, _ finder: (Int) -> ImageFinder) {
        self.row = row
        plan = LawPlan(row, in: model)
        self.finder = finder(plan.limit)
        situations = observations.situations(of: row.type)
        observed = observations.rows[row.type] ?? [:]
        var unordered: [[Shape]: ShapeSet] = [:]
        for (inputs, outputs) in situations {
            let key = inputs.sorted { $0.lawMarbles < $1.lawMarbles }
            for shape in outputs { unordered[key, default: ShapeSet(limit: plan.limit)].insert(shape) }
        }
        self.unordered = unordered
        isTight = row.unseen == nil || !row.unseenHistories.isEmpty
        var declared: [[Shape]: ShapeSet] = [:]
        for history in row.unseenHistories {
            declared[history.inputs, default: ShapeSet(limit: plan.limit)].insert(history.output)
        }
        declaredUnseen = declared
        neverFails = row.samples.allSatisfy(\.isInfallible)
        valueLimit = model.valueLimit
        promises = PromiseScore(row, observations)
    }

    /// All small changes of the row.
    var changes: [(name: String, fate: () -> Fate)] {
        Mutant.all(of: row.behaviour).map { mutant in (mutant.name, { fate(of: mutant) }) }
            + promises.mutants.map { mutant in (mutant.name, { promises.fate(of: mutant) }) }
    }

    /// Whether the record keeps the laws of the row as it is.
    var lawsHold: Bool { lawHolds(row.behaviour) && promises.lawsHold }

    private func image(_ behaviour: Behaviour, _ inputs: [Shape]) -> ShapeSet {
        finder.image(of: behaviour, inputs: inputs.map { set([$0], plan.limit) })
    }

    private func set(_ shapes: [Shape], _ limit: Int) -> ShapeSet {
        shapes.reduce(into: ShapeSet(limit: limit)) { $0.insert($1) }
    }

    /// The laws of soundness and tightness, as the law kit checks them.
    func lawHolds(_ behaviour: Behaviour) -> Bool {
        var predicted = ShapeSet(limit: valueLimit)
        var seen = ShapeSet(limit: valueLimit)
        for (inputs, outputs) in situations {
            let image = image(behaviour, inputs)
            let observed = set(outputs, plan.limit)
            if !observed.isSubset(of: image) { return false }
            if isTight {
                let unseen = declaredUnseen[inputs] ?? ShapeSet(limit: plan.limit)
                let seen = seenOf(inputs, behaviour)
                if !image.isSubset(of: seen.union(unseen)) { return false }
                // What is named unseen has to be predicted, and not seen.
                if !unseen.isSubset(of: image.subtracting(seen)) { return false }
            }
            predicted.formUnion(set(image.shapes, valueLimit))
            seen.formUnion(set(outputs, valueLimit))
        }
        return predicted.isSubset(of: seen) || (row.kind == .source && row.unseen != nil)
    }

    /// What the row predicts and no sample has shown.
    var gaps: [(inputs: [Shape], unseen: [Shape])] {
        situations.compactMap { inputs, outputs in
            let unseen = image(row.behaviour, inputs).subtracting(seenOf(inputs, row.behaviour)).shapes
            return unseen.isEmpty ? nil : (inputs, unseen)
        }
    }

    /// What was seen of these inputs, in any order where the order makes no difference.
    private func seenOf(_ inputs: [Shape], _ behaviour: Behaviour) -> ShapeSet {
        guard behaviour.isSymmetric else { return set(observed[inputs] ?? [], plan.limit) }
        let key = inputs.sorted { $0.lawMarbles < $1.lawMarbles }
        return unordered[key] ?? ShapeSet(limit: plan.limit)
    }

    func fate(of mutant: Mutant) -> Fate {
        guard lawHolds(mutant.behaviour) else { return .caught }
        // What the type can't be given makes no difference.
        let isSame = plan.situations.filter(plan.allows).allSatisfy { inputs in
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
