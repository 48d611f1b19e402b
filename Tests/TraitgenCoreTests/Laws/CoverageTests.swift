import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Which takers traits were checked with, as a record says.
@Suite struct CoverageTests {
    private static let everywhere = """
        row Just
        => o|
        held ImmediatePublisher MaybePublisher SinglePublisher : one thread | a subscriber | sink; cancels
        held ImmediatePublisher MaybePublisher SinglePublisher : one thread | a subscriber; closures act
        held ImmediatePublisher MaybePublisher SinglePublisher : one thread | a subscriber; the scheduler is odd
        held ImmediatePublisher MaybePublisher SinglePublisher : one thread | a subscriber; asks when all has been sent
        held SinglePublisher : several threads | sink
        held ImmediatePublisher MaybePublisher : several threads | sink | sink; cancels
        row Empty
        held CompletablePublisher MaybePublisher : one thread | a subscriber
        held CompletablePublisher MaybePublisher : one thread | a subscriber; closures act
        held CompletablePublisher MaybePublisher : one thread | a subscriber; the scheduler is odd
        held CompletablePublisher MaybePublisher : one thread | a subscriber; asks when all has been sent
        held CompletablePublisher MaybePublisher : several threads | sink

        """

    private func run(_ record: String, _ arguments: String...) -> (
        status: TraitgenCommand.Status, output: [String], errors: [String]
    ) {
        let files = MemoryFiles([
            "/package/Shop.traits": ReasonedFacts.traits + """

                source Just   o|
                    sample Just(1)
                source Empty   |
                    sample Empty<Int, Never>()
                source Other   o|
                    unsampled because "it is other"
                """,
            "/package/laws.txt": record,
        ])
        var (output, errors): ([String], [String]) = ([], [])
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) })
        let status = command.run(arguments: ["coverage", "Shop.traits"] + arguments)
        return (status, output.flatMap { $0.split(separator: "\n").map(String.init) }, errors)
    }

    @Test func rowsAreCountedByWhoTookTheValues() {
        let result = run(Self.everywhere, "--observed", "laws.txt")
        #expect(result.errors == [])
        #expect(result.status == .clean)
        #expect(
            result.output == [
                "| values are taken by | Maybe | Single | Completable | Immediate |",
                "| --- | --: | --: | --: | --: |",
                "| *rows that keep it* | 2 | 1 | 1 | 1 |",
                "| a subscriber | 2 · – | 1 · – | 1 · – | 1 · – |",
                "| sink | 1 · 2 | 1 · 1 | 0 · 1 | 1 · 1 |",
                "| the subscriber | Maybe | Single | Completable | Immediate |",
                "| --- | --: | --: | --: | --: |",
                "| asks for all and stays to the end | 2 · 2 | 1 · 1 | 1 · 1 | 1 · 1 |",
                "| asks when all has been sent | 2 · – | 1 · – | 1 · – | 1 · – |",
                "| cancels | 1 · 1 | 1 · 0 | 0 · 0 | 1 · 1 |",
                "| closures act | 2 · – | 1 · – | 1 · – | 1 · – |",
                "| the scheduler is odd | 2 · – | 1 · – | 1 · – | 1 · – |",
            ])
    }

    @Test func aTraitThatNoLawHasHeld_isAFinding() {
        let result = run(
            Self.everywhere.replacing("held SinglePublisher : several threads | sink\n", with: ""),
            "--observed", "laws.txt")
        #expect(result.status == .findings)
        #expect(
            result.errors == [
                "Shop.traits:23:8: error: no law held `Just` to SinglePublisher on several threads"
            ])
        #expect(result.output.count == 12)
    }

    @Test(arguments: [
        ("closures act", "where closures act"), ("the scheduler is odd", "on an odd scheduler"),
        ("asks when all has been sent", "where demand comes late"),
    ])
    func whatProgramsDo_hasToBeTried(conduct: String, place: String) {
        let line = "held CompletablePublisher MaybePublisher : one thread | a subscriber; \(conduct)\n"
        let result = run(Self.everywhere.replacing(line, with: ""), "--observed", "laws.txt")
        #expect(result.status == .findings)
        #expect(
            result.errors == [
                "Shop.traits:25:8: error: no law held `Empty` to MaybePublisher, CompletablePublisher \(place)"
            ])
    }

    /// A record of one row once gave an error for each trait of all other rows, and each way to take values.
    @Test func aRecordOfAPart_givesFewErrors() {
        let rows = (1...40).map { "source S\($0)   o|\n    sample S\($0)()\n" }.joined()
        let files = MemoryFiles([
            "/package/Shop.traits": ReasonedFacts.traits + rows, "/package/laws.txt": "row Other\n",
        ])
        var errors: [String] = []
        let status = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
            .run(arguments: ["coverage", "Shop.traits", "--observed", "laws.txt"])
        #expect(status == .findings)
        #expect(errors.count == 12)
        #expect(errors[10] == "error: nor 30 more rows")
    }

    @Test(arguments: [
        "held SinglePublisher : one thread | sink", "row A\nheld A : nowhere", "row A\nheld A", "garbage", "",
    ])
    func whatIsNoRecord_isRefused(record: String) {
        let result = run(record, "--observed", "laws.txt")
        #expect(result.status == .usage)
        #expect(result.errors.first == "error: laws.txt is no record of a law run")
    }

    /// Two bars in a row stopped the program.
    @Test func anEmptyField_isRead() {
        let result = run("row Just\nsample Just(1)\n=> o|\nheld MaybePublisher : one thread | | x\n")
        #expect(result.status != .internal)
    }

    @Test func aRecordHasToBeNamed() {
        #expect(run(Self.everywhere).errors.first == "error: `--observed` is missing")
        #expect(
            run(Self.everywhere, "--observed", "none.txt").errors.first
                == "error: there is no record at none.txt")
    }

    /// What is kept for this verb is nothing to the others.
    @Test func otherVerbsReadTheRecord() throws {
        let observations = try #require(Observations(Self.everywhere))
        #expect(observations.has("Just"))
        #expect(!observations.has("Empty"))
    }
}
