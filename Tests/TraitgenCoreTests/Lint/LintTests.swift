import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What a table says without effect.
@Suite struct LintTests {
    private func lint(_ text: String, record: String? = nil) throws -> [String] {
        let all = ReasonedFacts.traits + text
        let model = try Model.build(all, path: "T.traits")
        let table = Table.parse(all, path: "T.traits").table
        return Lint(
            table, model, finder: ImageFinder(limit: model.valueLimit),
            records: record.map { SampleRecords(Array($0.utf8)) }
        ).findings.map(\.id.rawValue)
    }

    @Test(arguments: [
        ("source Any   - - ->", ["idle-row"]),
        ("source Any   - - ->\n    sample any()", []),
        ("source Any   - - ->   unsampled because \"it hides another one\"", []),
        ("operator Map   o => o", []),
        ("operator Map   o => o   because \"it maps\"", ["needless-reason"]),
        ("operator Map   o => o or x   because \"it may throw\"", []),
        ("trait SharedPublisher shared\nsource Just   o|   shared", ["unchecked-sharing"]),
        ("trait SharedPublisher shared\nsource Record   o*|, x   shared", ["unchecked-sharing"]),
        ("trait SharedPublisher shared\nsource Just   o|   shared   because \"it has one value\"", []),
        ("trait SharedPublisher shared\nsource Future   silent, --o|   shared", []),
        ("operator First   o => o|   o-o => x", []),
        ("trait TwoPublisher {\n    --o- - ->\n    --oo|-->\n}", ["covered-line"]),
        ("trait TwoPublisher {\n    --o|-->\n    --oo|-->\n}", []),
        (
            "operator X   anything\n    conforms MaybePublisher where Upstream: MaybePublisher, Upstream: SinglePublisher because \"so\"",
            ["shadowed-condition"]
        ),
        (
            "operator X (A: SinglePublisher)   anything\n    conforms MaybePublisher where A: MaybePublisher because \"so\"",
            ["shadowed-condition"]
        ),
        ("operator X (A, B)   signal o => opens   signal x => x", []),
        ("operator X (A, B)   signal o => opens   signal o-o => opens", ["idle-rule"]),
        ("operator X (A: CompletablePublisher, B)   signal o => opens", ["idle-rule"]),
        ("operator X   | => o|\n    unseen x => --o| because \"so\"", ["unpredicted-history"]),
        ("operator X   | => o|\n    unseen x => x because \"so\"", []),
    ])
    func whatHasNoEffect(text: String, expected: [String]) throws {
        let found = try? lint(text + "\n")
        // What the checker refuses already needs no warning.
        #expect(found == nil || found == expected)
        if text.hasPrefix("operator First") == false { #expect(found != nil) }
    }

    @Test func aSampleShowsNothingNew() throws {
        let row = "source T   o|, x\n    sample one()\n    sample two()\n    sample three()\n"
        let record = "row T\nsample one()\n=> o|\nsample two()\n=> x\nsample three()\n=> x\n"
        #expect(try lint(row, record: record) == ["idle-sample"])
        #expect(try lint(row) == [])
    }

    /// A set in a sample makes several of it, which stand at one place.
    @Test func aSampleWithASetIsOne() {
        let samples = """
            set tick
                a
                b
                c

            T   one()
                two(each tick)

            """
        let parts = [("one()", "o|"), ("two(a)", "o|"), ("two(b)", "x"), ("two(c)", "o|")]
        func warnings(_ parts: [(String, String)]) -> Int {
            let record = "row T\n" + parts.map { "sample \($0)\n=> \($1)\n" }.joined()
            let files = MemoryFiles([
                "/package/A.traits": ReasonedFacts.traits + "source T   o|, x\n",
                "/package/A.samples": samples,
                "/package/laws.txt": record,
            ])
            var lines: [String] = []
            let command = TraitgenCommand(
                files: files, output: { lines.append($0) }, errors: { lines.append($0) })
            let status = command.run(arguments: ["lint", "A.traits", "--observed", "laws.txt"])
            #expect(status == (lines == ["no warnings"] ? .clean : .findings), "\(lines)")
            return lines.count { $0.contains("[idle-sample]") }
        }
        #expect(warnings(parts) == 0)
        #expect(warnings(parts.filter { $0.1 != "x" }) == 1)
    }

    @Test func warningsAreFindings() {
        let files = MemoryFiles(["/package/A.traits": ReasonedFacts.traits + "source Any   - - ->\n"])
        var lines: [String] = []
        let command = TraitgenCommand(
            files: files, output: { lines.append($0) }, errors: { lines.append($0) })
        #expect(command.run(arguments: ["lint", "A.traits"]) == .findings)
        #expect(lines.first?.contains(": warning: `Any` keeps no trait") == true)
        #expect(lines.last == "1 warning")
    }
}
