import Testing

@testable import TraitgenCore

/// The compiler's note about a refusal points to the name of the declaration, so that has to be at the line of the row.
@Suite struct RefusalLineTests {
    @Test func `the declaration of each refusal is at the line of its row`() throws {
        let options = RenderOptions(module: "Shop", namesLines: true)
        let files = try Renderer(templates: RenderFixture.shippedTemplates(), options: options)
            .render(RenderFixture.model())
        let text = try #require(files.first { $0.name == "Shop+Refusals.swift" }).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let located = zip(lines, lines.dropFirst()).filter { $0.0.contains("#sourceLocation(file:") }
        #expect(located.count > 10, "where are they?")
        for (location, line) in located {
            #expect(
                line.contains("nonisolated extension ") || line.contains(" func "), "\(location)\n\(line)")
        }
        // A second declaration would be one line below.
        let unavailable = lines.indices.filter { lines[$0].contains("@available(*, unavailable, message: ") }
        let own = unavailable.filter { lines[$0].contains(" extension ") || lines[$0].contains(" func ") }
        #expect(own.count > 10, "where are they?")
        for index in own { #expect(lines[index - 1].contains("#sourceLocation(file:"), "\(lines[index])") }
    }
}
