import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What templates see of `map` of one key path, of two and of three, from which the runtime's own are written.
@Suite("Numbered operators")
struct NumberedTests {
    private func render(_ rows: String, _ template: String) throws -> String {
        let model = try Model.build(ReasonedFacts.traits + rows + "\n", path: "Table.traits")
        let templates = try TemplateSet([.init(path: "T.mustache", text: template)])
        let files = try Renderer(templates: templates, options: RenderOptions(module: "Shop")).render(model)
        return try #require(files.first).text
    }

    @Test func `are those of which there are one and two`() throws {
        let rows = """
            operator Publishers.Pick        o => o
            operator Publishers.Pick2       o => o
            operator Publishers.Pick3       o => o
            operator Publishers.Other2      o => o
            operator Publishers.Zip (A, B)  zip
            operator Publishers.Zip3 (A, B, C)   zip
            """
        let template = """
            {{#numbered}}
            {{name}}:{{#parts}} {{ordinal}}{{number}}{{^last}},{{/last}}{{/parts}}{{#single}} alone{{/single}}{{#pair}} both{{/pair}}
            {{#is.Pick}}
            {{countWord}}
            {{/is.Pick}}
            {{/numbered}}
            """
        #expect(
            try render(rows, template) == """
                Pick: first alone
                one
                Pick2: first0, second1 both
                two
                Pick3: first0, second1, third2
                three

                """)
    }
}
