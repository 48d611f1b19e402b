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
        for (name, text) in sources { files.contents["/package/Sources/App/\(name)"] = text }
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
        #expect(errors("operator Filter   o => o\n", sources: ["F.swift": "\(keyword) Filter {}"]) == [])
    }

    /// Macros and other tools declare types that no source shows.
    @Test func aTypeWithoutASimilarNameIsLeftToTheCompiler() {
        #expect(errors("operator Filter   o => o\n", sources: ["Map.swift": "struct Map {}"]) == [])
        #expect(errors("operator Filter   o => o\n", sources: [:]) == [])
    }

    /// A type that has a row of its own isn't what another row means.
    @Test func aTypeWithARowIsNotProposed() {
        let rows = "operator Merge2   o => o\noperator Merge3   o => o\n"
        #expect(errors(rows, sources: ["Merge.swift": "struct Merge2 {}"]) == [])
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

    @Test func aRowMaySayThatItsTypeIsWrittenElsewhere() {
        #expect(
            errors("operator Fliter from App   o => o\n", sources: ["Filter.swift": "struct Filter {}"]) == []
        )
    }
}
