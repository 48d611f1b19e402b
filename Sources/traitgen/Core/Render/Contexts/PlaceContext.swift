/// The template context of a trait that promises a place.
struct PlaceContext {
    let trait: Trait
    let place: String

    /// Creates the context; nil for a trait that promises something else.
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

    /// The contexts for publishers that keep a promise about a place and a promise about events.
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
            "location": .text(pair.location.fileName),
            // An immediate event comes inside the call that subscribes, and so on no actor.
            "possible": .truth(count.language.shapes.contains { $0.first != .immediate }),
            "outcome": TraitContext(trait: count).outcome,
            "eraser": TraitContext.eraser(trait.shortName + count.name, of: [count, trait]),
        ]
    }
}
