/// What can be asked of one input: nothing, a trait, or several; choices that allow the same histories are one.
final class TraitChoices {
    struct Choice {
        /// What an input may do of which this is asked, the trait included that is required of it anyway.
        let language: ShapeSet
        let histories: TimedSet
        /// The ways to ask for just this.
        let sets: [TraitSet]
        /// Traits that allow less, though no refinement tells Swift so.
        fileprivate(set) var narrower: [TraitSet] = []
        /// The numbers of the classes that make up the language.
        fileprivate(set) var classes: [Int] = []
    }

    /// Wider languages before those that lie in them.
    private(set) var all: [Choice] = []
    /// What each choice allows.
    private(set) var languages: [ShapeSet] = []
    /// For each choice the others that it lies in.
    private(set) var wider: [[Int]] = []
    /// The shapes that no choice tells apart: each choice allows all of a class or none.
    private(set) var classes: [ShapeSet] = []

    /// More traits than that are never asked of one input together.
    static let mostTogether = 3

    /// The choices where traits can be asked for.
    ///
    /// - Parameters:
    ///   - visible: the numbers of the traits that may be asked for.
    ///   - bound: what is required of the input anyway.
    init(_ visible: [Int], languages: [ShapeSet], bound: ShapeSet?, order: TraitOrder, in space: TimedSpace) {
        let everything = bound ?? .all(limit: space.limit)
        // What can only fail or stay silent is no condition that anybody means.
        let single = visible.filter { bound == nil || languages[$0].intersection(everything).canSucceed }
        var found: [(language: ShapeSet, sets: [TraitSet])] = [(everything, [TraitSet()])]
        var numbers: [UInt64: Int] = [everything.bits: 0]
        func add(_ language: ShapeSet, _ set: TraitSet) {
            if let number = numbers[language.bits] {
                // Of two ways to ask for the same, the shorter ones are named.
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
                // Where the bound says as much as a trait, nothing has to be asked.
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

    /// The one choice for an input that is always the same publisher.
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

    /// Finds the classes: shapes are alike that belong to the same choices.
    private func divide() {
        classes = [all[0].language]
        for choice in all {
            // What a choice takes of a class and what it leaves are told apart from here on.
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
