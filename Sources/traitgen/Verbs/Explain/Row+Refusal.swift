import TraitgenCore

extension Row {
    /// The reason that a promise about a place or about sharing is lost: a history and its place, or the work that each
    /// subscriber begins. Nil for promises about events.
    func refusal(of trait: Trait) -> (lines: [Counterexample.Line], reason: String)? {
        switch trait.promise {
        case .events: nil
        case .place: stray().map { ($0.lines, $0.place) }
        case .sharing: begun().map { ([], $0) }
        }
    }

    /// The shortest history with an event that arrives elsewhere, and its place in words.
    func stray() -> (lines: [Counterexample.Line], place: String)? {
        let found = deliveries.first(where: \.isLost) ?? deliveries.first(where: comesOfGiven)
        guard let found else { return nil }
        let what = found.event.map { "\($0) arrives " } ?? "arrives "
        return ([.init(name: "output", marbles: found.marbles)], what + found.text(parameters))
    }

    private func comesOfGiven(_ delivery: Delivery) -> Bool {
        if case .input(let number) = delivery.place { isGiven(number) } else { false }
    }
}
