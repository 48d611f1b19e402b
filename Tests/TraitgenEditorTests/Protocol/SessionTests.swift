import Testing
import TraitgenCore
import TraitgenVerbs

@testable import TraitgenEditor

/// A stream whose bytes arrive in pieces.
final class ScriptedInput: EditorInput {
    private var pieces: [[UInt8]]
    /// Indicates whether all bytes have arrived from the start.
    private let isWhole: Bool

    init(_ pieces: [[UInt8]], isWhole: Bool = true) {
        self.pieces = pieces
        self.isWhole = isWhole
    }

    var isReady: Bool { isWhole }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let first = pieces.first else { return 0 }
        let piece = first.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        pieces[0].removeFirst(piece.count)
        if pieces[0].isEmpty { pieces.removeFirst() }
        return piece.count
    }

    static func frame(_ method: String, id: JSONValue? = nil, _ parameters: JSONValue = [:]) -> [UInt8] {
        var members: [JSONValue.Member] = [.init(name: "jsonrpc", value: "2.0")]
        if let id { members.append(.init(name: "id", value: id)) }
        members += [.init(name: "method", value: .text(method)), .init(name: "params", value: parameters)]
        return FrameReader.frame(JSONValue.object(members).description)
    }
}

/// The life of a session, from `initialize` to `exit`.
@Suite struct SessionTests {
    private func run(_ pieces: [[UInt8]], isWhole: Bool = true, files: [String: String] = Shop.files) -> (
        status: TraitgenCommand.Status, messages: [JSONValue]
    ) {
        var messages: [JSONValue] = []
        let server = EditorServer(files: MemoryDisk(files)) { messages.append($0) }
        var loop = EditorLoop(server, input: ScriptedInput(pieces, isWhole: isWhole)) { messages.append($0) }
        return (loop.run(), messages)
    }

    private let start = ScriptedInput.frame("initialize", id: 1, ["capabilities": [:]])
    private let end = [ScriptedInput.frame("shutdown", id: 99), ScriptedInput.frame("exit")]

    private func open(_ path: String, _ text: String) -> [UInt8] {
        ScriptedInput.frame(
            "textDocument/didOpen",
            ["textDocument": ["uri": .text(EditorSession.uri(path)), "version": 1, "text": .text(text)]])
    }

    private func change(_ path: String, _ text: String, _ version: Int) -> [UInt8] {
        ScriptedInput.frame(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .text(EditorSession.uri(path)), "version": .number(version)],
                "contentChanges": [["text": .text(text)]],
            ])
    }

    @Test func `exit after shutdown is clean, and without it isn't`() {
        #expect(run([start] + end).status == .clean)
        #expect(run([start, end[1]]).status == .findings)
        #expect(run([start]).status == .findings)
        #expect(run([]).status == .findings)
    }

    @Test func `requests before initialize and after shutdown are refused`() {
        let hover = ScriptedInput.frame("textDocument/hover", id: 2)
        let early = run([hover, start, start] + end)
        #expect(early.messages.map { $0["error"]["code"] } == [-32002, .null, -32600, .null])
        let late = run([start, end[0], hover, end[1]])
        #expect(late.messages.last?["error"]["code"] == -32600)
        #expect(late.status == .clean)
    }

    @Test func `unknown requests are answered, unknown notifications are not`() {
        let unknown = [ScriptedInput.frame("textDocument/foo", id: "a"), ScriptedInput.frame("$/foo")]
        let messages = run([start] + unknown + end).messages
        #expect(messages.count == 3)
        #expect(messages[1]["error"]["code"] == -32601)
        #expect(messages[1]["id"] == "a")
    }

    @Test func `invalid parameters are an error`() {
        let messages = run([start, ScriptedInput.frame("textDocument/hover", id: 2, [])] + end).messages
        #expect(messages[1]["error"]["code"] == -32602)
        let closed = ScriptedInput.frame(
            "textDocument/hover", id: 2,
            ["textDocument": ["uri": "file:///no"], "position": ["line": 0, "character": 0]])
        #expect(run([start, closed] + end).messages[1]["error"]["code"] == -32602)
    }

    @Test func `what is no message is answered, and the session goes on`() {
        let broken = [
            FrameReader.frame("{"), FrameReader.frame("[]"), FrameReader.frame("{\"id\": 7}"),
            FrameReader.frame("1"),
            Array("Content-Length: x\r\n\r\n".utf8), Array("noise\r\n\r\n".utf8),
        ]
        let result = run([start] + broken + end)
        #expect(result.status == .clean)
        let errors = result.messages.map { $0["error"]["code"] }
        #expect(errors.filter { $0 == -32700 }.count >= 2)
        #expect(errors.filter { $0 == -32600 }.count == 3)
        #expect(result.messages.first { $0["id"] == 7 } != nil)
    }

    @Test func `a waiting request can be cancelled`() {
        let hover = ScriptedInput.frame(
            "textDocument/hover", id: 5,
            [
                "textDocument": ["uri": .text(EditorSession.uri(Shop.table))],
                "position": ["line": 2, "character": 10],
            ])
        let cancel = ScriptedInput.frame("$/cancelRequest", ["id": 5])
        let text = Shop.files[Shop.table] ?? ""
        let messages = run([start, open(Shop.table, text), hover, cancel] + end).messages
        #expect(messages.filter { $0["id"] == 5 }.map { $0["error"]["code"] } == [-32800])
        // Without haste the answer is there before the request is cancelled.
        let slow = run([start, open(Shop.table, text), hover, cancel] + end, isWhole: false).messages
        #expect(slow.filter { $0["id"] == 5 }.map { $0["error"]["code"] } == [.null])
    }

    @Test func `only the newest text has diagnostics`() {
        let edits = (2...50).map { change(Shop.table, "import Streams\nsource A\($0)   y\n", $0) }
        let hasty = run([start, open(Shop.table, "source A   y\n")] + edits + end).messages
        #expect(hasty.filter { $0["method"] == "textDocument/publishDiagnostics" } == [])
        let input = [start, open(Shop.table, "source A   y\n")] + [edits.flatMap { $0 }] + end
        let slow = run(input, isWhole: false).messages.filter {
            $0["method"] == "textDocument/publishDiagnostics"
        }
        #expect(slow.map { $0["params"]["version"] } == [1, 50])
    }

    @Test func `the command has the verb, and the plain command says why it can't serve`() {
        var errors: [String] = []
        let plain = TraitgenCommand(files: MemoryDisk([:]), output: { _ in }, errors: { errors.append($0) })
        #expect(plain.run(arguments: ["lsp"]) == .usage)
        #expect(errors.first?.contains("editor") == true)
        var help: [String] = []
        let other = TraitgenCommand(files: MemoryDisk([:]), output: { help.append($0) }, errors: { _ in })
        #expect(other.run(arguments: ["help", "lsp"]) == .clean)
        #expect(help.joined().contains("Language Server Protocol"))
    }

    @Test func `the unit of positions is negotiated`() {
        for (units, unit) in [
            ([], "utf-16"), (["utf-16"], "utf-16"), (["utf-16", "utf-8"], "utf-8"), (["x"], "utf-16"),
        ] {
            let session = EditorSession(units: units)
            let answer = session.messages.first?["result"]["capabilities"]["positionEncoding"]
            #expect(answer?.text == unit)
        }
        let session = EditorSession(units: ["utf-16"])
        session.open("/T.traits", Shop.traits + "source Just   o|   because \"\u{1F600}\u{E9}\"   y\n")
        let start = session.diagnostics("/T.traits").first?["range"]["start"]
        #expect(start == ["line": 12, "character": 35])
    }
}
