import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("The names beside a table")
struct NameSheetTests {
    private func parse(_ text: String) -> Result<NameSheet, DiagnosticsError> {
        do throws(DiagnosticsError) {
            return .success(
                try NameSheet.parse(
                    bytes: Array(text.utf8), path: "Table.names", types: ["Publishers.Map", "Just"]))
        } catch {
            return .failure(error)
        }
    }

    @Test func `a type has calls, and each has names in other libraries`() throws {
        let sheet = try parse(
            """
            // Names.
            Just   Just(_:)   | of, return

            Publishers.Map in Elsewhere
                map(_:)   | select
                          | pluck
                map(_:_:)
            elsewhere forEach, subscribe | `sink(receiveValue:)`
            """
        ).get()
        #expect(sheet.entries.map(\.type.value) == ["Just", "Publishers.Map"])
        #expect(sheet.entry(for: "Just")?.calls == [.init(text: "Just(_:)", others: ["of", "return"])])
        let map = try #require(sheet.entry(for: "Publishers.Map"))
        #expect(map.module == "Elsewhere")
        #expect(
            map.calls == [.init(text: "map(_:)", others: ["select", "pluck"]), .init(text: "map(_:_:)")])
        #expect(
            sheet.elsewhere == [.init(names: ["forEach", "subscribe"], text: "`sink(receiveValue:)`")])
    }

    @Test(arguments: [
        ("Jsut   Just(_:)", "Table.names:1:1: error: the table has no row for `Jsut` [unknown-row]"),
        (
            "Just   Just(_:)\nJust   x",
            "Table.names:2:1: error: the names of `Just` stand in two places [duplicate-row]"
        ),
        (
            "  Just(_:)",
            "Table.names:1:3: error: an indented line belongs to a row, and there is none above it [stray-indentation]"
        ),
        ("Just", "Table.names:1:1: error: `Just` has no name [missing-text]"),
        ("Just   Just(_:)   |", "Table.names:1:1: error: there is no name after `|` [missing-text]"),
        (
            "elsewhere forEach",
            "Table.names:1:1: error: names, `|` and what to write instead expected [expected]"
        ),
    ])
    func `a mistake is told with its place`(text: String, message: String) throws {
        guard case .failure(let error) = parse(text) else {
            Issue.record("no mistake found")
            return
        }
        #expect(error.diagnostics.count == 1)
        #expect(error.diagnostics.first?.description.split(separator: "\n").first.map(String.init) == message)
        #expect(error.diagnostics.first?.help != nil)
    }

    @Test func `what isn't UTF-8 is refused`() {
        #expect(throws: DiagnosticsError.self) {
            try NameSheet.parse(bytes: [0xFF, 0x0A], path: "Table.names", types: [])
        }
    }

    @Test func `a page can't be written with a mistake in the names`() {
        let files = MemoryFiles([
            "/package/Sources/App/App.traits": ReasonedFacts.traits + "source Just   o|\n",
            "/package/Sources/App/App.names": "Jsut   Just(_:)\n",
        ])
        var errors: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        #expect(command.run(arguments: ["table", "Sources", "--format", "html"]) == .findings)
        #expect(errors.first?.contains("Sources/App/App.names:1:1: error:") == true)
        #expect(command.run(arguments: ["table", "Sources", "--documentation", "x"]) == .usage)
    }

    @Test func `explain takes names, those of this library first`() {
        func explain(_ what: String) -> (output: String, errors: [String]) {
            var output = ""
            var errors: [String] = []
            let command = TraitgenCommand(
                files: SourceTree(), output: { output += $0 + "\n" }, errors: { errors.append($0) })
            _ = command.run(arguments: ["explain", what])
            return (output, errors)
        }
        #expect(explain("prefix").output.contains("operator Publishers.Output "))
        #expect(explain("[1].publisher.min()").output.contains("operator Publishers.Comparison "))
        #expect(explain("amb").output.contains("operator TraitPublishers.Race "))
        let delay = explain("delay").output
        #expect(delay.contains("operator Publishers.Delay ") && !delay.contains("TraitPublishers.Timer"))
        #expect(explain("groupJoin").errors.last?.hasPrefix("note: here it is no operator") == true)
    }

    @Test func `messages about operators name the methods of the sheet`() throws {
        let bytes = try #require(SourceTree().read("Sources/TraitsRuntime/Operators.names"))
        for (type, methods) in StrictOperators.methods {
            let entry = try #require(
                String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\(type) ").dropFirst().first
            )
            let lines = entry.split(separator: "\n")
            let calls = lines.prefix(1) + lines.dropFirst().prefix { $0.hasPrefix(" ") }
            #expect(calls.map { String($0.drop { $0 == " " }.prefix { $0 != "(" }) } == methods)
        }
    }
}
