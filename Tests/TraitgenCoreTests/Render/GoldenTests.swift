import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What the shipped templates write for a small table, compared with files that people have read.
///
/// `TRAITGEN_BLESS=1 swift test --filter TraitgenCoreTests` writes the files; read the difference before you commit
/// it. The same files are compiled and run by the tests of the runtime.
@Suite("Golden files")
struct GoldenTests {
    static let isBlessing = ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] == "1"
    static let folder = RenderFixture.root.appending(path: "Tests/TraitgenCoreTests/Goldens")

    @Test func `every template writes what its golden file says`() throws {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(),
            options: RenderOptions(module: "Shop", access: .internal)
        ).render(RenderFixture.model())
        #expect(!files.isEmpty)

        for file in files {
            let golden = Self.folder.appending(path: file.name)
            if Self.isBlessing { try file.text.write(to: golden, atomically: true, encoding: .utf8) }
            let expected = try String(contentsOf: golden, encoding: .utf8)
            #expect(file.text == expected, "\(file.name) differs; see the documentation of this suite")
        }
        let goldens = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".swift") }
        #expect(
            Set(goldens) == Set(files.map(\.name)),
            "a golden file has no template, or a template no golden file")
    }

    @Test func `the same model gives the same bytes`() throws {
        let renderer = Renderer(
            templates: try RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop"))
        #expect(try renderer.render(RenderFixture.model()) == renderer.render(RenderFixture.model()))
    }

    @Test func `no output names a folder of the machine`() throws {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model())
        #expect(files.allSatisfy { !$0.text.contains("/somewhere/") })
    }

    /// The compiler's note about an unavailable declaration shows the line above it, since no line of a table may stand in
    /// the output.
    @Test func `each unavailable declaration stands below its row`() throws {
        let refusals = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model()).first { $0.name == "Shop+Refusals.swift" }
        let lines = try #require(refusals).text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let marked = zip(lines, lines.dropFirst()).filter { _, line in
            line.contains("@available(*, unavailable") && line.contains(" never keeps the promise ")
        }
        #expect(marked.count >= 4)
        for (above, line) in marked {
            let row = above.split(separator: " ", omittingEmptySubsequences: true)
            #expect(above.hasPrefix("// Shop.traits   ") && row.count == 3, "\(line)")
            #expect(line.contains(row.last?.split(separator: ".").last ?? "?"), "\(above) above \(line)")
        }
    }
}
