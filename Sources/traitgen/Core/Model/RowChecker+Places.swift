/// Checks what a row says about where its events arrive.
extension RowChecker {
    mutating func checkPlaces(_ row: Table.RowDeclaration, _ inputs: [String]) {
        if let place = row.cutPlace, inputs.contains(place.value) {
            report(
                .badInput, place.location,
                "`\(place.value)` is an input, whose own end ends the stream anyway",
                help: "name the generic parameter of the publisher that cuts the stream")
        }
        guard let clause = row.places else { return }
        let words = ["caller", "anywhere"]
        for name in clause.names where words.contains(name.value) && clause.names.count > 1 {
            report(
                .contradictoryRules, name.location, "`\(name.value)` leaves nothing to the other places",
                help: "write `at \(name.value)` alone")
        }
        if row.kind == .operator, row.words["later"] == nil, clause.names.map(\.value) == inputs {
            report(
                .needlessRule, clause.location, "events arrive where the inputs deliver without being told",
                help: "remove `at`")
        }
    }
}
