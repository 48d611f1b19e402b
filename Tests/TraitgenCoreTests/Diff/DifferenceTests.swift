import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What clients notice of a change of tables.
@Suite struct DifferenceTests {
    private static let traits = """
        trait MaybePublisher {
            -->
            --x-->
            --|-->
            --o|-->
        }
        trait SinglePublisher: MaybePublisher {
            -->
            --x-->
            --o|-->
        }

        """
    private static let rows = """
        source Just   o|
        operator Publishers.Map   o => o
        operator Publishers.Zip (A, B)   zip

        """

    private func difference(_ old: String, _ new: String) throws -> Difference {
        Difference(
            from: [try Model.build(old, path: "Old.traits")], to: [try Model.build(new, path: "New.traits")])
    }

    private func kinds(_ old: String, _ new: String) throws -> [String] {
        try difference(Self.traits + old, Self.traits + new).changes.map {
            "\($0.effect.rawValue) \($0.kind.rawValue) \($0.subject)" + ($0.trait.map { " \($0)" } ?? "")
        }
    }

    @Test func nothingHasChanged() throws {
        #expect(try kinds(Self.rows, "// A comment.\n" + Self.rows) == [])
    }

    @Test func promisesAreLostAndGained() throws {
        let map = "operator Publishers.Map   o => o\n"
        let filter = "operator Publishers.Map   o => o or nothing\n"
        #expect(
            try kinds(map, filter) == [
                "behaviour row-changed Publishers.Map", "source promise-lost Publishers.Map SinglePublisher",
            ])
        #expect(
            try kinds(filter, map) == [
                "behaviour row-changed Publishers.Map", "none promise-gained Publishers.Map SinglePublisher",
            ])
    }

    @Test func conditionsAreComparedByWhatTheyAsk() throws {
        let weak = "operator Publishers.X (A, B)   race\n"
        let strong = "operator Publishers.X (A, B: SinglePublisher)   race\n"
        // Of two singles the first is one, whatever is asked of the types.
        let found = try difference(Self.traits + weak, Self.traits + strong)
        #expect(found.changes(.source).isEmpty)
        let claim = "operator Publishers.X (A, B)   anything\n    conforms MaybePublisher where"
        let one = "\(claim) A: MaybePublisher because \"so\"\n"
        let two = "\(claim) A: MaybePublisher, B: MaybePublisher because \"so\"\n"
        #expect(try kinds(one, two) == ["source condition-changed Publishers.X MaybePublisher"])
        #expect(try kinds(two, one) == ["none condition-relaxed Publishers.X MaybePublisher"])
        let single = "\(claim) A: SinglePublisher because \"so\"\n"
        #expect(try kinds(single, one) == ["none condition-relaxed Publishers.X MaybePublisher"])
    }

    @Test func `promises of imported traits are compared`() throws {
        func kinds(_ old: String, _ new: String) throws -> [String] {
            let files = [
                "Base.traits": Self.traits + Self.rows,
                "Other.traits": "trait QuietPublisher {\n    -->\n}\n",
            ]
            let models = try [old, new].map { table in
                try Model.build(table, path: "Shop.traits", importer: importer(files))
            }
            return Difference(from: [models[0]], to: [models[1]]).changes.map {
                "\($0.effect.rawValue) \($0.kind.rawValue) \($0.subject)" + ($0.trait.map { " \($0)" } ?? "")
            }
        }
        let base = "import Base\n"
        let (echoed, filtered) = ("operator Echoed   o => o\n", "operator Echoed   o => o or nothing\n")
        #expect(
            try kinds(base + echoed, base + filtered) == [
                "behaviour row-changed Echoed", "source promise-lost Echoed SinglePublisher",
            ])
        #expect(
            try kinds(base + filtered, base + echoed) == [
                "behaviour row-changed Echoed", "none promise-gained Echoed SinglePublisher",
            ])
        #expect(try kinds(base + echoed, base) == ["source row-removed Echoed"])
        #expect(
            try kinds(base + echoed, "import Other\n" + echoed) == [
                "source promise-lost Echoed MaybePublisher", "source promise-lost Echoed SinglePublisher",
            ])
        // What the imported table itself says isn't this table's.
        #expect(try kinds(base + echoed, base + echoed) == [])
    }

    @Test func rowsComeAndGo() throws {
        #expect(try kinds(Self.rows, Self.rows + "source Fail   x\n") == ["none row-added Fail"])
        #expect(try kinds(Self.rows + "source Fail   x\n", Self.rows) == ["source row-removed Fail"])
        #expect(try kinds(Self.rows + "source Any   - - ->\n", Self.rows) == ["none row-removed Any"])
    }

    @Test func traitsComeAndGo_withTheirErasers() throws {
        let shared = "trait SharedPublisher shared\n"
        let added = try kinds(Self.rows, shared + Self.rows)
        #expect(
            added == [
                "none trait-added SharedPublisher", "none eraser-added AnySharedPublisher",
                "none eraser-added AnySharedMaybePublisher", "none eraser-added AnySharedSinglePublisher",
            ])
        let removed = try kinds(shared + Self.rows, Self.rows)
        #expect(removed.allSatisfy { $0.hasPrefix("source ") })
        #expect(removed.count == 4)
    }

    @Test func aTraitPromisesLess() throws {
        let wider = Self.traits.replacing(
            "    --x-->\n    --|-->\n", with: "    --x-->\n    --|-->\n    --ox-->\n")
        let changes = try difference(Self.traits, wider).changes
        #expect(changes.contains { $0.kind == .promiseWeakened && $0.effect == .behaviour })
        #expect(changes.contains { $0.kind == .memberRemoved && $0.effect == .source })
        let back = try difference(wider, Self.traits).changes
        #expect(back.contains { $0.kind == .promiseStrengthened && $0.effect == .behaviour })
    }

    @Test func refinementsBreakSource() throws {
        let loose = Self.traits.replacing("SinglePublisher: MaybePublisher", with: "SinglePublisher")
        #expect(try difference(Self.traits, loose).changes.map(\.kind) == [.refinementRemoved])
        #expect(try difference(loose, Self.traits).changes.map(\.kind) == [.refinementAdded])
    }

    // MARK: The command

    private func run(_ arguments: [String], _ files: MemoryFiles) -> (
        status: TraitgenCommand.Status, text: String
    ) {
        var lines: [String] = []
        let command = TraitgenCommand(
            files: files, output: { lines.append($0) }, errors: { lines.append($0) })
        let status = command.run(arguments: ["diff"] + arguments)
        return (status, lines.joined(separator: "\n"))
    }

    private func files(_ now: String) -> MemoryFiles {
        let files = MemoryFiles(["/package/Sources/App/App.traits": Self.traits + now])
        files.past["HEAD~1"] = ["/package/Sources/App/App.traits": Self.traits + Self.rows]
        return files
    }

    @Test func statusesTellWhatBreaks() {
        let revision = ["HEAD~1:Sources", "Sources"]
        #expect(run(revision, files(Self.rows)) == (.clean, "no changes"))
        let added = run(revision, files(Self.rows + "source Fail   x\n"))
        #expect(added.status == .clean)
        #expect(
            added.text == """
                Breaks nothing:
                  `Fail` has a row; it keeps `MaybePublisher`, `SinglePublisher`

                1 change: 0 break the source of clients, 0 may change how programs behave, 1 break nothing
                """)
        let later = run(revision, files(Self.rows.replacing("Map   o => o", with: "Map   later")))
        #expect(later.status == .behaviour)
        let lost = run(revision, files(Self.rows.replacing("Map   o => o", with: "Map   o => nothing")))
        #expect(lost.status == .breaking)
        let wrong = run(revision, files("nonsense"))
        #expect(wrong.status == .findings)
    }

    @Test func aChangelogGetsLists() {
        let text = run(
            ["HEAD~1:./Sources/App/App.traits", "Sources/App/App.traits", "--format", "markdown"],
            files(Self.rows.replacing("Map   o => o", with: "Map   o => o or nothing"))
        ).text
        #expect(
            text.contains(
                "### Breaks the source of clients\n\n- `Publishers.Map` no longer keeps `SinglePublisher`; it kept it where"
            ))
    }

    @Test func knownBreaksAreAccepted() {
        let revision = ["HEAD~1:Sources", "Sources", "--accept", "breaks.txt"]
        let files = files(Self.rows.replacing("Map   o => o", with: "Map   o => o or nothing"))
        files.contents["/package/breaks.txt"] = ""
        let lines = run(revision + ["--format", "accept"], files)
        #expect(
            lines == (.breaking, "promise-lost Publishers.Map SinglePublisher\nrow-changed Publishers.Map"))

        files.contents["/package/breaks.txt"] = "# known\n\n" + lines.text + "\r\n"
        let known = run(revision, files)
        #expect(known.status == .clean)
        #expect(
            known.text.hasPrefix("Accepted:\n  `Publishers.Map` does `o => o or nothing"), "\(known.text)")
        #expect(known.text.hasSuffix("0 may change how programs behave, 0 break nothing, 2 are accepted"))
        #expect(run(revision + ["--format", "accept"], files).text.split(separator: "\n").count == 2)

        files.contents["/package/breaks.txt"] = "row-changed Publishers.Map"
        #expect(run(revision, files).status == .breaking)
        files.contents["/package/breaks.txt"] = "promise-lost Publishers.Map SinglePublisher"
        #expect(run(revision, files).status == .behaviour)
    }

    /// The places and the shared work of the row are as before.
    @Test func onlyThePartsOfARowThatChangeAreTold() {
        let (_, text) = run(
            ["HEAD~1:Sources", "Sources"],
            files(Self.rows.replacing("Map   o => o", with: "Map   o => o or nothing")))
        #expect(text.contains("  `Publishers.Map` does `o => o or nothing`, before `o => o`\n"), "\(text)")
    }

    @Test func anAcceptedBreakHasToBeThere() {
        let revision = ["HEAD~1:Sources", "Sources", "--accept", "breaks.txt"]
        let files = files(Self.rows + "source Fail   x\n")
        files.contents["/package/breaks.txt"] = "# none\nrow-removed Just\nrow-added Fail\n"
        let (status, text) = run(revision, files)
        #expect(status == .findings)
        for line in ["breaks.txt:2:1: error: ", "breaks.txt:3:1: error: "] { #expect(text.contains(line)) }
        #expect(text.hasSuffix("no such change breaks anything: row-added Fail"))
        files.contents["/package/breaks.txt"] = "row-gone Just\n"
        let wrong = run(revision, files)
        #expect(wrong.status == .usage && wrong.text.contains("breaks.txt:1: there is no change `row-gone`"))
    }
}
