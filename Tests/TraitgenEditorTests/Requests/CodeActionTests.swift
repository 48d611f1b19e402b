import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// Each remedy is applied, and the mistake is gone.
@Suite struct CodeActionTests {
    /// A text with a mistake, and the text that the first remedy makes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        let text: String
        let mended: String
        var testDescription: String { code }

        init(_ code: String, _ text: String, _ mended: String) {
            self.code = code
            self.text = text
            self.mended = mended
        }
    }

    private static let cases = [
        Case("unknown-word", "operatr A   o => o\n", "operator A   o => o\n"),
        Case("unknown-word", "operator A   zap\n", "operator A   zip\n"),
        Case(
            "unknown-trait", "operator A (B: MaybePublishr...)   merge\n",
            "operator A (B: MaybePublisher...)   merge\n"),
        Case("unexpected-character", "operator A   o \u{2192} o\n", "operator A   o => o\n"),
        Case("unexpected-character", "operator A   o\u{A0}=> o\n", "operator A   o => o\n"),
        Case(
            "missing-text", "operator A   anything   conforms MaybePublisher\n",
            "operator A   anything   conforms MaybePublisher because \"\"\n"),
        Case("silent-row", "operator A (B)   because \"b\"\n", "operator A (B)   passes   because \"b\"\n"),
        Case("stray-indentation", "  operator A   o => o\n", "operator A   o => o\n"),
        Case("needless-reason", "operator A   o => o   because \"b\"\n", "operator A   o => o\n"),
        Case("idle-row", "source A   - - ->\n", "// lint: allow idle-row\nsource A   - - ->\n"),
        Case("duplicate-clause", "operator A   later   o => oo   later\n", "operator A   later   o => oo\n"),
        Case(
            "needless-claim",
            "operator A   o => o\n    conforms MaybePublisher where Upstream: MaybePublisher because \"b\"\n",
            "operator A   o => o\n"),
        Case("misplaced-header", "source A   o|\nimport Streams\n", "import Streams\nsource A   o|\n"),
    ]

    private func actions(_ session: EditorSession, _ path: String, _ finding: JSONValue) -> [JSONValue] {
        session.request(
            "textDocument/codeAction",
            [
                "textDocument": ["uri": .text(EditorSession.uri(path))], "range": finding["range"],
                "context": ["diagnostics": []],
            ])["result"].list
    }

    @Test(arguments: cases)
    func `a remedy mends its mistake`(one: Case) throws {
        let session = EditorSession(Shop.plain)
        let head = ["misplaced-header", "stray-indentation"].contains(one.code) ? "" : "import Streams\n"
        session.open(Shop.table, head + one.text)
        let finding = try #require(session.diagnostics(Shop.table).first { $0["code"].text == one.code })
        let action = try #require(actions(session, Shop.table, finding).first)
        #expect(action["kind"] == "quickfix")
        #expect(action["diagnostics"].list.first == finding)
        let text = session.applied(
            action["edit"]["changes"][EditorSession.uri(Shop.table)].list, to: Shop.table)
        #expect(text == head + one.mended)
        session.change(Shop.table, to: text)
        // What is left is about what the author has to fill in.
        #expect(session.codes(Shop.table).filter { $0 == one.code } == [])
    }

    @Test func `remedies for other headers and traits`() throws {
        let session = EditorSession(Shop.files)
        session.open("/T.traits", "operator A   o => o\n")
        let noTraits = try #require(session.diagnostics("/T.traits").first)
        #expect(noTraits["code"] == "no-traits")
        var edit = try #require(actions(session, "/T.traits", noTraits).first)["edit"]["changes"][
            "file:///T.traits"]
        #expect(session.applied(edit.list, to: "/T.traits").hasPrefix("import TraitsRuntime\noperator A"))
        session.change("/T.traits", to: "trait APublisher {\n    --o|-->\n\nsource B   o|\n")
        let unclosed = try #require(session.diagnostics("/T.traits").first)
        #expect(unclosed["code"] == "unclosed-trait")
        edit = try #require(actions(session, "/T.traits", unclosed).first)["edit"]["changes"][
            "file:///T.traits"]
        session.change("/T.traits", to: session.applied(edit.list, to: "/T.traits"))
        #expect(session.diagnostics("/T.traits") == [])
    }

    @Test func `a remedy of samples`() throws {
        let session = EditorSession(Shop.files)
        session.open(Shop.samples, "Shoud   upstream.shout()\n", language: "traits-samples")
        let finding = try #require(session.diagnostics(Shop.samples).first)
        let action = try #require(actions(session, Shop.samples, finding).first)
        let edits = action["edit"]["changes"][EditorSession.uri(Shop.samples)].list
        #expect(session.applied(edits, to: Shop.samples) == "Shout   upstream.shout()\n")
    }

    @Test func `other kinds of actions aren't offered, and no remedy beside the range`() throws {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "import Streams\noperatr A   o => o\n")
        let finding = try #require(session.diagnostics(Shop.table).first)
        let uri: JSONValue = ["uri": .text(EditorSession.uri(Shop.table))]
        let other = session.request(
            "textDocument/codeAction",
            ["textDocument": uri, "range": finding["range"], "context": ["only": .texts(["refactor"])]])
        #expect(other["result"] == [])
        let start: JSONValue = ["line": 0, "character": 0]
        let above = session.request(
            "textDocument/codeAction",
            ["textDocument": uri, "range": ["start": start, "end": start], "context": [:]])
        #expect(above["result"] == [])
    }
}
