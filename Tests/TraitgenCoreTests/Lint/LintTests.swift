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
        ("trait AnyhowPublisher {\n    - - - ->\n}", ["empty-promise"]),
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

    private func run(_ text: String, samples: String? = nil, record: String? = nil) -> (
        status: TraitgenCommand.Status, said: [String]
    ) {
        let files = MemoryFiles(["/package/A.traits": ReasonedFacts.traits + text])
        if let samples { files.contents["/package/A.samples"] = samples }
        if let record { files.contents["/package/laws.txt"] = record }
        var lines: [String] = []
        let command = TraitgenCommand(
            files: files, output: { lines.append($0) }, errors: { lines.append($0) })
        let status = command.run(
            arguments: ["lint", "A.traits"] + (record == nil ? [] : ["--observed", "laws.txt"]))
        return (status, lines)
    }

    @Test(arguments: [
        "// lint: allow idle-row\nsource Any   - - ->\n", "source Any   - - ->   // lint: allow idle-row\n",
        "// lint: allow idle-rule, idle-row\n// More words.\n\n/// Its documentation.\nsource Any   - - ->\n",
    ])
    func aCommentAllowsAFinding(text: String) {
        let (status, said) = run(text.replacing("idle-rule, ", with: ""))
        #expect(status == .clean && said == ["no warnings, 1 allowed"], "\(said)")
    }

    @Test(arguments: [
        (
            "source Any   o|   // lint: allow idle-row, idle-sample\n",
            "warning: there is no `idle-row` to allow here",
            "1 warning"
        ),
        (
            "// lint: allow idle-rows\nsource Any   o|\n    sample any()\n",
            "error: lint has no rule `idle-rows`",
            "1 mistake, no warnings"
        ),
        (
            "// lint: alow idle-row\nsource Any   o|\n    sample any()\n",
            "error: `allow` and rules expected after `lint:`",
            "1 mistake, no warnings"
        ),
        ("/// lint: allow idle-row\nsource Any   - - ->\n", "warning: `Any` keeps no trait", "1 warning"),
        (
            "source Any   - - ->   unsampled because \"see // lint: allow idle-row\"\n", "no warnings",
            "no warnings"
        ),
        (
            "// lint: allow idle-row\nsource One   o|\nsource Any   - - ->\n",
            "warning: there is no `idle-row`",
            "2 warnings"
        ),
    ])
    func whatCommentsAllowHasToBeThere(text: String, first: String, last: String) {
        let (status, said) = run(text)
        #expect(said.first?.contains(first) == true && said.last == last, "\(said)")
        #expect(status == (last == "no warnings" ? .clean : .findings))
    }

    /// Comments of samples stand above them: behind a sample a comment is a part of it.
    @Test func aSampleThatShowsNothingNewIsAllowed() {
        let samples = "T   one()\n    // lint: allow idle-sample\n    two()\n"
        let record = "row T\nsample one()\n=> o|\nsample two()\n=> o|\n"
        let row = "source T   o|\n"
        #expect(run(row, samples: samples, record: record) == (.clean, ["no warnings, 1 allowed"]))
        // Without a record nothing is known.
        #expect(run(row, samples: samples) == (.clean, ["no warnings"]))
        let other = run(row, samples: samples, record: record.replacing("two()\n=> o|", with: "two()\n=> x"))
        #expect(other.said.first?.contains("[needless-allowance]") == true, "\(other.said)")
    }
}
