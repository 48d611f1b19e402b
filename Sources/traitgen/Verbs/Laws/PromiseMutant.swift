import TraitgenCore

/// A small change of a row's promise about the places where its events arrive, or about the work that its subscribers
/// share.
struct PromiseMutant {
    let name: String
    /// The row after the change.
    let row: Row
    /// Indicates whether the change is about places, not about sharing.
    let isAboutPlaces: Bool

    /// All small changes: a place replaced, added or removed, `shared` added or removed, `anew` removed. `anew` is
    /// never added: seen from outside, it looks like a second subscription to the same publisher, and it asks more of
    /// its user.
    static func all(of row: Row) -> [PromiseMutant] { places(of: row) + sharing(of: row) }

    private init(_ name: String, _ original: Row, _ change: (inout Row) -> Void, isAboutPlaces: Bool) {
        var row = original
        change(&row)
        self.name = name
        self.row = row
        self.isAboutPlaces = isAboutPlaces
    }

    // MARK: - Places

    private static func places(of row: Row) -> [PromiseMutant] {
        let said = row.deliveries.filter { $0.event == nil }
        let rest = row.deliveries.filter { $0.event != nil }
        func mutant(_ name: String, _ places: [Delivery.Place]) -> PromiseMutant {
            PromiseMutant(
                name, row,
                {
                    $0.deliveries = places.map { Delivery($0, marbles: "--o") } + rest
                    $0.saysPlaces = true
                }, isAboutPlaces: true)
        }
        let places = said.map(\.place)
        let inputs = row.parameters.indices.map { Delivery.Place.input($0) }
        let alone: [Delivery.Place] = [.caller, .anywhere]
        var result = alone.filter { places != [$0] }.map { mutant("at \(row.word($0))", [$0]) }
        // If the promise is lost already, more places change nothing.
        guard !said.contains(where: \.isLost) else {
            if !inputs.isEmpty {
                result.append(mutant("at \(inputs.map(row.word).joined(separator: ", "))", inputs))
            }
            return result
        }
        result += inputs.filter { !places.contains($0) }.map {
            mutant("at \(row.word($0)) as well", places + [$0])
        }
        guard places.count > 1 else { return result }
        return result
            + places.map { place in mutant("not at \(row.word(place))", places.filter { $0 != place }) }
    }

    // MARK: - Sharing

    private static func sharing(of row: Row) -> [PromiseMutant] {
        func mutant(_ name: String, isShared: Bool = false, _ work: [Work]) -> PromiseMutant {
            PromiseMutant(
                name, row,
                {
                    $0.work = work
                    $0.isShared = isShared
                }, isAboutPlaces: false)
        }
        if row.isShared {
            let inputs = row.parameters.indices.map { number -> Work in
                row.behaviour.makes(number) ? .made(row.parameters[number]) : .input(number)
            }
            return [mutant("without `shared`", row.kind == .source ? [.own] : inputs)]
        }
        // A row without work is shared already, with or without the word.
        guard !row.work.isEmpty else { return [] }
        return [mutant("with `shared`", isShared: true, [])]
            + row.work.compactMap { work in
                guard case .made(let name) = work else { return nil }
                let number = row.parameters.firstIndex(of: name)
                // Some combiners make this publisher themselves, so the word changes nothing.
                if let number, row.behaviour.makes(number) { return nil }
                let rest = row.work.filter { $0 != work }
                return mutant("without `anew \(name)`", rest + (number.map { [.input($0)] } ?? []))
            }
    }
}

extension Row {
    /// A place in the words of the table.
    fileprivate func word(_ place: Delivery.Place) -> String {
        switch place {
        case .caller: "caller"
        case .anywhere: "anywhere"
        case .input(let number): parameters[number]
        case .scheduler(let name): name
        }
    }
}
