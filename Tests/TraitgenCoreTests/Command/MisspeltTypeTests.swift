import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Types of rows that the sources of their module don't declare.
@Suite struct MisspeltTypeTests {
    private static let trait = "trait FewPublisher {\n    --o|-->   one value\n}\n"

    private func errors(_ rows: String, sources: [String: String]) -> [String] {
        let files = MemoryFiles([
            "/package/Package.swift": "",
            "/package/Templates/_Header.mustache": "",
            "/package/Templates/Types.mustache":
                "{{#publishers}}\n{{#conformances}}\nextension {{extended}}: {{trait}} {}\n{{/conformances}}\n{{/publishers}}\n",
            "/package/Sources/App/App.traits": Self.trait + rows,
        ])
        for (name, text) in sources { files.contents[Path.normalized("/package/Sources/App/\(name)")] = text }
        var lines: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { lines.append($0) })
        let status = command.run(arguments: ["generate", "Sources/App/App.traits", "--output", "Generated"])
        #expect(status == (lines.isEmpty ? .clean : .findings))
        return lines
    }

    /// One error at the row, though each conformance names the type.
    @Test func aMisspeltTypeIsOneErrorAtItsRow() {
        let found = errors(
            "operator Publishers.Fliter   o => o\n",
            sources: [
                "Operators/Filter.swift": "extension Publishers {\n    public struct Filter<Upstream> {}\n}\n"
            ])
        #expect(
            found == [
                """
                Sources/App/App.traits:4:10: error: the sources of `App` declare no type `Publishers.Fliter` [unknown-type]
                Sources/App/App.traits:4:10: note: did you mean `Publishers.Filter`? If another tool writes the type, say `Publishers.Fliter from App`
                """
            ])
    }

    @Test(arguments: ["struct", "final class", "enum", "actor", "typealias"])
    func aDeclaredTypeIsFound(keyword: String) {
        #expect(
            errors("operator Filter   o => o\n", sources: ["F.swift": "\(keyword) Filter<Upstream> {}"]) == []
        )
    }

    /// The compiler would report each conformance in generated code.
    @Test(arguments: [
        ("struct Twice<Source: Publisher>: Publisher {}", "write `operator Twice (Source)`"),
        ("struct Twice<Source>: Publisher where Source: Publisher {}", "write `operator Twice (Source)`"),
        ("struct Twice<Source> {}\nextension Twice: Publisher {}", "write `operator Twice (Source)`"),
        (
            "struct Twice: Publisher {}",
            "an input is a generic parameter of the type, such as `struct Twice<Upstream: Publisher>`"
        ),
        (
            "final class Twice<First: SinglePublisher, Value, Other: Publisher>: Publisher {}",
            "write `operator Twice (First, Other)`"
        ),
    ])
    func aRowWithoutItsParameterSaysWhatToWrite(source: String, help: String) {
        #expect(
            errors("operator Twice   o => o\n", sources: ["Twice.swift": source]) == [
                "Sources/App/App.traits:4:10: error: `Twice` has no generic parameter `Upstream` [bad-input]\n"
                    + "Sources/App/App.traits:4:10: note: \(help)"
            ])
    }

    @Test(arguments: [
        ("operator Twice (Source)   o => o\n", "struct Twice<Source: Publisher>: Publisher {}"),
        ("operator Twice   o => o\n", "struct Twice<Upstream: Publisher, T>: Publisher {}"),
        (
            "operator Twice   o => o\n",
            "struct Twice<Source: Publisher>: Publisher { typealias Upstream = Source }"
        ),
        (
            "operator Ops.Twice   o => o\n",
            "extension Ops { struct Twice<Upstream: Publisher>: Publisher {} }"
        ),
        (
            "operator Ops.Twice   o => o\n",
            "struct Ops<Upstream: Publisher> { struct Twice: Publisher {} }"
        ),
        (
            "operator Ops.Twice   o => o\n",
            "extension App.Ops { struct Twice<Upstream: Publisher>: Publisher {} }"
        ),
        (
            "operator Foreign.Twice   o => o\n",
            "extension Foreign { struct Twice: Publisher {} }"
        ),
        ("source Twice   o|\n", "struct Twice<Value>: Publisher {}"),
        ("operator Twice   o => nothing\n", "struct Twice: Publisher {}"),
    ])
    func aRowWithItsParametersIsRight(row: String, source: String) {
        #expect(errors(row, sources: ["Twice.swift": source]) == [])
    }

    @Test func aNestedTypeIsProposedWithTheTypesAroundIt() {
        #expect(
            errors(
                "operator Twice   o => o\n",
                sources: ["Twice.swift": "enum Ops { struct Twice<Upstream: Publisher>: Publisher {} }"]) == [
                    "Sources/App/App.traits:4:10: error: the sources of `App` declare no type `Twice` [unknown-type]\n"
                        + "Sources/App/App.traits:4:10: note: did you mean `Ops.Twice`? A row names the types around its type, too"
                ])
        #expect(
            errors(
                "operator Twice   o => o\n",
                sources: [
                    "Twice.swift":
                        "enum Ops { struct Twice<Upstream: Publisher>: Publisher {} }\ntypealias Twice = Ops.Twice"
                ]) == [])
    }

    /// Macros and other tools declare types that no source shows.
    @Test func aTypeWithoutASimilarNameIsLeftToTheCompiler() {
        #expect(errors("operator Filter   o => o\n", sources: ["Map.swift": "struct Map {}"]) == [])
        #expect(errors("operator Filter   o => o\n", sources: [:]) == [])
    }

    /// A type that has a row of its own isn't what another row means.
    @Test func aTypeWithARowIsNotProposed() {
        let rows = "operator Merge2   o => o\noperator Merge3   o => o\n"
        #expect(errors(rows, sources: ["Merge.swift": "struct Merge2<Upstream> {}"]) == [])
    }

    /// The compiler would take the name for the module's own type.
    @Test(arguments: [
        ("public protocol FewPublisher<Output> {}", "TraitsRuntime.FewPublisher"),
        ("struct FewPublisher {}", "TraitsRuntime.FewPublisher"), ("", "FewPublisher"),
    ])
    func aTraitThatASourceHidesIsQualified(source: String, name: String) {
        let files = MemoryFiles([
            "/package/Package.swift": "",
            "/package/Templates/_Header.mustache": "",
            "/package/Templates/Types.mustache":
                "{{#publishers}}\n{{#conformances}}\nextension {{extended}}: {{trait}}{{where}} {}\n{{/conformances}}\n{{/publishers}}\n",
            "/package/Sources/TraitsRuntime/Operators.traits": Self.trait,
            "/package/Sources/App/App.traits": "import TraitsRuntime\noperator Same   o => o\n",
            "/package/Sources/App/App.swift": source,
        ])
        var errors: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { errors.append($0) })
        let status = command.run(arguments: ["generate", "Sources/App/App.traits", "--output", "Generated"])
        #expect(status == .clean, "\(errors)")
        #expect(
            files.contents["/package/Generated/App+Types.swift"]
                == "extension Same: \(name) where Upstream: \(name) {}\n")
    }

    /// A target that is split in two has its table with one part.
    @Test(arguments: [
        ("@_exported import Streams\n", "", true), ("import Streams\n", "", false),
        ("@_exported public import Streams  // all of it\n", "", true),
        ("// @_exported import Streams\n", "", false),
        ("@_exported import struct Streams.Filter\n", "", false),
        ("@_exported import Streams\n", "Streams.traits", false),
    ])
    func theTypesOfAnExportedTargetWithoutATableAreFound(exports: String, table: String, isFound: Bool) {
        let filter = "extension Publishers {\n    public struct Filter<Upstream> {}\n}\n"
        var sources = ["Exports.swift": exports, "../Streams/Deep/Filter.swift": filter]
        if !table.isEmpty { sources["../Streams/\(table)"] = "" }
        let found = errors("operator Publishers.Fliter   o => o\n", sources: sources)
        #expect(found.contains { $0.contains("did you mean `Publishers.Filter`?") } == isFound, "\(found)")
    }

    @Test func aRowMaySayThatItsTypeIsWrittenElsewhere() {
        #expect(
            errors("operator Fliter from App   o => o\n", sources: ["Filter.swift": "struct Filter {}"]) == []
        )
    }
}
