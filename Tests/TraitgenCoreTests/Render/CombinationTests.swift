import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What templates see of `zip`, `combineLatest` and `merge`, from which the runtime's own are written.
@Suite("Operators of several numbers of inputs")
struct CombinationTests {
    private func render(_ rows: String, _ template: String) throws -> String {
        let model = try Model.build(ReasonedFacts.traits + rows + "\n", path: "Table.traits")
        let templates = try TemplateSet([.init(path: "T.mustache", text: template)])
        let files = try Renderer(templates: templates, options: RenderOptions(module: "Shop")).render(model)
        return try #require(files.first).text
    }

    private static let names = "{{#combinations}}\n{{type}}\n{{/combinations}}"

    @Test func `are those that are called after their combiner and their number of inputs`() throws {
        let rows = """
            operator Publishers.Zip (A, B)   zip
            operator Publishers.Zip3 (A, B, C)   zip
            operator Publishers.Pairs (A, B)   zip
            operator Publishers.Zip9 (A, B)   zip
            operator Publishers.ZipMany (A...)   zip
            operator Mine.Merge (A, B)   merge
            operator Publishers.Both (A, B)   race
            operator Publishers.Filter   o => o or nothing
            """
        #expect(try render(rows, Self.names) == "Publishers.Zip\nPublishers.Zip3\nMine.Merge\n")
    }

    @Test func `inputs know their neighbours`() throws {
        let template = """
            {{#combinations}}
            {{#zip}}
            {{name}} of {{countWord}}: {{#inputs}}{{type}}{{^last}}, {{/last}}{{/inputs}}
            {{#rest}}
            {{previous}} before {{type}}, {{label}} {{argument}}, bit {{bit}}, others{{#others}} {{value}}{{/others}}
            {{/rest}}
            {{/zip}}
            {{/combinations}}
            """
        #expect(
            try render("operator Publishers.Zip3 (A, B, C)   zip", template) == """
                Zip3 of three: A, B, C
                A before B, publisher1 P, bit 2, others
                B before C, publisher2 Q, bit 4, others

                """)
    }

    @Test func `merges widen to the merges of more`() throws {
        let rows = """
            operator P.Merge (A, B)   merge
            operator P.Merge3 (A, B, C)   merge
            operator P.Merge4 (A, B, C, D)   merge
            operator Q.Merge4 (A, B, C, D)   merge
            """
        let template = """
            {{#combinations}}
            {{#wider}}
            {{type}} and {{addedWord}}: {{wideName}}{{#added}} {{previous}}-{{type}}{{/added}}
            {{/wider}}
            {{/combinations}}
            """
        #expect(
            try render(rows, template) == """
                P.Merge and one publisher: Merge3 B-P
                P.Merge and two publishers: Merge4 B-Z Z-Y
                P.Merge3 and one publisher: Merge4 C-P

                """)
    }

    /// The plugin gives a target the shipped templates and those of its own folder.
    @Test func `no user's table gets the runtime's own operators`() throws {
        #expect(try !RenderFixture.shippedTemplates().outputNames.contains("Combinations"))
        let own = RenderFixture.root.appending(path: "Sources/TraitsStreams/Templates/Combinations.mustache")
        #expect(FileManager.default.fileExists(atPath: own.path))
    }
}
