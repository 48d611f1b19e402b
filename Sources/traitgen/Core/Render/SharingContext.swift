/// What a template can see of a trait that promises sharing.
enum SharingContext {
    /// Those that the table declares.
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

    /// What is written for a publisher that keeps this promise and one of another kind, in the table that declares the
    /// later of the two.
    static func pairs(in model: Model) -> [MustacheValue] {
        let own = Set(model.traits.map(\.name))
        return model.allTraits.filter { $0.promise == .sharing }.flatMap { trait in
            model.allTraits.filter {
                $0.promise != .sharing && (own.contains($0.name) || own.contains(trait.name))
            }.map { pair(trait, $0, isOwn: own.contains(trait.name)) }
        }
    }

    private static func pair(_ trait: Trait, _ other: Trait, isOwn: Bool) -> MustacheValue {
        let isPlace = other.place != nil
        let both = isPlace ? other.shortName + trait.name : trait.shortName + other.name
        // A place has no check that fails: that would have to be sent from somewhere.
        let canFail = !isPlace && TraitContext(trait: other).hasCheck
        return [
            "name": .text(trait.name),
            "short": .text(trait.shortName),
            "other": .text(other.name),
            "both": .text(both),
            "location": .text((isOwn ? trait : other).location.shortDescription),
            "checks": .list(
                (["Assert", "Unchecked"] + (canFail ? ["Check"] : [])).map {
                    ["check": .text($0 + other.shortName)]
                }),
            "eraser": TraitContext.eraser(both, of: [other, trait]),
        ]
    }
}
