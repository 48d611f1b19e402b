/// What a row does to promises about a place.
extension RowDerivation {
    func isPlace(_ trait: Int) -> Bool { builder.traits[trait].declaration.place != nil }

    /// What the promise asks of the row; nil where nothing helps.
    func demands(
        _ trait: Int, _ deliveries: [Delivery], _ inputs: (all: [Row.Input], names: [String])
    ) -> Delivery.Demands? {
        let declaration = builder.traits[trait].declaration
        guard let place = declaration.place,
            let demands = Delivery.demands(
                of: deliveries, trait: declaration.name.value, place: place.value, on: builder.backend),
            // A publisher that is always the same delivers where its own row says: none that can be given keeps to a place.
            demands.inputs.allSatisfy({ number in
                inputs.all.first { $0.name == inputs.names[number] }?.given == nil
            })
        else { return nil }
        return demands
    }

    /// The one condition: the trait itself, of each input that decides where something arrives.
    func weakest(_ trait: Int, _ demands: Delivery.Demands, _ names: [String]) -> Deriver.Weakest {
        var condition = Condition(names.map { _ in TraitSet() })
        for input in demands.inputs { condition.parameters[input].insert(trait) }
        return Deriver.Weakest(conditions: [condition])
    }
}
