/// Finds the weakest conditions under which a row keeps a trait.
///
/// A condition gives each of the row's parameters a trait, or nothing. Of all conditions whose
/// image lies inside the trait the weakest are kept; where several can't be compared ("A or B"),
/// all are.
final class Deriver {
    /// For each parameter the number of a trait, or nil.
    typealias Assignment = [Int?]

    let finder: ImageFinder
    let languages: [ShapeSet]
    /// For each trait the numbers of all traits it refines.
    let ancestors: [Set<Int>]
    private var searches: [SearchKey: [(image: ShapeSet, assignment: Assignment)]] = [:]

    private struct SearchKey: Hashable {
        var behaviour: Behaviour
        var bounds: Assignment
        var visible: [Int]
    }

    init(finder: ImageFinder, languages: [ShapeSet], ancestors: [Set<Int>]) {
        self.finder = finder
        self.languages = languages
        self.ancestors = ancestors
    }

    /// Whether a promise of `narrow` is one of `wide`, as far as Swift knows.
    func implies(_ narrow: Int, _ wide: Int) -> Bool { narrow == wide || ancestors[narrow].contains(wide) }

    /// The weakest conditions under which the row keeps inside `language`, in a fixed order:
    /// the trait itself for every parameter first, conditions that ask for more histories than another allows last,
    /// and otherwise conditions on the earlier parameters first.
    ///
    /// - Parameters:
    ///   - bounds: for each parameter the trait that Swift requires of it anyway.
    ///   - trait: the number of the trait, which decides the order alone.
    ///   - visible: the numbers of the traits that conditions may use.
    func weakest(
        _ behaviour: Behaviour, bounds: Assignment, inside language: ShapeSet, trait: Int, visible: [Int]
    ) -> [Assignment] {
        let holding = candidates(behaviour, bounds, visible).filter { $0.image.isSubset(of: language) }
        let found = weakest(of: holding.map(\.assignment))
        return found.sorted {
            rank($0, trait, found).lexicographicallyPrecedes(rank($1, trait, found))
        }
    }

    private func rank(_ assignment: Assignment, _ trait: Int, _ found: [Assignment]) -> [Int] {
        let isUniform = assignment.allSatisfy { $0 == trait }
        let isNarrow = found.contains { $0 != assignment && isWider($0, assignment) }
        return [isUniform ? 0 : 1, isNarrow ? 1 : 0] + assignment.map { $0 ?? languages.count }
    }

    /// Whether all that keeps `narrow` keeps `wide`, though no refinement tells Swift so: a trait of one module
    /// and a wider one of another.
    private func isWider(_ wide: Assignment, _ narrow: Assignment) -> Bool {
        zip(wide, narrow).allSatisfy { wide, narrow in
            guard let wide else { return true }
            return narrow.map { languages[$0].isSubset(of: languages[wide]) } ?? false
        }
    }

    /// Drops every condition that implies another one.
    private func weakest(of assignments: [Assignment]) -> [Assignment] {
        assignments.filter { one in
            !assignments.contains { other in other != one && isStronger(one, other) }
        }
    }

    private func isStronger(_ strong: Assignment, _ weak: Assignment) -> Bool {
        zip(strong, weak).allSatisfy { strong, weak in
            guard let weak else { return true }
            return strong.map { implies($0, weak) } ?? false
        }
    }

    /// Conditions and their images. A condition is left out where a weaker one has the same image.
    private func candidates(_ behaviour: Behaviour, _ bounds: Assignment, _ visible: [Int]) -> [(
        image: ShapeSet, assignment: Assignment
    )] {
        let key = SearchKey(behaviour: behaviour, bounds: bounds, visible: visible)
        if let known = searches[key] { return known }
        let found = search(behaviour, bounds, visible)
        searches[key] = found
        return found
    }

    private func search(_ behaviour: Behaviour, _ bounds: Assignment, _ visible: [Int]) -> [(
        image: ShapeSet, assignment: Assignment
    )] {
        let parameters = (behaviour.parameters.max() ?? -1) + 1
        let choices = (0..<parameters).map { parameter -> [Int?] in
            // Nothing can be asked of an input that is always the same publisher.
            if behaviour.given[parameter] != nil { return [nil] }
            let bound = bounds[parameter]
            return [nil] + visible.filter { bound == nil || language($0, within: bound).canSucceed }
        }
        let isChain = behaviour.parameters == Array(0..<parameters) && parameters > 2
        if isChain { return chain(behaviour, bounds, choices) }
        return ImageFinder.combinations(choices).map { assignment in
            let inputs = behaviour.parameters.map {
                behaviour.given[$0] ?? language(assignment[$0], within: bounds[$0])
            }
            return (finder.image(of: behaviour, inputs: inputs), assignment)
        }
    }

    /// Combines one input after the other and keeps, for each image, the weakest conditions: the
    /// images are few, so eight inputs cost little more than two.
    private func chain(_ behaviour: Behaviour, _ bounds: Assignment, _ choices: [[Int?]]) -> [(
        image: ShapeSet, assignment: Assignment
    )] {
        var combine = Behaviour()
        combine.combiner = behaviour.combiner
        var stage = behaviour
        stage.combiner = .pass
        stage.parameters = []
        stage.given = [:]
        var images: [(image: ShapeSet, assignments: [Assignment])] = []
        for position in behaviour.parameters.indices {
            var next: [ShapeSet: [Assignment]] = [:]
            for choice in choices[position] {
                let input = behaviour.given[position] ?? language(choice, within: bounds[position])
                if position == 0 {
                    next[input, default: []].append([choice])
                    continue
                }
                for (image, assignments) in images {
                    let combined = finder.image(of: combine, inputs: [image, input])
                    next[combined, default: []] += assignments.map { $0 + [choice] }
                }
            }
            images = next.map { ($0.key, weakest(of: $0.value)) }.sorted { $0.image.bits < $1.image.bits }
        }
        return images.flatMap { image, assignments in
            let result = stage.hasStages ? finder.image(of: stage, inputs: [image]) : image
            return assignments.map { (result, $0) }
        }
    }

    private func language(_ trait: Int?, within bound: Int?) -> ShapeSet {
        let sets = [trait, bound].compactMap { $0.map { languages[$0] } }
        return sets.reduce(.all(limit: finder.limit)) { $0.intersection($1) }
    }
}
