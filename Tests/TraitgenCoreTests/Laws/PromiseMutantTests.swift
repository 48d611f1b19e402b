import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Changes of what rows say of places and of sharing.
@Suite struct PromiseMutantTests {
    /// The changes of a row, and which of them the record of a run would let through.
    private func fates(_ row: String, arrives: String, shares: String) throws -> [String: MutationScore.Fate]
    {
        let model = try Model.build(ReasonedFacts.traits + row, path: "Table.traits")
        let record = "row \(model.rows[0].type)\narrives \(arrives)\nshares \(shares)\n"
        let score = PromiseScore(model.rows[0], try #require(Observations(record)))
        #expect(score.lawsHold)
        return Dictionary(uniqueKeysWithValues: score.mutants.map { ($0.name, score.fate(of: $0)) })
    }

    @Test func aWrongPlaceIsCaught() throws {
        let fates = try fates(
            "operator Publishers.Map   o => o\n    sample upstream\n",
            arrives: "0 |0 asker", shares: "each any")
        #expect(
            fates == ["at caller": .caught, "at anywhere": .caught, "with `shared`": .caught])
    }

    @Test func aSchedulerIsNoInput() throws {
        let fates = try fates(
            "operator Publishers.ReceiveOn   later at Context\n    sample upstream\n",
            arrives: "scheduler |scheduler", shares: "each any")
        #expect(fates["at Upstream as well"] == .caught)
        #expect(fates["at anywhere"] == .caught)
    }

    /// A row that loses a trait for nothing: all its events came where its input sends.
    @Test func whatIsSaidForNothingSurvives() throws {
        let model = try Model.build(
            ReasonedFacts.traits + "operator P.Lazy   later at anywhere\n    sample upstream\n",
            path: "Table.traits")
        let record = try #require(Observations("row P.Lazy\narrives 0 |0\nshares once each any\n"))
        let score = PromiseScore(model.rows[0], record)
        // The law itself says so, and so it does of a row that could be `shared`.
        #expect(!score.lawsHold)
        #expect(score.mutants.map { score.fate(of: $0) }.contains(.survived))
    }

    @Test func sharedIsTakenOut() throws {
        let fates = try fates(
            "operator Publishers.Share   joins late   shared\n    sample upstream\n",
            arrives: "0 |0 |caller", shares: "once each any")
        #expect(fates["without `shared`"] == .caught)
    }

    /// That a publisher is made for each subscriber can't be seen from outside, so the row has to say why that is
    /// right.
    @Test func anewIsTakenOut() throws {
        let row = "operator Deferred   passes   anew Upstream\n    sample upstream\n"
        let fates = try fates(row, arrives: "0 |0", shares: "each any")
        #expect(fates["without `anew Upstream`"] == .survived)
        let explained = try self.fates(
            row + "    survives \"without `anew Upstream`\" because \"it is made by a closure\"\n",
            arrives: "0 |0", shares: "each any")
        #expect(explained["without `anew Upstream`"] == .explained)
        #expect(explained["with `shared`"] == .caught)
    }

    @Test func aLawThatARowIsExemptFromNoticesNothing() throws {
        let model = try Model.build(
            ReasonedFacts.traits + "operator Publishers.Map   o => o\n    sample upstream\n",
            path: "Table.traits")
        let score = PromiseScore(model.rows[0], try #require(Observations("row Publishers.Map\n-> => ->\n")))
        #expect(score.mutants.isEmpty)
        #expect(score.lawsHold)
    }
}
