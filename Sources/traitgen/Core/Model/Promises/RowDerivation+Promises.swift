/// What a row does to promises that are not about which events come.
extension RowDerivation {
    func isAboutEvents(_ trait: Int) -> Bool { traits.all[trait].declaration.promise == nil }

    /// What the promise asks of the row; nil where nothing helps.
    func demands(_ trait: Int, _ subject: Subject) -> Demands? {
        switch traits.all[trait].declaration.promise?.value {
        case nil, .events: return nil
        case .place(let place):
            // A publisher that is always the same delivers where its own row says: none that can be given keeps to a
            // place.
            let demands = Delivery.demands(
                of: subject.deliveries, trait: traits.name(trait), place: place, on: basis.backend)
            return demands?.inputs.contains { subject.isGiven($0) } == true ? nil : demands
        case .sharing:
            return Work.demands(
                of: subject.work, trait: traits.name(trait), given: { subject.isGiven($0) })
        }
    }

    /// The one condition: the trait itself, of each input that decides, unless it is required anyway.
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
    /// Whether a parameter is always the same publisher.
    func isGiven(_ number: Int) -> Bool { inputs.first { $0.name == parameters[number] }?.given != nil }

    /// Why a promise that is not about which events come can't be kept: a history with its place, or what each
    /// subscriber begins. Nil for other promises.
    func refusal(of trait: Trait) -> (lines: [Counterexample.Line], reason: String)? {
        switch trait.promise {
        case .events: nil
        case .place: stray().map { ($0.lines, $0.place) }
        case .sharing: begun().map { ([], $0) }
        }
    }
}

extension Trait {
    /// What restores it whatever was lost, in words that a library knows; nil where that depends on the histories.
    func remedy(on backend: Backend) -> String? {
        switch promise {
        case .events: nil
        // Other libraries have no scheduler of an actor. There the output declares a protocol for users' own.
        case .place(let place):
            backend == .traitsRuntime
                ? "'receive(on: .\(place.schedulerConstant))'"
                : "'receive(on:)' with a scheduler that conforms to \(place.schedulerName)"
        case .sharing: "'share()'"
        }
    }
}
