import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Rules that are proposed from what samples showed.
@Suite struct ProposeTests {
    /// What a law run writes of a row whose samples show all that a rule predicts.
    private static func record(of rule: String, _ inputs: String) throws -> String {
        let model = try Model.build(
            ReasonedFacts.traits + "operator X \(inputs)   \(rule)\n    sample upstream\n", path: "T.traits")
        let plan = LawPlan(model.rows[0], in: model)
        let prediction = LawPrediction(
            model.rows[0].behaviour, plan: plan, finder: ImageFinder(limit: plan.limit))
        var text = "row X\nsample upstream\n"
        for (inputs, number) in zip(plan.situations, prediction.numbers) {
            text +=
                inputs.map(\.lawMarbles).joined(separator: " ") + " => "
                + prediction.images[number].lawMarbles
                + "\n"
        }
        return text
    }

    /// What is proposed for a row whose rule is open.
    private static func proposal(_ head: String, _ record: String) throws -> Proposal? {
        let model = try Model.build(
            ReasonedFacts.traits + "\(head)\n    sample upstream\n", path: "T.traits")
        return Proposal(model.rows[0], in: model, try #require(Observations(record))) {
            ImageFinder(limit: $0)
        }
    }

    @Test(arguments: [
        ("", "passes"), ("", "o => o or nothing"), ("", "o => o or x"), ("", "o => o|"),
        ("", "o => nothing   | => o|"), ("", "o => nothing   o-| => o|"),
        ("", "o => nothing or o|   | => o|"),
        ("", "-| => o|"), ("", "-| => x"), ("", "x => |"), ("", "later"), ("", "last"),
        ("", "x => again or x"), ("", "| => again or |"), ("", "cut => |"),
        ("(A, B)", "zip"), ("(A, B)", "latest"), ("(A, B)", "merge"), ("(A, B)", "| => next"),
        ("(A, B)", "race"), ("(A, B)", "merge   x last"), ("(A, B)", "zip   x last"),
        ("(A, B)", "-| => next"),
        ("(A, B)", "flatten"),
        ("(A, B)", "switch"), ("(A, B)", "signal o => grouped"),
        ("(A, B)", "signal o => opens"), ("(A, B)", "signal o => opens   signal x => nothing"),
        ("(A, B)", "signal o => grouped   signal | => |"),
        ("(A, B)", "signal o => o   signal | => |   signal x => nothing"),
        ("(A, B)", "signal o => opens   o => o or nothing"),
        ("(A, B)", "signal o => opens once   signal | => |"),
        ("(A, B)", "signal o => |   signal x => nothing"), ("(A, B)", "signal o => o"),
        ("(A, B)", "x => next"), ("(A, B)", "zip   o => o or x"),
    ])
    func aRuleIsFoundFromAllThatItPredicts(inputs: String, rule: String) throws {
        let proposal = try #require(
            try Self.proposal("operator X \(inputs)   anything", Self.record(of: rule, inputs)))
        #expect(proposal.rule == rule || proposal.others.contains(rule), "\(proposal.rule)")
        #expect(proposal.unseen == 0)
    }

    @Test func aSourceIsWhatItShowed() throws {
        let proposal = try #require(
            try Self.proposal("source X   - - ->", "row X\nsample upstream\n=> -o|\n=> x\n=> ->\n"))
        #expect(proposal.rule == "silent, x, --o|")
        #expect(proposal.shown == 3)
    }

    /// A sample that lets all values through doesn't show that another one might not: the rule says what was seen.
    @Test func whatNoSampleShowsIsNotProposed() throws {
        let proposal = try #require(
            try Self.proposal(
                "operator X   anything", "row X\nsample upstream\n-> => ->\no> => o>\no| => o|\nx => x\n"))
        #expect(proposal.rule == "passes")
    }

    @Test func noRuleOfThreeClausesMayAllowWhatWasSeen() throws {
        #expect(
            try Self.proposal("operator X   anything", "row X\nsample upstream\n-> => ooo|\n") == nil)
    }

    @Test func theCommandSpeaksOfOpenRowsAlone() {
        let table =
            ReasonedFacts.traits
            + "operator Known   o => o\n    sample upstream\noperator Open   anything\n    sample upstream\n"
        let record = "row Open\nsample upstream\n-> => ->\no| => o|\no> => o>\nx => x\n"
        var lines: [String] = []
        let command = TraitgenCommand(
            files: MemoryFiles(["/package/A.traits": table, "/package/laws.txt": record]),
            output: { lines.append($0) }, errors: { lines.append($0) })
        #expect(command.run(arguments: ["propose", "A.traits", "--observed", "laws.txt"]) == .clean)
        #expect(lines.first?.contains("proposal: Open   passes") == true, "\(lines)")
        #expect(lines.last == "1 row without a rule")
        lines = []
        #expect(
            command.run(arguments: ["propose", "A.traits", "--observed", "laws.txt", "--row", "Known"])
                == .findings)
        #expect(lines.first?.contains("error: no sample of `Known` is in the record") == true, "\(lines)")
        #expect(
            command.run(arguments: ["propose", "A.traits", "--observed", "laws.txt", "--row", "None"])
                == .usage)
        #expect(command.run(arguments: ["propose", "A.traits"]) == .usage)
    }

    @Test func aRowWithoutASampleIsNoMistake() {
        let table =
            ReasonedFacts.traits
            + "operator Bare   anything\n    unsampled because \"its arguments are the author's to choose\"\n"
        var lines: [String] = []
        let command = TraitgenCommand(
            files: MemoryFiles(["/package/A.traits": table, "/package/laws.txt": "row Other\n"]),
            output: { lines.append($0) }, errors: { lines.append("to errors: \($0)") })
        #expect(command.run(arguments: ["propose", "A.traits", "--observed", "laws.txt"]) == .clean)
        let text = ": `Bare` has no sample, so nothing is known of it"
        #expect(lines.first?.hasSuffix(text) == true, "\(lines)")
        #expect(lines.last == "1 row without a rule")
    }
}
