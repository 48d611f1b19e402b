/// Checks a row's clauses about the place of its events, and about sharing.
extension RowChecker {
    func checkPlaces(_ row: Table.RowDeclaration, _ inputs: RowInputs) {
        guard let clause = row.places else { return }
        let words = ["caller", "anywhere"]
        for name in clause.names where words.contains(name.value) && clause.names.count > 1 {
            report(
                .contradictoryRules, name.location, "`\(name.value)` leaves nothing to the other places",
                help: "write `at \(name.value)` alone")
        }
        if row.kind == .operator, !row.hasOwnDeliveries(inputs), clause.names.map(\.value) == inputs.names {
            report(
                .needlessRule, clause.location, "events arrive where the inputs deliver without being told",
                help: "remove `at`")
        }
    }

    func checkSharing(_ row: Table.RowDeclaration, _ inputs: [String]) {
        if let shared = row.shared, isSharedAnyway(row) {
            report(
                .needlessRule, shared, "the inputs are shared without being told", help: "remove `shared`")
        }
        guard let first = row.anew.first else { return }
        if let shared = row.shared {
            report(
                .contradictoryRules, first.location,
                "a row that shares its inputs starts nothing for each subscriber",
                note: .init(shared, "`shared` is said here"), help: "remove `shared` or `anew`")
        }
        if row.kind == .source {
            report(
                .notForSource, first.location, "a source starts for each subscriber anyway",
                help: "remove `anew`")
        }
        let made =
            row.combiner?.value.makesPublishers == true
            ? row.inputs?.last?.name : nil
        for name in row.anew where name.value == made?.value {
            report(
                .needlessRule, name.location,
                "`\(row.combiner?.value.rawValue ?? "")` makes each `\(name.value)` for each subscriber anyway",
                help: "remove it from `anew`")
        }
    }

    /// Indicates whether every input is always a shared publisher.
    private func isSharedAnyway(_ row: Table.RowDeclaration) -> Bool {
        guard row.kind == .operator, let inputs = row.inputs, row.cut.isEmpty,
            row.combiner?.value.makesPublishers != true, row.combiner?.value != .anything
        else { return false }
        return inputs.allSatisfy { input in input.given.flatMap { givens[$0.value] }?.isShared == true }
    }
}

extension Table.RowDeclaration {
    /// Indicates whether some events arrive elsewhere than at the inputs, unless the row says otherwise: they wait for time to
    /// pass, another attempt begins later, there may be no input, or the row says nothing about events.
    fileprivate func hasOwnDeliveries(_ inputs: RowInputs) -> Bool {
        takesTime || combinerMayWait || inputs.isRepeated
            || [.repeat, .anything].contains(combiner?.value)
    }
}
