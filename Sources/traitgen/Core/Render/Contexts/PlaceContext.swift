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

    /// What is written for a publisher that keeps this promise and one about values.
    static func pairs(in model: Model) -> [MustacheValue] {
        model.pairs(of: { $0.place != nil }, with: { $0.promise == .events }).compactMap { pair in
            PlaceContext(pair.first).map { $0.value(of: pair) }
        }
    }

    private func value(of pair: Model.Pair) -> MustacheValue {
        let count = pair.second
        return [
            "place": .text(trait.name),
            "placeShort": .text(trait.shortName),
            "actor": .text(place),
            "constant": .text(place.schedulerConstant),
            "count": .text(count.name),
            "short": .text(count.shortName),
            "both": .text(trait.shortName + count.name),
            "location": .text(pair.location.shortDescription),
            // What has to come immediately comes inside the call that subscribes, and so to no actor.
            "possible": .truth(count.language.shapes.contains { $0.first != .immediate }),
            "outcome": TraitContext(trait: count).outcome,
            "eraser": TraitContext.eraser(trait.shortName + count.name, of: [count, trait]),
        ]
    }
}
