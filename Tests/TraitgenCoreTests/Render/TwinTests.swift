import Foundation
import Testing

@testable import TraitgenCore

/// What templates see of `filter` and `tryFilter` and their like, from which the runtime's own publishers are written.
@Suite("Operators that exist with a closure that may throw")
struct TwinTests {
    private func render(_ rows: String, _ template: String) throws -> String {
        let model = try Model.build(ReasonedFacts.traits + rows + "\n", path: "Table.traits")
        let templates = try TemplateSet([.init(path: "T.mustache", text: template)])
        let files = try Renderer(templates: templates, options: RenderOptions(module: "Shop")).render(model)
        return try #require(files.first).text
    }

    @Test func `are pairs of one namespace, in the order of the table`() throws {
        let rows = """
            operator Publishers.TryMap      o => o or x
            operator Publishers.Filter      o => o or nothing
            operator Publishers.Map         o => o
            operator Mine.TryFilter         o => o or nothing or x
            operator Publishers.TryAlone    o => o or x
            operator Reduce                 o => nothing   | => o|
            operator TryReduce              o => nothing or x   | => o|
            """
        let template = "{{#twins}}\n{{type}} {{name}}{{#throws}} throws{{/throws}} {{failure}}\n{{/twins}}"
        #expect(
            try render(rows, template) == """
                Publishers.TryMap TryMap throws any Error
                Publishers.Map Map Upstream.Failure
                Reduce Reduce Upstream.Failure
                TryReduce TryReduce throws any Error

                """)
    }

    @Test func `both of a pair are known by the name of the one that doesn't throw`() throws {
        let rows = """
            operator Publishers.Map         o => o
            operator Publishers.TryMap      o => o or x
            operator Publishers.Filter      o => o or nothing
            operator Publishers.TryFilter   o => o or nothing or x
            """
        let template = """
            {{#twins}}
            {{#is.Map}}
            {{name}} maps
            {{/is.Map}}
            {{#is.Filter}}
            {{name}} filters
            {{/is.Filter}}
            {{/twins}}
            """
        #expect(
            try render(rows, template) == """
                Map maps
                TryMap maps
                Filter filters
                TryFilter filters

                """)
    }
}
