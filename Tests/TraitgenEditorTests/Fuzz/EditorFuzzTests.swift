import Foundation
import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// Random frames and edits. `TRAITGEN_EDITOR_FUZZ=1000000 swift test --filter EditorFuzzTests` tries more.
@Suite struct EditorFuzzTests {
    private static let count =
        ProcessInfo.processInfo.environment["TRAITGEN_EDITOR_FUZZ"].flatMap(Int.init) ?? 4000

    // MARK: Frames

    /// A session survives a stream in which bytes are changed, removed, repeated and inserted, and answers its last request.
    @Test func `broken streams don't end a session`() {
        var numbers = SplitMix(state: 1)
        let pieces = [
            "Content-Length: ", "\r\n\r\n", "{", "}", "\"", "\\ud800", "[", "99999", "-1", "null", "\u{0}",
            "\u{E9}",
        ]
        let open: JSONValue = [
            "textDocument": ["uri": "file:///T.traits", "version": 1, "text": .text(Shop.streams)]
        ]
        let place: JSONValue = [
            "textDocument": ["uri": "file:///T.traits"], "position": ["line": 13, "character": 9],
        ]
        let stream =
            ScriptedInput.frame("textDocument/didOpen", open)
            + ScriptedInput.frame("textDocument/hover", id: 2, place)
            + ScriptedInput.frame("textDocument/completion", id: 3, place)
        for round in 0..<(Self.count / 10) {
            var bytes = stream
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let at = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
                case 1:
                    bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &numbers)))
                case 2:
                    bytes.insert(
                        contentsOf: Array((pieces.randomElement(using: &numbers) ?? "").utf8), at: at)
                default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 30)], at: at)
                }
            }
            // A length that is too long takes up what follows, so enough follows.
            let rest = ScriptedInput.frame("ping", id: 4) + [UInt8](repeating: 0x20, count: 12_000)
            let end =
                ScriptedInput.frame("ping", id: 5) + ScriptedInput.frame("shutdown", id: 6)
                + ScriptedInput.frame("exit")
            var messages: [JSONValue] = []
            let server = EditorServer(files: MemoryDisk([:])) { messages.append($0) }
            let start = ScriptedInput.frame("initialize", id: 1)
            var loop = EditorLoop(server, input: ScriptedInput([start + bytes + rest + end])) {
                messages.append($0)
            }
            let status = loop.run()
            let text = String(decoding: bytes, as: UTF8.self)
            // A message that is said to be longer than all that follows never ends.
            guard text.firstMatch(of: /[Ll]ength:\s*\d{5,}/) == nil else { continue }
            #expect(status == .clean, "round \(round): \(text)")
            #expect(messages.contains { $0["id"] == 5 }, "round \(round): \(text)")
        }
    }

    // MARK: Edits

    private static let words = [
        "operator ", "source ", "trait ", "import ", "section ", "\n", "    ", "o => ", "(A, B)", "zip",
        "x last", "| => next",
        "\"", "because \"b\"", "conforms MaybePublisher ", "where A: ", "sample a.b(c)", "--o|-->", "{", "}",
        "// ", "/// ",
        "each size", "set size", "\u{1F600}", "\u{E9}", "\r", "\t", ",", ":", "==", "...",
        "in Publisher map()", "concat",
        "operatr ", "signal o => opens", "elsewhere a | `b`", "Shout", "MaybePublishr",
    ]

    private static let requests = [
        "hover", "completion", "definition", "implementation", "references", "documentHighlight",
        "prepareRename", "rename",
        "documentSymbol", "formatting", "codeAction",
    ]

    /// After random edits, in any unit, the server has the editor's text, and every request has an answer with ranges inside of it.
    @Test(arguments: ["utf-8", "utf-16"])
    func `random edits keep the text, and requests their answers`(unit: String) throws {
        var numbers = SplitMix(state: unit == "utf-8" ? 2 : 3)
        var session = EditorSession(Shop.files, units: [unit])
        var mirror = SourceText("")
        var path = ""
        for round in 0..<Self.count {
            if round % 200 == 0 {
                session = EditorSession(Shop.files, units: [unit])
                path = [Shop.table, Shop.samples, Shop.streamsTable].randomElement(using: &numbers) ?? ""
                mirror = SourceText(Shop.files[path] ?? "")
                session.open(path)
            }
            let text = mirror
            let first = Int.random(in: 0...text.bytes.count, using: &numbers)
            let last = Int.random(in: first...min(text.bytes.count, first + 12), using: &numbers)
            let server = session.server!
            let range = server.range(server.json(first..<last, in: text), in: text) ?? 0..<0
            let word =
                Int.random(in: 0..<4, using: &numbers) == 0
                ? "" : Self.words.randomElement(using: &numbers) ?? ""
            mirror.replace(range, with: word)
            session.change(path, [["range": server.json(range, in: text), "text": .text(word)]])
            #expect(server.workspace.documents[path]?.text == mirror, "round \(round)")
            let method = "textDocument/" + (Self.requests.randomElement(using: &numbers) ?? "")
            let at = server.json(range.lowerBound..<range.lowerBound, in: mirror)
            let answer = session.request(
                method,
                [
                    "textDocument": ["uri": .text(EditorSession.uri(path))], "position": at["start"],
                    "range": at,
                    "newName": "OtherPublisher", "context": [:],
                ])
            #expect(!answer.isNull, "round \(round), \(method)")
            let code = answer["error"]["code"]
            #expect(code.isNull || code == -32803, "round \(round), \(method): \(answer)")
        }
    }
}
