import TraitgenCore

/// Determines, for small changes of a row's promises about places and sharing, whether a law would fail.
struct PromiseScore {
    private let row: Row
    /// The observations; nil for a law that the row is exempt from, or that has no record.
    private let arrivals: Set<String>?
    private let shares: Set<String>?

    init(_ row: Row, _ observations: Observations) {
        self.row = row
        arrivals = observations.arrivals[of: row]
        shares = observations.shares[of: row]
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

    /// Indicates whether the laws hold for the unchanged row.
    var lawsHold: Bool {
        (arrivals == nil || arrivesWhereItSays(row)) && (shares == nil || sharesWhatItSays(row))
    }

    // MARK: - As the law kit checks them

    private func arrivesWhereItSays(_ row: Row) -> Bool {
        guard let seen = arrivals else { return true }
        let words = Set(LawContext.whereEventsArrive(row).split(separator: " ").map(String.init))
        if words.contains("any") { return true }
        let inputs = words.filter { Int($0) != nil }
        let shown =
            words.contains("caller")
            ? ["caller"] : inputs.isEmpty ? words.intersection(["scheduler"]) : inputs
        if !shown.isSubset(of: seen) { return false }
        if words.contains("anywhere") { return seen.contains("caller") || Self.isMixed(seen) }
        if words.contains("caller") { return true }
        return seen.isSubset(of: words.union(["asker"]))
    }

    /// Indicates whether events came from a scheduler and from an input.
    private static func isMixed(_ seen: Set<String>) -> Bool {
        seen.contains("scheduler") && seen.contains { Int($0) != nil }
    }

    private func sharesWhatItSays(_ row: Row) -> Bool {
        guard let shares else { return true }
        // A row that shares its work but doesn't say so loses a trait needlessly.
        let isWanting = ["each", "any"].contains(row.sharing) && shares.contains("once")
        return shares.contains(row.sharing) && !isWanting
    }
}

extension Row {
    /// The names of the publishers and schedulers that a promise about a place depends on; nil if no input can keep it.
    fileprivate var places: Set<String>? {
        let demands = Delivery.demands(of: deliveries, trait: "", place: "", on: .traitsRuntime)
        return names(of: demands)
    }

    /// The names of the publishers that a promise of sharing depends on; nil if no input can keep it.
    fileprivate var begins: Set<String>? { names(of: Work.demands(of: work, trait: "", given: isGiven)) }

    private func names(of demands: Demands?) -> Set<String>? {
        guard let demands, !demands.inputs.contains(where: isGiven) else { return nil }
        return Set(demands.inputs.map { parameters[$0] } + demands.others.map(\.input))
    }
}
