import Testing

@testable import TraitgenCore

/// Rows for types that exist under a condition of the compiler.
@Suite struct BuildConditionTests {
    private static let table = """
        trait FewPublisher {
            -->
            --x-->
            --o|-->
        }
        operator Same   o => o   as "same()"
            sample upstream.same()
        operator Window   o => oo   if "os(macOS) || DEBUG"
            sample upstream.window()
        operator Pane   o => o   if "os(macOS)"
            sample upstream.pane()

        """

    private func output(_ name: String, _ templates: TemplateSet) throws -> String {
        let model = try Model.build(Self.table, path: "App.traits")
        let files = try Renderer(templates: templates, options: RenderOptions(module: "App")).render(model)
        return try #require(files.first { $0.name == "App+\(name).swift" }).text
    }

    /// All lines about a type stand between `#if` and `#endif`, and no line about another type does.
    private func check(_ text: String) {
        var condition: String?
        for line in text.split(separator: "\n") {
            if line.contains("#if os(macOS)") && !line.contains("Linux") {
                #expect(condition == nil)
                condition = String(line.drop { $0 == " " }.dropFirst("#if ".count))
            } else if line.contains("#endif") {
                condition = nil
            } else if line.contains("Window") {
                #expect(condition == "os(macOS) || DEBUG", "\(line)")
            } else if line.contains("Pane") && !line.contains("message:") {
                #expect(condition == "os(macOS)", "\(line)")
            } else if line.contains("Same") {
                #expect(condition == nil, "\(line)")
            }
        }
        #expect(condition == nil)
        #expect(text.contains("#if os(macOS) || DEBUG\n"))
    }

    @Test func conformancesAndRefusalsStandInsideTheCondition() throws {
        check(try output("Refusals", RenderFixture.shippedTemplates()))
        let conformances = try output("Conformances", RenderFixture.shippedTemplates())
        #expect(
            conformances.contains("#if os(macOS)\n\n// App.traits   Pane   o => o\n"), "\(conformances)")
    }

    @Test func lawsStandInsideTheCondition() throws { check(try output("Laws", RenderFixture.laws())) }

    @Test func aConditionIsSaidOnce() {
        let text = "source Just   o|   if \"DEBUG\"   if \"DEBUG\"\n"
        #expect(findings(text).contains("the row says `if` twice"))
        #expect(findings("source Just   o|   if DEBUG\n").contains("the condition in quotes expected"))
    }
}
