/// Derives promises about places and about sharing.
extension RowDerivation {
    func isAboutEvents(_ trait: Int) -> Bool { traits.all[trait].declaration.promise == nil }

    /// The demands that the promise makes on the row; nil if no input can satisfy it.
    func demands(_ trait: Int, _ subject: Subject) -> Demands? {
        switch traits.all[trait].declaration.promise?.value {
        case nil, .events: return nil
        case .place(let place):
            // A fixed publisher delivers where its own row says, and no publisher that can be fixed keeps to a place.
            let demands = Delivery.demands(
                of: subject.deliveries, trait: traits.name(trait), place: place, on: basis.backend)
            return demands?.inputs.contains { subject.isGiven($0) } == true ? nil : demands
        case .sharing:
            return Work.demands(
                of: subject.work, trait: traits.name(trait), given: { subject.isGiven($0) })
        }
    }

    /// The only condition: the trait itself, for each input that matters and isn't bound to the trait anyway.
    func weakest(_ trait: Int, _ demands: Demands, _ subject: Subject) -> Deriver.Weakest {
        let name = traits.name(trait)
        var condition = Condition(subject.names.map { _ in TraitSet() })
        for input in demands.inputs
        where !subject.inputs.contains(where: { $0.name == subject.names[input] && $0.bound == name }) {
            condition.parameters[input].insert(trait)
        }
        return Deriver.Weakest(conditions: [condition])
    }
}

extension Row {
    /// Indicates whether a parameter is always the same publisher.
    package func isGiven(_ number: Int) -> Bool {
        inputs.first { $0.name == parameters[number] }?.given != nil
    }
}

extension Trait {
    /// The operator that restores the trait after any loss, as a library spells it; nil for a promise about events.
    func remedy(on backend: Backend) -> String? {
        switch promise {
        case .events: nil
        // Other libraries have no scheduler of an actor. For them the output declares a protocol that custom schedulers can
        // conform to.
        case .place(let place):
            backend == .traitsRuntime
                ? "'receive(on: .\(place.schedulerConstant))'"
                : "'receive(on:)' with a scheduler that conforms to \(place.schedulerName)"
        case .sharing: "'share()'"
        }
    }
}
