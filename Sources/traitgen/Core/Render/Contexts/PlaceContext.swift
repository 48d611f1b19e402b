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

    /// The context of the trait's own declarations.
    func declaration(in model: Model, _ options: RenderOptions) -> MustacheValue {
        TraitContext.declaration(
            of: trait,
            with: [
                "selector": .text(TraitContext.selector(of: trait, in: model, options)),
                "actor": .text(place),
                "scheduler": .text(place.schedulerName),
                "constant": .text(place.schedulerConstant),
                "isMain": .truth(place == "MainActor"),
                "eraser": TraitContext.eraser(trait.name, of: [trait]),
            ])
    }

    /// The contexts for publishers that keep a promise about a place and a promise about events.
    static func pairs(in model: Model, _ options: RenderOptions) -> [MustacheValue] {
        model.pairs(of: { $0.place != nil }, with: { $0.promise == .events }).compactMap { pair in
            PlaceContext(pair.first).map {
                $0.value(of: pair, selector: TraitContext.selector(of: pair.first, in: model, options))
            }
        }
    }

    private func value(of pair: Model.Pair, selector: String) -> MustacheValue {
        let count = pair.second
        let both = trait.joinedShortName + count.joinedName
        return [
            "place": .text(trait.name),
            "placeShort": .text(trait.shortName),
            "selector": .text(selector),
            "conforms": .truth(pair.canConform),
            "actor": .text(place),
            "constant": .text(place.schedulerConstant),
            "count": .text(count.name),
            "countEraser": .text(count.eraser),
            "short": .text(count.shortName),
            "both": .text(both),
            "location": .text(pair.location.fileName),
            // An immediate event comes inside the call that subscribes, and so on no actor.
            "possible": .truth(count.language.shapes.contains { $0.first != .immediate }),
            "outcome": TraitContext(trait: count).outcome,
            "eraser": TraitContext.eraser(both, of: [count, trait]),
        ]
    }
}
