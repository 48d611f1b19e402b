/// The choices for one input: no trait, a trait, or several. Choices that allow the same histories are merged.
final class TraitChoices {
    struct Choice {
        /// The shapes that the choice allows, within the bound of the input.
        let language: ShapeSet
        let histories: TimedSet
        /// The sets of traits that allow exactly these shapes.
        let sets: [TraitSet]
        /// Sets of traits that allow less, though Swift knows no refinement.
        fileprivate(set) var narrower: [TraitSet] = []
        /// The numbers of the classes that make up the language.
        fileprivate(set) var classes: [Int] = []
    }

    /// The choices, wider languages before the languages inside them.
    private(set) var all: [Choice] = []
    /// The shapes that each choice allows.
    private(set) var languages: [ShapeSet] = []
    /// For each choice, the wider choices that it lies in.
    private(set) var wider: [[Int]] = []
    /// Classes of shapes: each choice allows all shapes of a class or none.
    private(set) var classes: [ShapeSet] = []

    /// The largest number of traits that one input is asked for together.
    static let mostTogether = 3

    /// Creates the choices for an input that can be asked for traits.
    ///
    /// - Parameters:
    ///   - visible: the numbers of the traits that may be asked for.
    ///   - bound: the shapes that the input's own bound allows; nil without a bound.
    init(_ visible: [Int], languages: [ShapeSet], bound: ShapeSet?, order: TraitOrder, in space: TimedSpace) {
        let everything = bound ?? .all(limit: space.limit)
        // A condition under which the input can only fail or stay silent is useless.
        let single = visible.filter { bound == nil || languages[$0].intersection(everything).canSucceed }
        var found: [(language: ShapeSet, sets: [TraitSet])] = [(everything, [TraitSet()])]
        var numbers: [UInt64: Int] = [everything.bits: 0]
        func add(_ language: ShapeSet, _ set: TraitSet) {
            if let number = numbers[language.bits] {
                // Of two sets that allow the same, the shorter is named.
                if found[number].sets[0].count == set.count { found[number].sets.append(set) }
            } else {
                numbers[language.bits] = found.count
                found.append((language, [set]))
            }
        }
        for trait in single { add(languages[trait].intersection(everything), TraitSet([trait])) }
        var last = found.dropFirst().map { ($0.language, $0.sets[0]) }
        for _ in 1..<Self.mostTogether {
            let known = found.count
            for (language, set) in last {
                for trait in single where !set.contains(trait) {
                    let both = language.intersection(languages[trait])
                    guard both != language, both.canSucceed else { continue }
                    add(both, set.union(TraitSet([trait])))
                }
            }
            last = found[known...].map { ($0.language, $0.sets[0]) }
        }
        all = found.map { language, sets in
            var unique: [TraitSet] = []
            for set in sets where !unique.contains(set) { unique.append(set) }
            return Choice(
                language: language, histories: space.histories(of: language),
                // If the bound implies the traits, no trait has to be asked for.
                sets: unique.contains(TraitSet()) ? [TraitSet()] : unique)
        }.sorted { ($0.language.count, $1.language.bits) > ($1.language.count, $0.language.bits) }
        self.languages = all.map(\.language)
        wider = all.indices.map { number in
            (0..<number).filter { all[number].language.isSubset(of: all[$0].language) }
        }
        for number in all.indices {
            all[number].narrower = narrower(than: all[number], single, languages, order)
        }
        divide()
    }

    /// Creates the only choice for an input that is always the same publisher.
    init(given: ShapeSet, in space: TimedSpace) {
        all = [
            Choice(language: given, histories: space.histories(of: given), sets: [TraitSet()], classes: [0])
        ]
        languages = [given]
        classes = [given]
        wider = [[]]
    }

    private func narrower(
        than choice: Choice, _ traits: [Int], _ languages: [ShapeSet], _ order: TraitOrder
    ) -> [TraitSet] {
        let inside = all.filter {
            $0.language != choice.language && $0.language.isSubset(of: choice.language)
        }
        .flatMap(\.sets).filter { $0.count == 1 }
        return inside.filter { one in
            !choice.sets.contains { order.implies(one, $0) }
                && !inside.contains { $0 != one && order.implies(one, $0) }
        }.sorted { $0.numbers[0] < $1.numbers[0] }
    }

    /// Finds the classes: shapes in the same choices belong to one class.
    private func divide() {
        classes = [all[0].language]
        for choice in all {
            // Each choice splits a class into the shapes that it allows and the others.
            classes = classes.flatMap { one in
                [one.intersection(choice.language), one.subtracting(choice.language)].filter { !$0.isEmpty }
            }
        }
        for number in all.indices {
            let language = all[number].language
            all[number].classes = classes.indices.filter { classes[$0].isSubset(of: language) }
        }
    }
}

extension ShapeSet {
    fileprivate var count: Int { bits.nonzeroBitCount }
}
