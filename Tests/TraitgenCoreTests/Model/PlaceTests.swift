import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Traits that promise where events arrive, and what rows do to them.
@Suite struct PlaceTests {
    private static let trait = "trait MainActorPublisher at MainActor\n"

    private func row(_ text: String, before: String = "") throws -> Row {
        let model = try Model.build(
            ReasonedFacts.traits + Self.trait + before + text + "\n", path: "Table.traits")
        return try #require(model.rows.last)
    }

    private func condition(_ text: String) throws -> String? {
        try row(text).conformances.first { $0.trait == "MainActorPublisher" }.map(\.whereClause)
    }

    private func mistakes(_ text: String) -> [String] {
        do throws(DiagnosticsError) {
            _ = try Model.build(text + "\n", path: "Table.traits")
            return []
        } catch {
            return error.diagnostics.map(\.message)
        }
    }

    /// By default another attempt that begins later, and a stream of no inputs, send wherever they are.
    @Test(arguments: [
        "operator Again   x => again or later or x   at Upstream",
        "operator Many (Upstream...)   merge   at Upstream",
        "operator Times   | => again or |   at Upstream",
        "operator Open   anything   at Upstream",
    ])
    func aPlaceIsSaidWhereSomeEventsArriveElsewhere(text: String) throws {
        #expect(mistakes(Self.trait + text) == [])
        #expect(try condition(text) == "Upstream: MainActorPublisher")
        #expect(try condition(text.replacing("   at Upstream", with: "")) == nil)
    }

    /// An open rule says nothing about places, so the law kit misses none.
    @Test(arguments: [
        ("operator Open   anything", "any"), ("operator Open   anything   at anywhere", "anywhere"),
        ("operator Open   anything   at Upstream", "0"),
        ("source Open   - - ->\n    unseen because \"the rule is open\"", "any"),
        ("source Open   - - ->", "anywhere"), ("operator Known   o => o", "0"),
    ])
    func theLawKitChecksThePlacesThatARowSays(text: String, places: String) throws {
        #expect(LawContext.whereEventsArrive(try row(text)) == places)
    }

    @Test(arguments: [
        ("operator Map   o => o", "Upstream: MainActorPublisher"),
        ("operator Zip (A, B)   zip", "A: MainActorPublisher, B: MainActorPublisher"),
        ("operator Twice (A, A)   merge", "A: MainActorPublisher"),
        ("operator FlatMap (Upstream, P)   flatten", "Upstream: MainActorPublisher, P: MainActorPublisher"),
        ("operator ReceiveOn   later at Context", "Context == MainActorScheduler"),
        (
            "operator SubscribeOn   later at Upstream, Context",
            "Upstream: MainActorPublisher, Context == MainActorScheduler"
        ),
        (
            "operator Until (Upstream, Other)   signal o => |   signal x => nothing",
            "Upstream: MainActorPublisher, Other: MainActorPublisher"
        ),
        ("operator Debounce   held at Context", "Context == MainActorScheduler"),
        ("operator Windows   later at Context   grouped", "Context == MainActorScheduler"),
        ("operator Pairs   grouped", "Upstream: MainActorPublisher"),
        ("operator Late   held at Upstream", "Upstream: MainActorPublisher"),
        ("source Timer   silent, --o|   at Context", "Context == MainActorScheduler"),
        ("operator Timeout   later at Context   cut => |", "Context == MainActorScheduler"),
        ("operator Race (A...)   race   none => silent", "A: MainActorPublisher"),
        ("operator Again   | => again or |   none => silent", "Upstream: MainActorPublisher"),
        (
            "operator Gate (Upstream, Other)   signal o => opens",
            "Upstream: MainActorPublisher, Other: MainActorPublisher"
        ),
        (
            "operator Gate (Upstream, Other)   signal o => opens   signal x => nothing",
            "Upstream: MainActorPublisher"
        ),
        (
            "source Just   o|\noperator Gate (Upstream, Other == Just)   signal o => opens",
            "Upstream: MainActorPublisher"
        ),
        ("operator Newest   last", "Upstream: MainActorPublisher"),
    ])
    func isKept(row: String, condition: String) throws {
        #expect(try self.condition(row) == condition)
    }

    /// And the shortest history says why.
    @Test(arguments: [
        ("source Just   o|   at caller", "output   o|   arrives inside a call that the subscriber makes"),
        ("source Subject   - - ->", "output   --o   arrives wherever somebody sends"),
        ("operator Delay   later", "output   --o   arrives wherever somebody sends"),
        ("operator Late   held", "output   --o   arrives wherever somebody sends"),
        ("operator Windows   later   grouped", "output   --o   arrives wherever somebody sends"),
        (
            "operator Share   joins late",
            "output   |   what a late subscriber gets arrives inside a call that the subscriber makes"
        ),
        (
            "operator MergeMany (Upstream...)   merge",
            "output   |   what comes of no inputs arrives inside a call that the subscriber makes"
        ),
        (
            "operator Again   | => again or |",
            "output   |   what comes of zero times arrives inside a call that the subscriber makes"
        ),
        (
            "operator Until   cut => x",
            "output   --x   the end that another publisher brings arrives wherever somebody sends"
        ),
    ])
    func isLost(row text: String, because line: String) throws {
        let row = try row(text)
        #expect(row.conformances.allSatisfy { $0.trait != "MainActorPublisher" })
        let model = try Model.build(ReasonedFacts.traits + Self.trait + text + "\n", path: "Table.traits")
        let lines = Explanation(of: row, in: model).description.split(separator: "\n")
        #expect(lines.contains { $0.dropFirst(8) == line }, "\(lines)")
    }

    /// What is promised about events does not depend on places, and the other way round.
    @Test func promisesOfTheTwoKindsDoNotMix() throws {
        let row = try row("operator Map   o => o")
        let single = row.conformances.first { $0.trait == "SinglePublisher" }
        #expect(single?.whereClause == "Upstream: SinglePublisher")
        let verdict = row.verdicts.first { $0.trait == "MainActorPublisher" }
        #expect(verdict?.alternatives == [])
    }

    @Test func aClaimIsBelieved() throws {
        let row = try row(
            "operator Hop   later   conforms MainActorPublisher because \"it hops\"")
        let found = row.conformances.first { $0.trait == "MainActorPublisher" }
        #expect(found?.whereClause == "" && found?.because == "it hops")
    }

    @Test(arguments: [
        (
            "trait APublisher {\n    --o|-->\n}\ntrait BPublisher: APublisher at MainActor\nsource S   o|",
            "`BPublisher` promises where events arrive, and can't refine another trait"
        ),
        (
            "trait BPublisher at MainActor {\n    --o|-->\n}\nsource S   o|",
            "a trait promises where events arrive, or which events come"
        ),
        (
            "trait BPublisher at MainActor\nsource S   o|   at caller, Context",
            "`caller` leaves nothing to the other places"
        ),
        (
            "trait BPublisher at MainActor\nsource S   o|   at Context, Context", "`Context` is said twice"
        ),
        (
            "trait BPublisher at MainActor\noperator Map   o => o   at Upstream",
            "events arrive where the inputs deliver without being told"
        ),
        (
            "trait BPublisher at MainActor\nfact _f from BPublisher\nsource S   o|",
            "a fact follows a promise about events, and `BPublisher` says where events arrive"
        ),
        ("trait BPublisher at\nsource S   o|", "a global actor expected"),
    ])
    func isSaidWrongly(table: String, message: String) {
        #expect(mistakes(table).contains(message), "\(mistakes(table))")
    }
}
