/// The template context of a trait that promises sharing.
enum SharingContext {
    /// The contexts of the traits about sharing that the table declares.
    static func all(in model: Model) -> [MustacheValue] {
        model.traits.filter { $0.promise == .sharing }.map { trait in
            TraitContext.declaration(
                of: trait,
                with: [
                    "eraser": TraitContext.eraser(trait.name, of: [trait]),
                    "same": .list(
                        model.importedTraits.filter { $0.promise == .sharing }.map {
                            ["other": .text($0.name)]
                        }),
                ])
        }
    }

    /// The contexts for publishers that keep a promise of sharing and a promise of another kind.
    static func pairs(in model: Model) -> [MustacheValue] {
        model.pairs(of: { $0.promise == .sharing }, with: { $0.promise != .sharing }).map(value)
    }

    private static func value(of pair: Model.Pair) -> MustacheValue {
        let (trait, other) = (pair.first, pair.second)
        let isPlace = other.place != nil
        let both = isPlace ? other.shortName + trait.name : trait.shortName + other.name
        // A trait about a place has no check that fails: the failure would need a place too.
        let canFail = !isPlace && other.hasCheck
        return [
            "name": .text(trait.name),
            "short": .text(trait.shortName),
            "other": .text(other.name),
            "both": .text(both),
            "location": .text(pair.location.fileName),
            "checks": .list(
                (["Assert", "Unchecked"] + (canFail ? ["Check"] : [])).map {
                    ["check": .text($0 + other.shortName)]
                }),
            "eraser": TraitContext.eraser(both, of: [other, trait]),
        ]
    }
}
