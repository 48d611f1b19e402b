import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("Rendering a model")
struct RendererTests {
    private func render(
        _ sources: [(String, String)], module: String = "Shop", access: RenderOptions.Access = .public,
        adding declarations: String = ""
    ) throws -> [String: String] {
        let templates = try TemplateSet(sources.map { TemplateSet.Source(path: $0.0, text: $0.1) })
        let files = try Renderer(templates: templates, options: RenderOptions(module: module, access: access))
            .render(RenderFixture.model(adding: declarations))
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    }

    @Test func `the shipped templates write the same bytes each time, and no folder of the machine`() throws {
        let renderer = Renderer(
            templates: try RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop"))
        let files = try renderer.render(RenderFixture.model())
        #expect(try !files.isEmpty && files == renderer.render(RenderFixture.model()))
        #expect(files.allSatisfy { !$0.text.contains("/somewhere/") })
    }

    @Test func `each template but the partials gives one file, named after table and template`() throws {
        let files = try render([
            ("a/One.mustache", "1"), ("a/_Part.mustache", "2"), ("a/Two.mustache", "{{> _Part}}"),
        ])
        #expect(files == ["Shop+One.swift": "1\n", "Shop+Two.swift": "2\n"])
    }

    @Test func `a user's folder replaces what it names and adds to the rest`() throws {
        let files = try render([
            ("shipped/One.mustache", "1"), ("shipped/Two.mustache", "2"), ("mine/Two.mustache", "my 2"),
            ("mine/Three.mustache", "3"),
        ])
        #expect(files == ["Shop+One.swift": "1\n", "Shop+Two.swift": "my 2\n", "Shop+Three.swift": "3\n"])
    }

    @Test func `the mistakes of all templates are told in one run, as diagnostics`() {
        let error = #expect(throws: DiagnosticsError.self) {
            try render([("a/One.mustache", "{{tabel}}"), ("a/Two.mustache", "\n {{> _None}}")])
        }
        #expect(
            error?.diagnostics.map(\.description) == [
                """
                a/One.mustache:1:1: error: nothing is called 'tabel' here [bad-template]
                a/One.mustache:1:1: note: did you mean `table`?
                """,
                """
                a/Two.mustache:2:2: error: there is no partial '_None' [bad-template]
                a/Two.mustache:2:2: note: the partials are 'One', 'Two'
                """,
            ])
    }

    @Test func `the syntax errors of all templates are told in one run`() {
        let error = #expect(throws: DiagnosticsError.self) {
            try TemplateSet([
                .init(path: "One.mustache", text: "{{#a}}"), .init(path: "Two.mustache", text: "{{"),
            ])
        }
        #expect(error?.diagnostics.map(\.location.path) == ["One.mustache", "Two.mustache"])
    }

    @Test func `empty sections leave no gaps`() throws {
        let files = try render([("T.mustache", "\n\na\n{{#hasTraits}}\n\n\n{{/hasTraits}}\n\nb\n\n\n")])
        #expect(files["Shop+T.swift"] == "a\n\nb\n")
    }

    @Test func `a module does not import itself`() throws {
        let imports = [("T.mustache", "{{#imports}}\n{{module}}\n{{/imports}}\n.")]
        #expect(try render(imports)["Shop+T.swift"] == "TraitsRuntime\n.\n")
        #expect(try render(imports, module: "TraitsRuntime")["Shop+T.swift"] == ".\n")
    }

    @Test func `access decides what is said of declarations`() throws {
        let template = [("T.mustache", "{{inlinable}}{{access}}{{openAccess}}.")]
        #expect(try render(template, access: .public)["Shop+T.swift"] == "@inlinable public open .\n")
        #expect(try render(template, access: .internal)["Shop+T.swift"] == ".\n")
    }

    @Test func `what a trait has follows from its language`() throws {
        let template = """
            {{#traits}}
            {{short}}:{{#just}} just{{/just}}{{#fail}} fail{{/fail}}{{#empty}} empty{{/empty}}{{#never}} never{{/never}}; \
            {{#outcome}}{{type}}{{/outcome}};{{#deferrable}} deferrable{{/deferrable}}; \
            {{#check}}{{#cases}}{{name}} {{/cases}}{{/check}}
            {{/traits}}
            """
        // A value may be the last, and is followed by one at most.
        let atMostTwo = """

            trait AtMostTwoPublisher {
                ------->
                -----x->
                -----|->
                --o---->
                --o--x->
                --o--|->
                --o--o->
                --o-ox->
                --o-o|->
            }

            """
        #expect(
            try render([("T.mustache", template)], adding: atMostTwo)["Shop+T.swift"] == """
                Option: just fail empty never; MaybeResult<Output, Failure>; deferrable; tooManyElements bothElementAndError\u{20}
                ExactlyOne: just fail never; Result<Output, Failure>; deferrable; missingElement tooManyElements bothElementAndError\u{20}
                Done: fail empty never; Subscribers.Completion<Failure>; deferrable; tooManyElements\u{20}
                AtLeastOne: just fail never; ;; missingElement bothElementAndError\u{20}
                Prompt: just fail; ;; missingElement notImmediate\u{20}
                AtMostTwo: just fail empty never; ;; tooManyElements\u{20}

                """)
    }

    @Test func `a trait without a comment gets a summary of its kind`() throws {
        let templates = try RenderFixture.texts(in: "Templates", "mustache")
            .map { ("Templates/\($0.name)", $0.text) }
        let text = try render(templates + [("\(SupportPartial.name)", "")]).values.joined()
        for summary in [
            "A publisher each of whose subscriptions has one of the histories below.",
            "A publisher that delivers every event on TillActor.",
            "A publisher whose work is done once, however many subscribe.",
        ] { #expect(text.contains("\n/// \(summary)\n")) }
    }
}
