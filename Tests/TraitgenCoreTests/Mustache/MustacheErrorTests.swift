import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("Mustache, what goes wrong")
struct MustacheErrorTests {
    @Test(arguments: [
        ("ab\n  {{name", "T:2:3: error: this tag is never closed; add '}}' where it ends"),
        ("{{{name}}", "T:1:1: error: this tag is never closed; add '}}}' where it ends"),
        ("{{=<% %>}}", "T:1:1: error: this tag is never closed; add '=}}' where it ends"),
        ("\n{{#a}}x", "T:2:1: error: the section 'a' is never closed; add '{{/a}}' where it ends"),
        (
            "x{{/a}}",
            "T:1:2: error: 'a' is closed here but was never opened; remove this tag, or open the section with '{{#a}}'"
        ),
        (
            "{{#a}}\n{{#b}}{{/a}}{{/b}}",
            "T:2:7: error: 'a' is closed here while 'b' is open, from line 2; close 'b' first"
        ),
        (
            "{{=x=}}",
            "T:1:1: error: 'x' is no pair of delimiters; write two words without '=', as in '{{=<% %>=}}'"
        ),
        ("{{}}", "T:1:1: error: this tag has no name; write one word, or words with dots between"),
        ("{{a b}}", "T:1:1: error: 'a b' is no name; write one word, or words with dots between"),
        ("{{a..b}}", "T:1:1: error: 'a..b' is no name; write one word, or words with dots between"),
        ("{{> }}", "T:1:1: error: '' is no name of a partial; write '{{> name}}'"),
    ])
    func `bad syntax is refused with its place`(template: String, expected: String) {
        let error = #expect(throws: MustacheError.self) { try MustacheTemplate(template, name: "T") }
        #expect(error?.description == expected)
    }

    @Test func `strict rendering names every name that nothing has, once each`() throws {
        let template = try MustacheTemplate(
            "{{#rows}}{{nmae}}{{/rows}}\n{{#missing}}{{/missing}}{{^other}}{{/other}}{{a.b}}", name: "T")
        let error = #expect(throws: MustacheError.self) {
            try MustacheRenderer(isStrict: true)
                .render(template, with: ["rows": [["name": "1"], ["name": "2"]], "a": ["c": ""]])
        }
        #expect(
            error?.description == """
                T:1:10: error: nothing is called 'nmae' here; did you mean `name`?
                T:2:1: error: nothing is called 'missing' here; the nearest names are a, rows
                T:2:25: error: nothing is called 'other' here; the nearest names are a, rows
                T:2:45: error: nothing is called 'a.b' here; did you mean `c`?
                """)
    }

    @Test func `strict rendering refuses to write a list or an object`() throws {
        let template = try MustacheTemplate("{{list}}", name: "T")
        let error = #expect(throws: MustacheError.self) {
            try MustacheRenderer(isStrict: true).render(template, with: ["list": ["a"]])
        }
        #expect(error?.description == "T:1:1: error: 'list' is no text; open it as a section, '{{#list}}'")
    }

    @Test func `a missing partial is named with those that exist`() throws {
        let renderer = MustacheRenderer(isStrict: true, partials: ["header": try .init("", name: "header")])
        let error = #expect(throws: MustacheError.self) {
            try renderer.render(MustacheTemplate(" {{>heder}}", name: "T"), with: [:])
        }
        #expect(error?.description == "T:1:2: error: there is no partial 'heder'; did you mean `header`?")
    }

    @Test func `a recursion without end is an error in the partial that recurses`() throws {
        let renderer = MustacheRenderer(partials: ["p": try .init("x\n{{>p}}", name: "p.mustache")])
        let error = #expect(throws: MustacheError.self) {
            try renderer.render(MustacheTemplate("{{>p}}", name: "T"), with: [:])
        }
        #expect(
            error?.description
                == "p.mustache:2:1: error: partial 'p' includes itself without end; put the tag into a section that becomes false"
        )
    }

    @Test func `a partial that includes itself twice ends as soon as one that does so once`() throws {
        let renderer = MustacheRenderer(partials: ["p": try .init("{{>p}}{{>p}}", name: "p.mustache")])
        let error = #expect(throws: MustacheError.self) {
            try renderer.render(MustacheTemplate("{{>p}}{{>p}}", name: "T"), with: [:])
        }
        #expect(
            error?.description
                == "p.mustache:1:1: error: partial 'p' includes itself without end; put the tag into a section that becomes false"
        )
    }

    @Test func `sections that nest without measure are refused where they get too deep`() throws {
        let text = String(repeating: "{{#a}}", count: 40_000) + String(repeating: "{{/a}}", count: 40_000)
        let error = #expect(throws: MustacheError.self) { try MustacheTemplate(text, name: "T") }
        #expect(
            error?.description
                == "T:1:1201: error: sections nest deeper than 200; put the inner ones into a partial")
    }

    @Test func `sections of partials that nest without measure are refused too`() throws {
        let text =
            String(repeating: "{{#a}}", count: 190) + "{{>p}}" + String(repeating: "{{/a}}", count: 190)
        let renderer = MustacheRenderer(partials: ["p": try .init(text, name: "p.mustache")])
        let error = #expect(throws: MustacheError.self) {
            try renderer.render(MustacheTemplate("{{>p}}", name: "T"), with: ["a": true])
        }
        #expect(error?.description.contains("sections nest deeper than 1000") == true)
    }

    @Test func `source code is written as it is when escaping is off`() throws {
        let renderer = MustacheRenderer(escape: .none)
        let text = try renderer.render(
            MustacheTemplate("{{type}} {{{type}}} {{&type}}", name: "T"), with: ["type": "A<B & C>"])
        #expect(text == "A<B & C> A<B & C> A<B & C>")
    }
}
