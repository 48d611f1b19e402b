import TraitgenCore

/// Determines, for each small change of a row, whether a law would fail.
final class MutationScore {
    enum Fate: Equatable {
        case caught
        case survived
        /// The changed row means the same.
        case equivalent
        /// No law notices, and the row gives a reason for it.
        case explained
    }

    /// One combination of input histories.
    private struct Situation {
        let inputs: SituationCode
        let observed: ShapeSet
        /// The histories that the row declares unseen.
        let unseen: ShapeSet
    }

    /// The combined streams of the inputs of each situation, cached for one combination.
    private final class Combined {
        @exclusivity(unchecked) var sets: [TimedSet?]

        init(count: Int) { sets = Array(repeating: nil, count: count) }
    }

    let row: Row
    private let plan: LawPlan
    /// The histories that one input may have in the law tests.
    private let planned: ShapeSet
    private let finder: ImageFinder
    private let isTight: Bool
    /// Indicates whether all samples have inputs that never fail.
    private let neverFails: Bool
    private let situations: [Situation]
    private let valueLimit: Int
    /// All observed outputs, with values counted as in the derivation.
    private let seen: ShapeSet
    /// The failing histories, if no input can fail and no failure was seen: the type of failures is `Never`.
    private let impossible: ShapeSet
    private let promises: PromiseScore
    private let mutants: [Mutant]
    private let promiseMutants: [PromiseMutant]

    // Intermediate results that many changes of a row share.

    /// The indices of the situations; the situation that caught a change last comes first, since it catches many.
    private var order: [Int]
    private var combined: [Behaviour.Combination: Combined] = [:]
    /// The observed outputs of each situation's inputs in any order.
    private lazy var observedUnordered: [ShapeSet] = {
        var unordered: [SituationCode: ShapeSet] = [:]
        let codes = situations.map(\.inputs.unordered)
        for (code, situation) in zip(codes, situations) {
            unordered[code, default: ShapeSet(limit: plan.limit)].formUnion(situation.observed)
        }
        return codes.map { unordered[$0] ?? ShapeSet(limit: plan.limit) }
    }()
    /// The image of each situation under the unchanged row; nil for inputs that make no difference.
    private lazy var ownImages: [ShapeSet?] = {
        let image = images(row.behaviour)
        return situations.indices.map { matters(situations[$0].inputs.shapes) ? image($0) : nil }
    }()
    /// The combinations of input histories that weren't recorded, with their images under the unchanged row.
    private lazy var others: [(inputs: [ShapeSet], image: ShapeSet)] = {
        let recorded = Set(situations.map(\.inputs))
        return plan.situations.filter { inputs in
            var code = SituationCode()
            let isCoded = inputs.allSatisfy { code.append($0) }
            return !(isCoded && recorded.contains(code)) && matters(inputs)
        }.map { inputs in
            let sets = inputs.map { Self.set([$0], plan.limit) }
            return (sets, finder.image(of: row.behaviour, inputs: sets))
        }
    }()

    init(_ row: Row, in model: Model, _ observations: Observations, _ finder: (Int) -> ImageFinder) {
        self.row = row
        plan = LawPlan(row, in: model)
        planned = Self.set(plan.inputShapes, plan.limit)
        self.finder = finder(plan.limit)
        isTight = row.unseen == nil || !row.unseenHistories.isEmpty
        let limit = plan.limit
        var declared: [[Shape]: ShapeSet] = [:]
        for history in row.unseenHistories {
            declared[history.inputs, default: ShapeSet(limit: limit)].insert(history.output)
        }
        let recorded = observations.situations(of: row)
        situations = recorded.map { inputs, outputs in
            Situation(
                inputs: inputs, observed: Self.set(outputs, limit),
                unseen: declared.isEmpty
                    ? ShapeSet(limit: limit) : declared[inputs.shapes] ?? ShapeSet(limit: limit))
        }
        order = Array(situations.indices)
        seen = recorded.reduce(into: ShapeSet(limit: model.valueLimit)) {
            $0.formUnion(Self.set($1.outputs, model.valueLimit))
        }
        neverFails = row.samples.allSatisfy(\.isInfallible)
        valueLimit = model.valueLimit
        let isFailing = { (shape: Shape) in shape.end == .failed }
        impossible =
            neverFails && !seen.shapes.contains(where: isFailing)
            ? Self.set(ShapeSet.all(limit: valueLimit).shapes.filter(isFailing), valueLimit)
            : ShapeSet(limit: valueLimit)
        promises = PromiseScore(row, observations)
        mutants = Mutant.all(of: row.behaviour)
        promiseMutants = promises.mutants
    }

    /// The number of changes.
    var mutantCount: Int { mutants.count + promiseMutants.count }

    /// All small changes of the row.
    var changes: [(name: String, fate: () -> Fate)] {
        mutants.map { mutant in (mutant.name, { self.fate(of: mutant) }) }
            + promiseMutants.map { mutant in (mutant.name, { self.promises.fate(of: mutant) }) }
    }

    /// Indicates whether the record satisfies the laws of the unchanged row.
    var lawsHold: Bool { lawHolds(row.behaviour) && promises.lawsHold }

    /// The first law of the unchanged row that the record breaks; nil if it satisfies them.
    var brokenLaw: String? {
        if lawsHold { return nil }
        let image = images(row.behaviour)
        func text(_ situation: Situation, _ output: Shape) -> String {
            (situation.inputs.shapes.map(\.lawMarbles) + ["=>", output.lawMarbles]).joined(separator: " ")
        }
        for (number, situation) in situations.enumerated() {
            if let history = situation.observed.subtracting(image(number)).shapes.first {
                return "the row doesn't predict `\(text(situation, history))`"
            }
        }
        for (number, situation) in situations.enumerated()
        where !lawHolds(number, image(number), row.behaviour.isSymmetric) {
            let seen = row.behaviour.isSymmetric ? observedUnordered[number] : situation.observed
            if let history = situation.unseen.subtracting(image(number).subtracting(seen)).shapes.first {
                return "`unseen` is not needed for `\(text(situation, history))`"
            }
            if let history = image(number).subtracting(seen.union(situation.unseen)).shapes.first {
                return "no sample shows `\(text(situation, history))`"
            }
        }
        return promises.lawsHold
            ? "no sample shows some histories that the row predicts"
            : "events arrive, or subscribers share, in another way than the row says"
    }

    /// Returns a function from the index of a situation to its image under a behaviour.
    private func images(_ behaviour: Behaviour) -> (Int) -> ShapeSet {
        let combination = behaviour.combination
        switch combination {
        case .source, .anything, .retry:
            return { [self] in finder.image(of: behaviour, inputs: sets($0)) }
        default: break
        }
        let stages = finder.images(behaviour.stages)
        let combined = combined[combination] ?? Combined(count: situations.count)
        self.combined[combination] = combined
        return { [self] number in
            let known = combined.sets[number]
            let set = known ?? finder.combine(combination, sets(number))
            if known == nil { combined.sets[number] = set }
            return finder.finish(behaviour, stages.image(of: set))
        }
    }

    /// The history of each input in a situation, as sets of one shape.
    private func sets(_ number: Int) -> [ShapeSet] {
        situations[number].inputs.shapes.map { ShapeSet($0, limit: plan.limit) }
    }

    private static func set(_ shapes: [Shape], _ limit: Int) -> ShapeSet {
        shapes.reduce(into: ShapeSet(limit: limit)) { $0.insert($1) }
    }

    private static func set(_ shapes: SeenShapes, _ limit: Int) -> ShapeSet {
        var set = ShapeSet(limit: limit)
        shapes.forEach { set.insert($0) }
        return set
    }

    /// Checks the laws of soundness and tightness as the law kit does.
    func lawHolds(_ behaviour: Behaviour) -> Bool { lawHolds(images(behaviour), behaviour) }

    /// All histories that have an event.
    private var anything: ShapeSet {
        let silent = [
            Shape(first: .later, values: 0, end: .silent), Shape(first: .immediate, values: 0, end: .silent),
        ]
        return ShapeSet.all(limit: plan.limit).subtracting(Self.set(silent, plan.limit))
    }

    private func lawHolds(_ image: (Int) -> ShapeSet, _ behaviour: Behaviour) -> Bool {
        var predicted = ShapeSet(limit: plan.limit)
        var allowsAnything = true
        let (anything, isSymmetric) = (anything, behaviour.isSymmetric)
        for (position, number) in order.enumerated() {
            let image = image(number)
            guard lawHolds(number, image, isSymmetric) else {
                if position > 0 { order.insert(order.remove(at: position), at: 0) }
                return false
            }
            predicted.formUnion(image)
            allowsAnything = allowsAnything && anything.isSubset(of: image)
        }
        // Of a rule that says nothing, nothing has to be seen.
        return isTight || row.kind == .source || allowsAnything
            || predicted.counting(to: valueLimit).subtracting(impossible).isSubset(of: seen)
    }

    /// Checks that an image agrees with the observations of a situation.
    private func lawHolds(_ number: Int, _ image: ShapeSet, _ isSymmetric: Bool) -> Bool {
        if !situations[number].observed.isSubset(of: image) { return false }
        guard isTight else { return true }
        let seen = isSymmetric ? observedUnordered[number] : situations[number].observed
        let unseen = situations[number].unseen
        // A history that is declared unseen must be predicted, and must not be seen.
        return image.isSubset(of: seen.union(unseen)) && unseen.isSubset(of: image.subtracting(seen))
    }

    /// Counts the histories that a behaviour predicts and no sample has shown, over all situations; nil if a history
    /// that was seen isn't predicted, or if there are more than `most`.
    func unseen(of behaviour: Behaviour, most: Int) -> Int? {
        let image = images(behaviour)
        var count = 0
        for number in order {
            let predicted = image(number)
            guard situations[number].observed.isSubset(of: predicted) else { return nil }
            let seen = behaviour.isSymmetric ? observedUnordered[number] : situations[number].observed
            count += predicted.subtracting(seen).shapes.count
            if count > most { return nil }
        }
        return count
    }

    /// The histories that the row predicts and no sample has shown.
    var gaps: [(inputs: [Shape], unseen: [Shape])] {
        let image = images(row.behaviour)
        return situations.enumerated().compactMap { number, situation in
            let seen = row.behaviour.isSymmetric ? observedUnordered[number] : situation.observed
            let unseen = image(number).subtracting(seen).shapes
            return unseen.isEmpty ? nil : (situation.inputs.shapes, unseen)
        }
    }

    /// Indicates whether the laws try these inputs. Histories that they don't try, or that the type can't have, make no
    /// difference.
    private func matters(_ inputs: [Shape]) -> Bool {
        inputs.count == plan.inputs && inputs.allSatisfy(planned.contains) && plan.allows(inputs)
            && !(neverFails && inputs.contains { $0.end == .failed })
    }

    func fate(of mutant: Mutant) -> Fate {
        let image = images(mutant.behaviour)
        guard lawHolds(image, mutant.behaviour) else { return .caught }
        let isSame =
            ownImages.enumerated().allSatisfy { $1 == nil || $1 == image($0) }
            && others.allSatisfy { finder.image(of: mutant.behaviour, inputs: $0.inputs) == $0.image }
        if isSame { return .equivalent }
        return row.survivors.contains { $0.change == mutant.name } ? .explained : .survived
    }

    /// Reports the explanations of changes that need none.
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
