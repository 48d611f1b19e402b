import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What is written about types and traits that other modules have, and about traits that leave a check no way out.
@Suite struct ForeignTypeTests {
    private func output(_ table: String, _ files: [String: String] = [:], _ name: String) throws -> String {
        let model = try Model.build(table, path: "App.traits", importer: importer(files))
        let rendered = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "App")
        ).render(model)
        return try #require(rendered.first { $0.name == "App+\(name).swift" }).text
    }

    /// `@retroactive` would be an error where the module is of the same package.
    @Test func `a conformance of another module's type names the modules`() throws {
        let traits = """
            trait FewPublisher {
                --------->   nothing
                --o--|--->   one value
            }

            """
        let text = try output(
            "import Base\n\noperator Plainly from Plain   passes\noperator Optional.Thing from Plain   passes\n",
            ["Base.traits": traits], "Conformances")
        #expect(text.contains("extension Plain.Plainly: Base.FewPublisher where Upstream: FewPublisher {}"))
        #expect(
            text.contains(
                "extension Optional.Thing: @retroactive FewPublisher where Upstream: FewPublisher {}"))
    }

    /// A value that has to come immediately can't be kept back until it is clear that it may be followed by what follows.
    @Test func `a check that can't keep its own promise isn't written`() throws {
        let text = try output(
            """
            trait EchoPublisher {
                o|---->    one immediate value
                x----->    an immediate failure
            }
            trait PromptPublisher {
                o- - - ->  an immediate value
                x----->    an immediate failure
            }
            source S   o|

            """, [:], "Check")
        #expect(text.contains("func assertEcho("))
        #expect(!text.contains("func checkEcho("))
        #expect(text.contains("func checkPrompt("))
    }
}
