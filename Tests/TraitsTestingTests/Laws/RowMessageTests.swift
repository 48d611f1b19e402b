import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// The faults of a row, in the words that its author needs.
@Suite struct RowMessageTests {
    /// A row for an operator that passes everything on.
    private func row(places: LawPlaces = .any, exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Shop.Part", rules: "passes", file: "Shop.traits", line: 7, traits: [], limit: 1,
            bound: LawBound(values: 1), inputs: "-> | -| x -x o> -o> o| -o| ox -ox",
            names: ["upstream"], types: ["Upstream"],
            images: ["->", "|", "-|", "x", "-x", "o>", "-o>", "o|", "-o|", "ox", "-ox"],
            predictions: "0123456789a", digits: 1, isTight: true, places: places, exempt: exempt)
    }

    @Test(arguments: [(LawPlaces.any, []), (LawPlaces("anywhere"), [Law.place])])
    func placesThatARowDoesNotSayAreNotMissed(places: LawPlaces, exempt: Set<Law>) {
        let row = row(places: places, exempt: exempt)
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        #expect(row.run() == [])
    }

    /// Otherwise `traitgen mutate` would want `shared` where no law can see it.
    @Test func aRecordSaysNothingAboutSharingIfNoTwoSubscribersHaveMet() {
        #expect(row().promises([], [], haveMet: true) == ["arrives", "shares any once each below"])
        #expect(row().promises([], [], haveMet: false) == ["arrives"])
    }

    @Test func aPlaceThatARowSaysForNothingIsAFault() {
        let row = row(places: LawPlaces("anywhere"))
        row.sample("upstream.map { $0 }") { _, upstream in upstream.map { $0 } }
        #expect(row.run().contains { $0.contains("no sample shows an event elsewhere, as the row says") })
    }
}
