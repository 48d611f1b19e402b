import Foundation
import Testing

@testable import TraitgenCore

/// What templates see of `Just` and similar sources, from which the runtime's own operators of theirs are written.
@Suite("Sources of one value that is there")
struct ConstantTests {
    private func render(_ rows: String, _ template: String) throws -> String {
        let model = try Model.build(ReasonedFacts.traits + rows + "\n", path: "Table.traits")
        let templates = try TemplateSet([.init(path: "T.mustache", text: template)])
        let files = try Renderer(templates: templates, options: RenderOptions(module: "Shop")).render(model)
        return try #require(files.first).text
    }

    @Test func `are those whose one value all subscribers are sent immediately`() throws {
        let rows = """
            source Just          o|           shared
            source Anew          o|
            source Empty         |            shared
            source Later         --o|         shared
            source Open          o-->         shared
            source Record        o*|, o*x     shared
            source Two           o|, oo|      shared
            source Maybe         |, o|        shared
            operator Publishers.Map   o => o
            """
        #expect(try render(rows, "{{#constants}}\n{{type}}\n{{/constants}}") == "Just\nMaybe\n")
    }

    @Test func `know whether there is a value, and how to name their like`() throws {
        let rows = """
            source Just                 o|       shared
            source Optional.Publisher   |, o|    shared
            source Result.Publisher     x, o|    shared
            """
        let template = """
            {{#constants}}
            {{open}}Int{{close}}{{#certain}} certain{{/certain}}{{#mayFinish}} may finish{{/mayFinish}}
            {{#mayFail}}
            {{type}} may fail
            {{/mayFail}}
            {{/constants}}
            """
        #expect(
            try render(rows, template) == """
                Just<Int> certain
                Optional<Int>.Publisher may finish
                Result<Int, Failure>.Publisher
                Result.Publisher may fail

                """)
    }
}
