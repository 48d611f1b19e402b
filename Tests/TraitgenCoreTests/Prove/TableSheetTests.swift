import Testing

@testable import TraitgenVerbs

/// Changes of the text of a table.
@Suite struct TableSheetTests {
    private static let text = """
        // A comment.
        import TraitsRuntime

        operator Publishers.Twice (A: B, C)   anything
            sample a.twice(c)
            unseen because "the rule is open"

        source   Ticker   - - ->
            sample Ticker()
            unseen because "the rule is open"
        """

    private func changed(_ row: String = "Publishers.Twice", _ body: (inout TableSheet.Entry) -> Void)
        -> [String]
    {
        var sheet = TableSheet(Self.text)
        guard var entry = sheet[row] else { return [] }
        body(&entry)
        sheet[row] = entry
        return sheet[row]?.lines ?? []
    }

    @Test func text_staysWithoutChanges() {
        let sheet = TableSheet(Self.text)
        #expect(sheet.text == Self.text)
        #expect(sheet.entries.map(\.name) == ["Publishers.Twice", "Ticker"])
        #expect(sheet.entry(atLine: 5) == "Publishers.Twice")
        #expect(sheet.entry(atLine: 9) == "Ticker")
        #expect(sheet.entry(atLine: 2) == nil)
        #expect(sheet["Publishers.Twice"]?.sample == "a.twice(c)")
    }

    @Test func rule_replacesTheOpenRule() {
        #expect(
            changed { $0.setRule("o => oo", comment: "proposed") } == [
                "operator Publishers.Twice (A: B, C)   o => oo", "    // prove: proposed",
                "    sample a.twice(c)", "",
            ])
        #expect(
            changed("Ticker") { $0.openRule(because: "a \"source\"") } == [
                "source Ticker   - - ->", "    // prove: nothing is promised", "    sample Ticker()",
                "    unseen because \"a 'source'\"",
            ])
    }

    @Test func clauses_areAddedOnce() {
        let lines = changed { entry in
            entry.exempt("demand", because: "fault")
            entry.exempt("demand", because: "another")
        }
        #expect(lines.filter { $0.contains("exempt") } == ["    exempt demand because \"fault\""])
        #expect(lines.last == "")
    }

    @Test func rowLeftOut_hasNoSamples() {
        #expect(
            changed { entry in
                entry.leaveOut(because: "it stops")
                entry.leaveOut(because: "again")
            } == [
                "operator Publishers.Twice (A: B, C)   anything", "    // sample a.twice(c)",
                "    unsampled because \"it stops\"", "",
            ])
    }

    @Test func otherTable_addsRowsThatAreMissing() {
        var sheet = TableSheet(Self.text)
        let other = TableSheet("source   Ticker   o|\nsource   More   - - ->\n    sample More()\n")
        sheet.add(other)
        #expect(sheet.entries.map(\.name) == ["Publishers.Twice", "Ticker", "More"])
        var empty = TableSheet("import TraitsRuntime\n")
        empty.add(other)
        #expect(empty.entries.map(\.name) == ["Ticker", "More"])
        #expect(sheet["Ticker"]?.lines.first == "source   Ticker   - - ->")
    }
}
