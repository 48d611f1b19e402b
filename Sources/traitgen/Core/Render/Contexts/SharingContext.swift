/// The template context of a trait that promises sharing.
enum SharingContext {
    /// The contexts of the traits about sharing that the table declares.
    static func all(in model: Model, _ options: RenderOptions) -> [MustacheValue] {
        model.traits.filter { $0.promise == .sharing }.map { trait in
            TraitContext.declaration(
                of: trait,
                with: [
                    "selector": .text(TraitContext.selector(of: trait, in: model, options)),
                    "eraser": TraitContext.eraser(trait.name, of: [trait]),
                    "same": .list(
                        model.importedTraits.filter { $0.promise == .sharing }.map {
                            ["other": .text($0.name), "eraser": .text($0.eraser)]
                        }),
                ])
        }
    }

    /// The contexts for publishers that keep a promise of sharing and a promise of another kind.
    static func pairs(in model: Model, _ options: RenderOptions) -> [MustacheValue] {
        model.pairs(of: { $0.promise == .sharing }, with: { $0.promise != .sharing }).map { pair in
            value(of: pair) { TraitContext.selector(of: $0, in: model, options) }
        }
    }

    private static func value(of pair: Model.Pair, _ selector: (Trait) -> String) -> MustacheValue {
        let (trait, other) = (pair.first, pair.second)
        let isPlace = other.place != nil
        let both =
            isPlace ? other.joinedShortName + trait.joinedName : trait.joinedShortName + other.joinedName
        // A trait about a place has no check that fails: the failure would need a place too.
        let canFail = !isPlace && other.hasCheck
        return [
            "name": .text(trait.name),
            "short": .text(trait.shortName),
            "selector": .text(selector(trait)),
            "conforms": .truth(pair.canConform),
            "other": .text(other.name),
            "both": .text(both),
            "location": .text(pair.location.fileName),
            "checks": .list(
                (["Assert", "Unchecked"] + (canFail ? ["Check"] : [])).map {
                    ["check": .text(selector(other) + $0 + other.shortName)]
                }),
            "eraser": TraitContext.eraser(both, of: [other, trait]),
        ]
    }
}
