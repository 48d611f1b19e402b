/// Says for small changes of what a row promises beside histories whether its laws would fail.
struct PromiseScore {
    private let row: Row
    /// What was seen; nil for a law that the row is exempt from, or of which nothing is recorded.
    private let arrivals: [Observations.Arrival]?
    private let shares: Set<String>?

    init(_ row: Row, _ observations: Observations) {
        self.row = row
        arrivals = observations.arrivals[row.type]
        shares = observations.shares[row.type]
    }

    /// The changes that a law could notice.
    var mutants: [PromiseMutant] {
        PromiseMutant.all(of: row).filter { $0.isAboutPlaces ? arrivals != nil : shares != nil }
    }

    func fate(of mutant: PromiseMutant) -> MutationScore.Fate {
        let holds = mutant.isAboutPlaces ? arrivesWhereItSays(mutant.row) : sharesWhatItSays(mutant.row)
        if !holds { return .caught }
        if mutant.isAboutPlaces ? row.places == mutant.row.places : row.begins == mutant.row.begins {
            return .equivalent
        }
        return row.survivors.contains { $0.change == mutant.name } ? .explained : .survived
    }

    /// Whether the laws hold of the row as it is.
    var lawsHold: Bool {
        (arrivals == nil || arrivesWhereItSays(row)) && (shares == nil || sharesWhatItSays(row))
    }

    // MARK: - As the law kit checks them

    private func arrivesWhereItSays(_ row: Row) -> Bool {
        guard let arrivals else { return true }
        let words = Set(LawContext.whereEventsArrive(row).split(separator: " ").map(String.init))
        // An end that another publisher brings shows nothing.
        let seen = Set(arrivals.filter { !($0.isEnd && words.contains("end")) }.map(\.place))
        let inputs = words.filter { Int($0) != nil }
        let shown =
            words.contains("caller")
            ? ["caller"] : inputs.isEmpty ? words.intersection(["scheduler"]) : inputs
        if !shown.isSubset(of: seen) { return false }
        if words.contains("anywhere") { return seen.contains("caller") || Self.isMixed(seen) }
        if words.contains("caller") { return true }
        return arrivals.allSatisfy { arrival in
            words.contains(arrival.place) || arrival.place == "asker"
                || arrival.isEnd && words.contains("end")
        }
    }

    /// Whether events came from a scheduler and from an input.
    private static func isMixed(_ seen: Set<String>) -> Bool {
        seen.contains("scheduler") && seen.contains { Int($0) != nil }
    }

    private func sharesWhatItSays(_ row: Row) -> Bool {
        guard let shares else { return true }
        // What is shared and not said to be costs the row a trait for nothing.
        let isWanting = ["each", "any"].contains(row.sharing) && shares.contains("once")
        return shares.contains(row.sharing) && !isWanting
    }
}

extension Row {
    /// What a promise about a place asks of others: the names; nil where nothing helps.
    fileprivate var places: Set<String>? {
        let demands = Delivery.demands(of: deliveries, trait: "", place: "", on: .traitsRuntime)
        return names(of: demands)
    }

    /// What a promise of sharing asks of others.
    fileprivate var begins: Set<String>? { names(of: Work.demands(of: work, trait: "", given: isGiven)) }

    private func names(of demands: Demands?) -> Set<String>? {
        guard let demands, !demands.inputs.contains(where: isGiven) else { return nil }
        return Set(demands.inputs.map { parameters[$0] } + demands.others.map(\.input))
    }
}
