import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Claims about generic parameters that are no inputs, and traits that are named with their module.
@Suite struct NamedParameterTests {
    private static let base = ReasonedFacts.traits + "trait SharedPublisher shared\n"

    private func model(_ text: String, base: String = base) throws -> Model {
        try Model.build(
            "import Base\n" + text + "\n", path: "Table.traits",
            importer: importer(["Base.traits": base]))
    }

    private func condition(_ text: String, _ trait: String) throws -> String? {
        let row = try #require(try model(text).rows.last)
        let claimed = try #require(row.verdicts.first { $0.trait == trait })
        #expect(claimed.claim != nil)
        // The row's table imports the trait, so its conformance is written with the row.
        return row.conformances.first { $0.trait == trait }?.whereClause
    }

    /// A row needn't mention the parameter: its part may be in what the rules can't say.
    @Test(arguments: ["cut => |", "anything", "joins late"])
    func aClaimNamesAPublisherThatIsNoInput(rule: String) throws {
        let found = try condition(
            """
            operator Until   \(rule)
                conforms SharedPublisher where Other: SharedPublisher because "it holds its upstream once"
            """, "SharedPublisher")
        #expect(found == "Other: SharedPublisher")
    }

    @Test func aClaimAsksForInputsAndOthers() throws {
        let found = try condition(
            """
            operator Until (A, B)   merge
                conforms MaybePublisher where A: MaybePublisher, Other: SinglePublisher because "it counts"
            """, "MaybePublisher")
        #expect(found == "A: MaybePublisher, Other: SinglePublisher")
    }

    /// What the rules demand of a scheduler counts: a claim that asks for less isn't what they say.
    @Test func aClaimMayAskForLessOfAScheduler() throws {
        let found = try condition(
            """
            trait MainActorPublisher at MainActor
            operator Hop   later at Context
                conforms MainActorPublisher where Upstream: MainActorPublisher because "it hops home"
            """, "MainActorPublisher")
        #expect(found == "Upstream: MainActorPublisher")
    }

    @Test func traitsMayBeNamedWithTheirModule() throws {
        let plain = """
            trait OwnPublisher: SinglePublisher {
                --x-->
                --o|-->
            }
            fact isOwn from SinglePublisher
            operator Late   joins late
                conforms SinglePublisher where Upstream: SinglePublisher because "it replays"
            operator Many (A, B)   merge
                prefer ImmediatePublisher where B: ImmediatePublisher
            operator Bound (Upstream: SinglePublisher)   o => o
            operator Few   o => o or nothing
                restore SinglePublisher with "'first()'"
            """
        let traits = ["MaybePublisher", "SinglePublisher", "ImmediatePublisher"]
        let qualified = traits.reduce(plain) { $0.replacing(" \($1)", with: " Base.\($1)") }
        #expect(qualified.contains("trait OwnPublisher: Base.SinglePublisher"))
        let models = try [plain, qualified].map { try model($0) }
        for (one, other) in zip(models[0].rows, models[1].rows) {
            #expect(one.conformances.map(\.whereClause) == other.conformances.map(\.whereClause))
            #expect(one.facts == other.facts)
            #expect(one.inputs == other.inputs)
            #expect(one.remedies == other.remedies)
            #expect(one.verdicts.map(\.outcome) == other.verdicts.map(\.outcome))
        }
        #expect(models[1].traits.map(\.ancestors) == models[0].traits.map(\.ancestors))
    }

    @Test func lintKnowsTraitsWithTheirModule() throws {
        let files = MemoryFiles([
            "/package/Sources/Base/Base.traits": ReasonedFacts.traits
                + "source Just   o|\n    sample Just(1)\n",
            "/package/App.traits": """
            import Base
            operator Late   joins late
                conforms SinglePublisher where Upstream: Base.SinglePublisher, Upstream: Base.MaybePublisher because "it replays"
                sample upstream.late()

            """,
        ])
        var errors: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        #expect(command.run(arguments: ["lint", "App.traits"]) == .findings)
        #expect(errors.joined().contains("[shadowed-condition]"))
    }
}
