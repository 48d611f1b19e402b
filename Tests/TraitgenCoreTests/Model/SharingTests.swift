import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Traits that promise that work is done once, and what rows do to them.
@Suite struct SharingTests {
    private static let header =
        ReasonedFacts.traits + """
            trait SharedPublisher shared
            source Held   o*|   shared
            source Cold   o*|

            """

    private func model(_ text: String) throws -> Model {
        try Model.build(Self.header + text + "\n", path: "Table.traits")
    }

    private func row(_ text: String) throws -> Row { try #require(try model(text).rows.last) }

    private func mistakes(_ text: String) -> [String] {
        do throws(DiagnosticsError) {
            _ = try Model.build(text + "\n", path: "Table.traits")
            return []
        } catch {
            return error.diagnostics.map(\.message)
        }
    }

    @Test(arguments: [
        ("source Subject   - - ->   shared", ""),
        ("operator Share   joins late   shared", ""),
        ("operator Multicast   anything   shared", ""),
        ("operator Map   o => o", "Upstream: SharedPublisher"),
        ("operator Retry   x => again or x", "Upstream: SharedPublisher"),
        ("operator Zip (A, B)   zip", "A: SharedPublisher, B: SharedPublisher"),
        ("operator Twice (A, A)   merge", "A: SharedPublisher"),
        ("operator Append (A, B)   | => next", "A: SharedPublisher, B: SharedPublisher"),
        ("operator MergeMany (Upstream...)   merge", "Upstream: SharedPublisher"),
        (
            "operator Until (Upstream, Other)   signal o => |",
            "Upstream: SharedPublisher, Other: SharedPublisher"
        ),
        ("operator Timeout   later at Context   cut => |", "Upstream: SharedPublisher"),
        // Nothing is asked of what is shared anyway.
        ("operator Print (Upstream: SharedPublisher)   passes", ""),
        ("operator Map (Upstream == Held)   o => o", ""),
    ])
    func isKept(text: String, condition: String) throws {
        let found = try row(text).conformances.first { $0.trait == "SharedPublisher" }
        #expect(found?.whereClause == condition)
    }

    /// And the reason is a source or a closure.
    @Test(arguments: [
        ("source Just   o|", "each subscriber begins its work"),
        ("operator FlatMap (Upstream, P)   flatten", "each subscriber begins a `P` of its own"),
        ("operator Latest (Upstream, P)   switch", "each subscriber begins a `P` of its own"),
        ("operator Catch (Upstream, P)   x => next", "each subscriber begins a `P` of its own"),
        ("operator Deferred (P)   passes   anew P", "each subscriber begins a `P` of its own"),
        ("operator AndThen (A, Next)   | => next   anew Next", "each subscriber begins a `Next` of its own"),
        (
            "operator RetryWhen   x => again or x   anew Trigger",
            "each subscriber begins a `Trigger` of its own"
        ),
        (
            "operator Any   anything", "each subscriber begins a publisher that the row doesn't name"
        ),
        (
            "operator Until   cut => x", "each subscriber begins a publisher that the row doesn't name"
        ),
        // Time cuts what is delayed; but a second input may cut it, too.
        (
            "operator Window (A, B)   merge   later   cut => x",
            "each subscriber begins a publisher that the row doesn't name"
        ),
        ("operator Map (Upstream == Cold)   o => o", "each subscriber begins `Upstream`"),
    ])
    func isLost(text: String, because reason: String) throws {
        let model = try model(text)
        let row = try #require(model.rows.last)
        #expect(row.conformances.allSatisfy { $0.trait != "SharedPublisher" })
        let lines = Explanation(of: row, in: model).description.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("SharedPublisher doesn't hold") })
        #expect(
            lines[(start + 2)...].prefix(2) == ["    \(reason)", "    what restores it: 'share()'"],
            "\(lines)")
        let matrix = Matrix(model, nil).markdown
        #expect(matrix.contains("**Shared**: \(reason) |"), "\(matrix)")
    }

    @Test func `where all is shared the output says so`() throws {
        let model = try model("operator Share   joins late   shared")
        let text = Explanation(of: try #require(model.rows.last), in: model).description
        #expect(text.contains("SharedPublisher holds always\n    from `shared` at"), "\(text)")
    }

    @Test func `the table says what each subscriber begins`() throws {
        let table = SharingTable(try model("operator FlatMap (Upstream, P)   flatten")).markdown
        #expect(
            table == """
                | type | each subscriber begins |
                | --- | --- |
                | `Held` | nothing |
                | `Cold` | its work |
                | `FlatMap` | `Upstream`; a `P` of its own |
                """)
    }

    /// Promises about events don't depend on sharing, and the other way round.
    @Test func promisesOfTwoKindsDoNotMix() throws {
        let row = try row("operator Map   o => o")
        let single = row.conformances.first { $0.trait == "SinglePublisher" }
        #expect(single?.whereClause == "Upstream: SinglePublisher")
        #expect(row.verdicts.first { $0.trait == "SharedPublisher" }?.alternatives == [])
    }

    @Test func aRowMayKnowBetter() throws {
        let claimed = try row("operator Hold   passes   conforms SharedPublisher because \"it keeps one\"")
        let found = claimed.conformances.first { $0.trait == "SharedPublisher" }
        #expect(found?.whereClause == "" && found?.because == "it keeps one")
        let model = try model(
            "operator FlatMap (Upstream, P)   flatten   restore SharedPublisher with \"'flatMapOnce'\"")
        #expect(model.rows.last?.remedies["SharedPublisher"] == "'flatMapOnce'")
    }

    /// A table finds out about the rows that it imports, for a trait of its own.
    @Test func aTableMayHaveATraitOfItsOwn() throws {
        let model = try Model.build(
            "import Streams\ntrait HotPublisher shared\noperator Loud   o => o\n", path: "Own.traits"
        ) { _, _ in [("Streams.traits", Array(("backend TraitsRuntime\n" + Self.header).utf8))] }
        func condition(_ type: String) -> String? {
            model.row(named: type)?.conformances.first { $0.trait == "HotPublisher" }?.whereClause
        }
        #expect(condition("Held") == "")
        #expect(condition("Cold") == nil)
        #expect(condition("Loud") == "Upstream: HotPublisher")
    }

    @Test(arguments: [
        (
            "trait APublisher {\n    --o|-->\n}\ntrait BPublisher: APublisher shared\nsource S   o|",
            "`BPublisher` promises that work is shared, and can't refine another trait"
        ),
        (
            "trait BPublisher shared {\n    --o|-->\n}\nsource S   o|",
            "a trait promises that work is shared, or which events come"
        ),
        (
            "trait BPublisher shared\ntrait APublisher: BPublisher {\n    --o|-->\n}\nsource S   o|",
            "`BPublisher` promises that work is shared, which no histories refine"
        ),
        (
            "trait BPublisher shared\nfact _f from BPublisher\nsource S   o|",
            "a fact follows a promise about events, and `BPublisher` says that work is shared"
        ),
        ("trait BPublisher shared\nsource S   o|   shared   shared", "the row says `shared` twice"),
        (
            "trait BPublisher shared\nsource S   o|   anew P",
            "a source starts for each subscriber anyway"
        ),
        (
            "trait BPublisher shared\noperator S   passes   shared   anew P",
            "a row that shares its inputs starts nothing for each subscriber"
        ),
        (
            "trait BPublisher shared\noperator S (A, B)   flatten   anew B",
            "`flatten` makes each `B` for each subscriber anyway"
        ),
        (
            "trait BPublisher shared\nsource H   o|   shared\noperator S (A == H)   passes   shared",
            "the inputs are shared without being told"
        ),
        (
            "trait BPublisher shared\noperator S   passes   anew P, P", "`P` is said twice"
        ),
    ])
    func isSaidWrongly(table: String, message: String) {
        #expect(mistakes(table).contains(message), "\(mistakes(table))")
    }
}
