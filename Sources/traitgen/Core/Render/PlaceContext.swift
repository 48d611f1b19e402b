/// What a template can see of a trait that promises a place.
struct PlaceContext {
    let trait: Trait
    let place: String

    /// Nil for a trait that promises something else.
    init?(_ trait: Trait) {
        guard let place = trait.place else { return nil }
        self.trait = trait
        self.place = place
    }

    var value: MustacheValue {
        TraitContext.declaration(
            of: trait,
            with: [
                "actor": .text(place),
                "scheduler": .text(place.schedulerName),
                "constant": .text(place.schedulerConstant),
                "isMain": .truth(place == "MainActor"),
                "eraser": TraitContext.eraser(trait.name, of: [trait]),
            ])
    }

    /// What is written for a publisher that keeps this promise and one about values, in the table that declares the
    /// later of the two.
    static func pairs(in model: Model) -> [MustacheValue] {
        let own = Set(model.traits.map(\.name))
        return model.allTraits.compactMap(PlaceContext.init).flatMap { place in
            model.allTraits.filter {
                $0.promise == .events && (own.contains($0.name) || own.contains(place.trait.name))
            }.map { place.pair(with: $0, own: own) }
        }
    }

    private func pair(with count: Trait, own: Set<String>) -> MustacheValue {
        [
            "place": .text(trait.name),
            "placeShort": .text(trait.shortName),
            "actor": .text(place),
            "constant": .text(place.schedulerConstant),
            "count": .text(count.name),
            "short": .text(count.shortName),
            "both": .text(trait.shortName + count.name),
            "location": .text((own.contains(trait.name) ? trait : count).location.shortDescription),
            "retroactive": .text(
                trait.module != nil && count.module != nil ? "@retroactive " : ""),
            // What has to come at once comes inside the call that subscribes, and so to no actor.
            "possible": .truth(count.language.shapes.contains { $0.first != .immediate }),
            "outcome": TraitContext(trait: count).outcome,
            "eraser": TraitContext.eraser(trait.shortName + count.name, of: [count, trait]),
        ]
    }
}
