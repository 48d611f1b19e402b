import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// Definitions, references, symbols and names.
@Suite struct NavigationTests {
    private let session = EditorSession(Shop.files)

    private func places(_ answer: JSONValue) -> [String] {
        answer.list.map { place in
            let start = place["range"]["start"]
            let file = (place["uri"].text ?? "").split(separator: "/").last ?? ""
            return "\(file):\(start["line"].number ?? -1):\(start["character"].number ?? -1)"
        }
    }

    // MARK: Definitions

    @Test func `a trait leads to its declaration`() {
        session.open(Shop.table, Shop.app)
        #expect(places(session.ask("definition", Shop.table, "MaybePublisher")) == ["Streams.traits:1:6"])
        session.open(Shop.table, "import Streams\noperator A (B: Streams.SinglePublisher)   o => o\n")
        #expect(places(session.ask("definition", Shop.table, "SinglePublisher")) == ["Streams.traits:7:6"])
    }

    @Test func `a row leads to the Swift type and its samples, and samples to the row`() {
        session.open(Shop.table)
        #expect(
            places(session.ask("definition", Shop.table, "Shout")) == ["Shout.swift:0:14", "App.samples:0:0"])
        #expect(places(session.ask("implementation", Shop.table, "Shout")) == ["Shout.swift:0:14"])
        session.open(Shop.samples, language: "traits-samples")
        #expect(places(session.ask("definition", Shop.samples, "Shout")) == ["App.traits:2:9"])
        #expect(places(session.ask("implementation", Shop.samples, "Shout")) == ["Shout.swift:0:14"])
        session.change(Shop.table, to: "import Streams\noperator Publishers.Whisper   passes\n")
        #expect(places(session.ask("definition", Shop.table, "Whisper")) == ["Shout.swift:3:18"])
    }

    @Test func `an import leads to its tables, a fixed input to its row, a set to its lines`() {
        session.open(Shop.table, "import Streams\noperator A (B == Just)   o => o\n")
        #expect(places(session.ask("definition", Shop.table, "Streams")) == ["Streams.traits:0:0"])
        #expect(places(session.ask("definition", Shop.table, "Just")) == ["Streams.traits:12:7"])
        session.open(Shop.samples, "set size\n    1\n\nA   each size\n", language: "traits-samples")
        #expect(places(session.ask("definition", Shop.samples, "size", 1)) == ["App.samples:0:4"])
    }

    // MARK: References

    @Test func `references of a trait are in all tables that see it`() {
        session.open(Shop.table, Shop.app)
        let found = places(session.ask("references", Shop.table, "MaybePublisher"))
        #expect(found == ["App.traits:4:18", "Streams.traits:1:6", "Streams.traits:7:23"])
        let others = session.ask(
            "references", Shop.table, "MaybePublisher",
            with: ["context": ["includeDeclaration": .truth(false)]])
        #expect(places(others).contains("Streams.traits:1:6") == false)
        #expect(others.list.count == 2)
    }

    @Test func `references of a row are in samples too`() {
        session.open(Shop.table)
        #expect(
            places(session.ask("references", Shop.table, "Shout")) == ["App.traits:2:9", "App.samples:0:0"])
    }

    @Test func `an input is highlighted in its row`() {
        session.open(Shop.table, Shop.app)
        let found = session.ask("documentHighlight", Shop.table, "Left").list
        #expect(found.count == 2)
    }

    // MARK: Names

    private func changes(_ answer: JSONValue) -> [String: String] {
        guard case .object(let files) = answer["changes"] else { return [:] }
        return Dictionary(
            files.map { file in
                let path = FileURI.path(of: file.name) ?? ""
                return (path, session.applied(file.value.list, to: path))
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `a trait is renamed in all tables`() {
        session.open(Shop.table, Shop.app)
        let answer = session.ask(
            "rename", Shop.table, "MaybePublisher", with: ["newName": "PerhapsPublisher"])
        let texts = changes(answer)
        #expect(texts[Shop.table] == Shop.app.replacing("MaybePublisher", with: "PerhapsPublisher"))
        #expect(
            texts[Shop.streamsTable] == Shop.streams.replacing("MaybePublisher", with: "PerhapsPublisher"))
    }

    @Test func `an input is renamed in its row and in its samples`() {
        session.open(
            Shop.table,
            "import Streams\noperator Pair (Left, Right)   zip   at Left\n    sample left.pair(left: right)\n"
        )
        let texts = changes(session.ask("rename", Shop.table, "Left", with: ["newName": "First"]))
        #expect(
            texts[Shop.table]
                == "import Streams\noperator Pair (First, Right)   zip   at First\n    sample first.pair(left: right)\n"
        )
        session.disk.contents[Shop.samples] = "Pair   left.pair(right) { \"left\" }\n"
        let beside = changes(session.ask("rename", Shop.table, "Right", with: ["newName": "Second"]))
        #expect(beside[Shop.samples] == "Pair   left.pair(second) { \"left\" }\n")
    }

    @Test func `names that can't be changed are refused`() {
        session.open(Shop.table, Shop.app)
        #expect(session.ask("prepareRename", Shop.table, "Shout").isNull)
        #expect(session.ask("prepareRename", Shop.table, "zip").isNull)
        #expect(session.ask("prepareRename", Shop.table, "Left")["placeholder"] == "Left")
        for name in ["", "1", "a b", "Single", "SinglePublisher", "Publisher", "\u{E4}Publisher"] {
            let answer = session.request(
                "textDocument/rename",
                [
                    "textDocument": ["uri": .text(EditorSession.uri(Shop.table))],
                    "position": session.position(Shop.table, "MaybePublisher"), "newName": .text(name),
                ])
            #expect(answer["error"]["code"] == -32803, "\(name)")
        }
    }

    @Test func `a trait of another package isn't renamed`() {
        var files = Shop.files
        files["/package/.build/checkouts/other/Package.swift"] = ""
        files["/package/.build/checkouts/other/Sources/Other/Other.traits"] = Shop.traits
        let session = EditorSession(files)
        session.open(Shop.table, "import Other\noperator A (B: MaybePublisher)   passes\n")
        #expect(session.ask("prepareRename", Shop.table, "MaybePublisher").isNull)
    }

    // MARK: Symbols and layout

    @Test func `symbols are an outline`() throws {
        session.open(
            Shop.table,
            Shop.traits + "section \"Some\"   joins late\nsource Just   o|\noperator Map   o => o\n")
        let answer = session.request(
            "textDocument/documentSymbol", ["textDocument": ["uri": .text(EditorSession.uri(Shop.table))]])[
                "result"]
        #expect(answer.list.map { $0["name"].text } == ["MaybePublisher", "SinglePublisher", "Some"])
        let section = try #require(answer.list.last)
        #expect(section["children"].list.map { $0["name"].text } == ["Just", "Map"])
        #expect(section["range"]["end"]["line"] == section["children"].list.last?["range"]["end"]["line"])
    }

    @Test func `formatting lays the table out`() {
        let uri: JSONValue = ["textDocument": ["uri": .text(EditorSession.uri(Shop.table))]]
        session.open(
            Shop.table, "import Streams\n\noperator A (B, C)  | => next\noperator LongName   o  =>  o\n")
        let edits = session.request("textDocument/formatting", uri)["result"].list
        #expect(
            session.applied(edits, to: Shop.table)
                == "import Streams\n\noperator A (B, C)   | => next\noperator LongName   o => o\n")
        session.change(Shop.table, to: session.applied(edits, to: Shop.table))
        #expect(session.request("textDocument/formatting", uri)["result"] == [])
        session.change(Shop.table, to: "operator A   y\n")
        #expect(session.request("textDocument/formatting", uri)["result"] == [])
    }
}
