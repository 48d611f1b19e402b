import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// One rule of the language: a template, what it is given, what comes out.
struct MustacheCase: CustomTestStringConvertible, Sendable {
    let rule: String
    let template: String
    var context: MustacheValue = [:]
    var partials: [String: String] = [:]
    let expected: String

    var testDescription: String { rule }

    init(
        _ rule: String, _ template: String, _ context: MustacheValue = [:],
        partials: [String: String] = [:], is expected: String
    ) {
        self.rule = rule
        self.template = template
        self.context = context
        self.partials = partials
        self.expected = expected
    }

    func render() throws -> String {
        let partials = try Dictionary(
            uniqueKeysWithValues: partials.map { ($0.key, try MustacheTemplate($0.value, name: $0.key)) })
        return try MustacheRenderer(partials: partials)
            .render(MustacheTemplate(template, name: "test"), with: context)
    }
}

@Suite("Mustache, by the rules of its specification")
struct MustacheTests {
    @Test(arguments: [
        MustacheCase("a comment leaves no trace", "ab{{! gone }}cd", is: "abcd"),
        MustacheCase("a comment may have several lines", "a{{!\n one\n two\n}}b\n", is: "ab\n"),
        MustacheCase("a comment on its own line takes the line", "a\n{{! gone }}\nb\n", is: "a\nb\n"),
        MustacheCase("so does an indented one", "a\n  {{! gone }}\nb\n", is: "a\nb\n"),
        MustacheCase("with carriage returns", "a\r\n{{! gone }}\r\nb", is: "a\r\nb"),
        MustacheCase("without a line before", "  {{! gone }}\nb", is: "b"),
        MustacheCase("without a line after", "a\n  {{! gone }}", is: "a\n"),
        MustacheCase("of several lines", "a\n{{!\ngone\n}}\nb\n", is: "a\nb\n"),
        MustacheCase("of several lines, indented", "a\n  {{!\n    gone\n  }}\nb\n", is: "a\nb\n"),
        MustacheCase("inside a line, blanks stay", "  12 {{! 34 }}\n", is: "  12 \n"),
        MustacheCase("blanks around a comment stay", "12345 {{! gone }} 67", is: "12345  67"),
        MustacheCase("a comment that looks like a name", "{{! name }}", ["name": "no"], is: ""),
    ])
    func comments(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }

    @Test(arguments: [
        MustacheCase("a pair of delimiters", "{{=<% %>=}}(<%text%>)", ["text": "Hey"], is: "(Hey)"),
        MustacheCase(
            "characters that mean something elsewhere", "({{=[ ]=}}[text])", ["text": "x"], is: "(x)"),
        MustacheCase(
            "sections keep the delimiters of their place",
            "[\n{{#s}}\n  {{d}}\n  |d|\n{{/s}}\n\n{{= | | =}}\n|#s|\n  {{d}}\n  |d|\n|/s|\n]\n",
            ["s": true, "d": "I"], is: "[\n  I\n  |d|\n\n  {{d}}\n  I\n]\n"),
        MustacheCase(
            "inverted sections too", "{{^s}}{{d}}|d|{{/s}}{{= | | =}}|^s|{{d}}|d||/s|",
            ["s": false, "d": "I"], is: "I|d|{{d}}I"),
        MustacheCase(
            "a partial does not inherit them", "[ {{>p}} ]{{= | | =}}[ |>p| ]", ["v": "yes"],
            partials: ["p": ".{{v}}."], is: "[ .yes. ][ .yes. ]"),
        MustacheCase(
            "a partial does not hand them on", "[ {{>p}} ] {{v}} |v|", ["v": "yes"],
            partials: ["p": ".{{v}}. {{= | | =}} .|v|."], is: "[ .yes.  .yes. ] yes |v|"),
        MustacheCase("blanks around stay", "| {{=@ @=}} |", is: "|  |"),
        MustacheCase("blanks around, at the start", " | {{=@ @=}}\n", is: " | \n"),
        MustacheCase("alone on a line, the line goes", "a\n{{=@ @=}}\nb\n", is: "a\nb\n"),
        MustacheCase("indented", "a\n  {{=@ @=}}\nb\n", is: "a\nb\n"),
        MustacheCase("carriage returns", "|\r\n{{= @ @ =}}\r\n|", is: "|\r\n|"),
        MustacheCase("no line before", "  {{=@ @=}}\n=", is: "="),
        MustacheCase("no line after", "=\n  {{=@ @=}}", is: "=\n"),
        MustacheCase("blanks inside", "|{{= @   @ =}}|", is: "||"),
        MustacheCase("back again", "{{=<% %>=}}<%={{ }}=%>{{v}}", ["v": "yes"], is: "yes"),
    ])
    func delimiters(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }

    @Test(arguments: [
        MustacheCase("text without tags", "Hello from {Mustache}!\n", is: "Hello from {Mustache}!\n"),
        MustacheCase("a name", "Hello, {{subject}}!\n", ["subject": "world"], is: "Hello, world!\n"),
        MustacheCase("what was put in is not read again", "{{a}}", ["a": "{{b}}", "b": "no"], is: "{{b}}"),
        MustacheCase("escaping", "{{a}}", ["a": "& \" < >"], is: "&amp; &quot; &lt; &gt;"),
        MustacheCase("three braces don't escape", "{{{a}}}", ["a": "& \" < >"], is: "& \" < >"),
        MustacheCase("an ampersand doesn't escape", "{{&a}}", ["a": "& \" < >"], is: "& \" < >"),
        MustacheCase("a name that is missing is nothing", "({{a}}{{{a}}}{{&a}})", is: "()"),
        MustacheCase(
            "dotted names", "{{p.name}} == {{#p}}{{name}}{{/p}}", ["p": ["name": "Joe"]], is: "Joe == Joe"),
        MustacheCase("three braces", "{{{p.name}}}", ["p": ["name": "<"]], is: "<"),
        MustacheCase("an ampersand", "{{&p.name}}", ["p": ["name": "<"]], is: "<"),
        MustacheCase("any depth", "{{a.b.c.d.e}}", ["a": ["b": ["c": ["d": ["e": "Phil"]]]]], is: "Phil"),
        MustacheCase("a broken chain is nothing", "({{a.b.c}})", ["a": [:]], is: "()"),
        MustacheCase(
            "a chain does not go on elsewhere", "({{a.b.c.name}})",
            ["a": ["b": [:]], "c": ["name": "Jim"]], is: "()"),
        MustacheCase(
            "the first part is found by the stack",
            "{{#a}}{{b.c.d.e.name}}{{/a}}",
            [
                "a": ["b": ["c": ["d": ["e": ["name": "Phil"]]]]],
                "b": ["c": ["d": ["e": ["name": "Wrong"]]]],
            ], is: "Phil"),
        MustacheCase(
            "and binds the rest", "{{#a}}({{b.c}}){{/a}}", ["a": ["b": [:]], "b": ["c": "no"]], is: "()"),
        MustacheCase("the implicit iterator", "Hello, {{.}}!", "world", is: "Hello, world!"),
        MustacheCase("escaped", "{{.}}", "<", is: "&lt;"),
        MustacheCase("raw", "{{{.}}}{{&.}}", "<", is: "<<"),
        MustacheCase("blanks around stay", "| {{a}} | {{{a}}} | {{&a}} |", ["a": "-"], is: "| - | - | - |"),
        MustacheCase("a name never takes its line", "  {{a}}\n", ["a": "-"], is: "  -\n"),
        MustacheCase("nor with three braces", "  {{{a}}}\n", ["a": "-"], is: "  -\n"),
        MustacheCase("nor with an ampersand", "  {{&a}}\n", ["a": "-"], is: "  -\n"),
        MustacheCase("blanks inside", "|{{ a }}|{{{ a }}}|{{& a }}|", ["a": "-"], is: "|-|-|-|"),
        MustacheCase("characters beyond ASCII", "«{{größe}}» 👍\n", ["größe": "äöü→"], is: "«äöü→» 👍\n"),
    ])
    func interpolation(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }

    @Test(arguments: [
        MustacheCase("shown when false", "{{^b}}yes{{/b}}", ["b": false], is: "yes"),
        MustacheCase("hidden when true", "({{^b}}no{{/b}})", ["b": true], is: "()"),
        MustacheCase("hidden for an object", "({{^c}}no{{/c}})", ["c": ["name": "Joe"]], is: "()"),
        MustacheCase("hidden for a list", "({{^l}}no{{/l}})", ["l": [["n": "1"]]], is: "()"),
        MustacheCase("shown for an empty list", "({{^l}}yes{{/l}})", ["l": []], is: "(yes)"),
        MustacheCase("shown for what is missing", "({{^l}}yes{{/l}})", is: "(yes)"),
        MustacheCase(
            "twice", "{{^b}}\n* first\n{{/b}}\n* {{t}}\n{{^b}}\n* third\n{{/b}}\n",
            ["b": false, "t": "second"],
            is: "* first\n* second\n* third\n"),
        MustacheCase("nested", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |", ["b": false], is: "| A B C D E |"),
        MustacheCase("nested, true", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |", ["b": true], is: "| A  E |"),
        MustacheCase("dotted", "({{^a.b.c}}no{{/a.b.c}})", ["a": ["b": ["c": true]]], is: "()"),
        MustacheCase("dotted and false", "({{^a.b}}yes{{/a.b}})", ["a": ["b": false]], is: "(yes)"),
        MustacheCase("a broken chain", "({{^a.b}}yes{{/a.b}})", ["a": [:]], is: "(yes)"),
        MustacheCase("blanks around stay", " | {{^b}}\t|\t{{/b}} | \n", ["b": false], is: " | \t|\t | \n"),
        MustacheCase(
            "blanks inside stay", " | {{^b}} {{! here }}\n {{/b}} | \n", ["b": false], is: " |  \n  | \n"),
        MustacheCase(
            "indented in a line", " {{^b}}NO{{/b}}\n {{^b}}WAY{{/b}}\n", ["b": false], is: " NO\n WAY\n"),
        MustacheCase(
            "alone on their lines", "| This\n{{^b}}\n|\n{{/b}}\n| A\n", ["b": false], is: "| This\n|\n| A\n"),
        MustacheCase(
            "alone and indented", "| This\n  {{^b}}\n|\n  {{/b}}\n| A\n", ["b": false], is: "| This\n|\n| A\n"
        ),
        MustacheCase("carriage returns", "|\r\n{{^b}}\r\n{{/b}}\r\n|", ["b": false], is: "|\r\n|"),
        MustacheCase("no line before", "  {{^b}}\n^{{/b}}\n/", ["b": false], is: "^\n/"),
        MustacheCase("no line after", "^{{^b}}\n/\n  {{/b}}", ["b": false], is: "^\n/\n"),
        MustacheCase("blanks in the tag", "|{{^ b }}={{/ b }}|", ["b": false], is: "|=|"),
    ])
    func inverted(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }

    @Test(arguments: [
        MustacheCase("shown when true", "{{#b}}yes{{/b}}", ["b": true], is: "yes"),
        MustacheCase("hidden when false", "({{#b}}no{{/b}})", ["b": false], is: "()"),
        MustacheCase("hidden when missing", "({{#b}}no{{/b}})", is: "()"),
        MustacheCase(
            "an object becomes the context", "{{#c}}Hi {{n}}{{/c}}", ["c": ["n": "Joe"]], is: "Hi Joe"),
        MustacheCase(
            "what is outside is still seen", "{{#sec}}{{a}}, {{b}}, {{c.d}}{{/sec}}",
            ["a": "foo", "b": "wrong", "sec": ["b": "bar"], "c": ["d": "baz"]], is: "foo, bar, baz"),
        MustacheCase(
            "text is a context too", "{{#foo}}{{.}} is {{foo}}{{/foo}}", ["foo": "bar"], is: "bar is bar"),
        MustacheCase(
            "a list repeats", "{{#l}}{{n}}{{/l}}", ["l": [["n": "1"], ["n": "2"], ["n": "3"]]], is: "123"),
        MustacheCase("an empty list shows nothing", "({{#l}}no{{/l}})", ["l": []], is: "()"),
        MustacheCase(
            "contexts at every depth",
            "{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}{{one}}\n{{#c}}\n{{one}}{{two}}{{three}}\n{{/c}}\n{{/b}}\n{{/a}}\n",
            ["a": ["one": "1"], "b": ["two": "2"], "c": ["three": "3"]], is: "1\n121\n123\n"),
        MustacheCase(
            "lists in lists",
            "{{#tops}}{{#middles}}{{lower}}{{upper}}.{{#bottoms}}{{upper}}{{lower}}{{x}}.{{/bottoms}}{{/middles}}{{/tops}}",
            ["tops": [["upper": "A", "middles": [["lower": "a", "bottoms": [["x": "x"], ["x": "y"]]]]]]],
            is: "aA.Aax.Aay."),
        MustacheCase(
            "twice", "{{#b}}\n* first\n{{/b}}\n* {{t}}\n{{#b}}\n* third\n{{/b}}\n",
            ["b": true, "t": "second"],
            is: "* first\n* second\n* third\n"),
        MustacheCase("nested", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |", ["b": true], is: "| A B C D E |"),
        MustacheCase("nested, false", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |", ["b": false], is: "| A  E |"),
        MustacheCase("the iterator over text", "{{#l}}({{.}}){{/l}}", ["l": ["a", "b"]], is: "(a)(b)"),
        MustacheCase("escapes", "{{#l}}({{.}}){{/l}}", ["l": ["&", "<"]], is: "(&amp;)(&lt;)"),
        MustacheCase("or not", "{{#l}}({{{.}}}{{&.}}){{/l}}", ["l": ["&", "<"]], is: "(&&)(<<)"),
        MustacheCase(
            "the iterator over lists", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", ["l": [["1", "2"], ["a", "b"]]],
            is: "(12)(ab)"),
        MustacheCase(
            "the iterator at the root", "{{#.}}({{v}}){{/.}}", [["v": "a"], ["v": "b"]], is: "(a)(b)"),
        MustacheCase("dotted", "{{#a.b.c}}here{{/a.b.c}}", ["a": ["b": ["c": true]]], is: "here"),
        MustacheCase("dotted and false", "({{#a.b}}no{{/a.b}})", ["a": ["b": false]], is: "()"),
        MustacheCase("a broken chain", "({{#a.b.c}}no{{/a.b.c}})", ["a": [:]], is: "()"),
        MustacheCase("blanks around stay", " | {{#b}}\t|\t{{/b}} | \n", ["b": true], is: " | \t|\t | \n"),
        MustacheCase("inside too", " | {{#b}} {{! here }}\n {{/b}} | \n", ["b": true], is: " |  \n  | \n"),
        MustacheCase("in a line", " {{#b}}YES{{/b}}\n {{#b}}GOOD{{/b}}\n", ["b": true], is: " YES\n GOOD\n"),
        MustacheCase("alone", "| This\n{{#b}}\n|\n{{/b}}\n| A\n", ["b": true], is: "| This\n|\n| A\n"),
        MustacheCase(
            "alone, indented", "| This\n  {{#b}}\n|\n  {{/b}}\n| A\n", ["b": true], is: "| This\n|\n| A\n"),
        MustacheCase("carriage returns", "|\r\n{{#b}}\r\n{{/b}}\r\n|", ["b": true], is: "|\r\n|"),
        MustacheCase("no line before", "  {{#b}}\n#{{/b}}\n/", ["b": true], is: "#\n/"),
        MustacheCase("no line after", "#{{#b}}\n/\n  {{/b}}", ["b": true], is: "#\n/\n"),
        MustacheCase("blanks in the tag", "|{{# b }}={{/ b }}|", ["b": true], is: "|=|"),
    ])
    func sections(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }

    @Test(arguments: [
        MustacheCase(
            "the text of another template", "\"{{>t}}\"", partials: ["t": "from partial"],
            is: "\"from partial\""),
        MustacheCase("a partial that is missing is nothing", "\"{{>t}}\"", is: "\"\""),
        MustacheCase(
            "it sees the context", "\"{{>p}}\"", ["text": "content"], partials: ["p": "*{{text}}*"],
            is: "\"*content*\""),
        MustacheCase(
            "it may name itself", "{{>node}}",
            ["content": "X", "nodes": [["content": "Y", "nodes": []]]],
            partials: ["node": "{{content}}<{{#nodes}}{{>node}}{{/nodes}}>"], is: "X<Y<>>"),
        MustacheCase(
            "partials in partials", "{{>outer}}", ["a": "hello", "b": "world"],
            partials: ["outer": "*{{a}} {{>inner}}*", "inner": "{{b}}!"], is: "*hello world!*"),
        MustacheCase("blanks around stay", "| {{>p}} |", partials: ["p": "\t|\t"], is: "| \t|\t |"),
        MustacheCase(
            "in a line it is not indented", "  {{data}}  {{> p}}\n", ["data": "|"], partials: ["p": ">\n>"],
            is: "  |  >\n>\n"),
        MustacheCase("carriage returns", "|\r\n{{>p}}\r\n|", partials: ["p": ">"], is: "|\r\n>|"),
        MustacheCase("no line before", "  {{>p}}\n>", partials: ["p": ">\n>"], is: "  >\n  >>"),
        MustacheCase("no line after", ">\n  {{>p}}", partials: ["p": ">\n>"], is: ">\n  >\n  >"),
        MustacheCase(
            "its own lines are indented, not the text put into them", "\\\n {{>p}}\n/\n",
            ["content": "<\n->"],
            partials: ["p": "|\n{{{content}}}\n|\n"], is: "\\\n |\n <\n->\n |\n/\n"),
        MustacheCase("blanks in the tag", "|{{> p }}|", partials: ["p": "[]"], is: "|[]|"),
        MustacheCase(
            "indentations add up", "  {{>a}}\n", partials: ["a": "a\n  {{>b}}\nc\n", "b": "b1\nb2\n"],
            is: "  a\n    b1\n    b2\n  c\n"),
        MustacheCase(
            "sections in an indented partial", "  {{>p}}\n", ["l": ["1", "2"]],
            partials: ["p": "{\n{{#l}}\n  {{.}},\n{{/l}}\n}\n"], is: "  {\n    1,\n    2,\n  }\n"),
        MustacheCase("empty lines stay empty", "  {{>p}}\n", partials: ["p": "a\n\nb\n"], is: "  a\n\n  b\n"),
    ])
    func partials(_ example: MustacheCase) throws { #expect(try example.render() == example.expected) }
}
