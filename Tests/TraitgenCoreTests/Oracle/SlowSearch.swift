@testable import TraitgenCore

/// Tries every assignment of sets of traits to parameters.
struct SlowSearch {
    let behaviour: Behaviour
    let languages: [ShapeSet]
    let order: TraitOrder
    let images: SlowImages
    let limit: Int

    init(_ behaviour: Behaviour, languages: [ShapeSet], order: TraitOrder, limit: Int) {
        self.behaviour = behaviour
        self.languages = languages
        self.order = order
        self.limit = limit
        images = SlowImages(behaviour, limit: limit)
    }

    /// Every assignment with its image.
    func assignments() -> [(condition: Condition, image: ShapeSet)] {
        conditions().map { ($0, images.image(inputs($0))) }
    }

    /// Every assignment; several traits together only if they can succeed together.
    func conditions() -> [Condition] {
        var sets: [TraitSet] = [TraitSet()]
        for trait in languages.indices {
            sets += sets.map { $0.union(TraitSet([trait])) }
        }
        sets = sets.filter {
            $0.count < 2 || ($0.count <= TraitChoices.mostTogether && language($0).canSucceed)
        }
        let count = (behaviour.parameters.max() ?? -1) + 1
        return ImageFinder.combinations(Array(repeating: sets, count: count)).map(Condition.init)
    }

    func language(_ set: TraitSet) -> ShapeSet {
        set.numbers.reduce(.all(limit: limit)) { $0.intersection(languages[$1]) }
    }

    func inputs(_ condition: Condition) -> [ShapeSet] {
        behaviour.parameters.map { language(condition.parameters[$0]) }
    }

    /// Indicates whether all that keeps the one condition keeps the other.
    func isInside(_ narrow: Condition, _ wide: Condition) -> Bool {
        zip(narrow.parameters, wide.parameters).allSatisfy { language($0).isSubset(of: language($1)) }
    }
}
