import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Output for Combine and OpenCombine brings the text of the trait tools along, since there is no module to import.
@Suite("The support partial")
struct SupportTemplateTests {
    @Test func `the partial has all tools of the runtime, and a lock of its own`() throws {
        let tools = try RenderFixture.texts(in: SupportPartial.folder, "swift")
        let text = SupportPartial.text(tools)
        for tool in tools { #expect(text.contains("// MARK: - \(tool.name)\n")) }
        #expect(!tools.isEmpty && !text.contains("_Lock()"))
        #expect(text.hasSuffix("<%> _Lock %>\n"))
        // No mark of the changed delimiters occurs in the tools.
        #expect(tools.allSatisfy { !$0.text.contains("<%") && !$0.text.contains("%>") })
    }

    @Test func `each type belongs to no actor`() {
        let text = SupportPartial.text([
            (
                "A.swift",
                "public struct A {\n    open class B {\n    struct C {\nfinal class D {\nlet class_ = 1\n"
            )
        ])
        #expect(
            text.contains(
                "nonisolated public struct A {\n    nonisolated open class B {\n    struct C {\nnonisolated final class D {\nlet class_ = 1"
            ))
    }

    @Test(arguments: [Backend.combine, .openCombine])
    func `tables of other stream libraries get the tools, and no hooks of the engine`(backend: Backend) throws
    {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model(backend: backend))
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
        let support = try #require(texts["Shop+Support.swift"])
        #expect(support.contains("enum MaybeResult<Success, Failure: Error>"))
        #expect(support.contains("class TraitSubscription<"))
        for text in texts.values {
            #expect(text.contains("\npublic import \(backend.moduleName)\n"))
            #expect(!text.contains("import TraitsRuntime"))
            for hook in ["_atMostOne", "_answer()", "_answering", "_erased()"] {
                #expect(!text.contains(hook))
            }
        }
    }

    @Test func `a table whose only trait is no count has them too`() throws {
        let model = try Model.build(
            "backend Combine\ntrait SharedPublisher shared\nsource Spring   o|\n", path: "Spring.traits")
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Spring")
        ).render(model)
        let support = try #require(files.first { $0.name == "Spring+Support.swift" })
        #expect(support.text.contains("public enum TraitPublishers"))
    }

    @Test func `tables of this library import them`() throws {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model())
        let support = try #require(files.first { $0.name == "Shop+Support.swift" })
        #expect(!support.text.contains("class"))
    }
}
