import TraitgenCore
import TraitgenVerbs

@testable import TraitgenEditor

/// Files in memory.
final class MemoryDisk: CommandFiles {
    var contents: [String: String]

    init(_ contents: [String: String]) { self.contents = contents }

    var workingDirectory: String { "/" }

    func read(_ path: String) -> [UInt8]? { contents[path].map { Array($0.utf8) } }

    func list(_ path: String) -> [String]? {
        let prefix = path.hasSuffix("/") ? path : path + "/"
        let names = contents.keys.filter { $0.hasPrefix(prefix) }
            .compactMap { $0.dropFirst(prefix.count).split(separator: "/").first }
        return names.isEmpty ? nil : Set(names.map(String.init)).sorted()
    }

    func write(_ bytes: [UInt8], to path: String) { contents[path] = String(decoding: bytes, as: UTF8.self) }
    func remove(_ path: String) { contents[path] = nil }
}

/// A session of an editor with a server.
final class EditorSession {
    let disk: MemoryDisk
    private(set) var messages: [JSONValue] = []
    private(set) var server: EditorServer!
    private var count = 0
    private var versions: [String: Int] = [:]

    /// Begins a session, and sends `initialize` unless it is to be left out.
    init(
        _ files: [String: String] = [:], units: [String] = ["utf-8"], initializes: Bool = true,
        folder: String = "/package"
    ) {
        disk = MemoryDisk(files)
        server = EditorServer(files: disk) { [weak self] in self?.messages.append($0) }
        guard initializes else { return }
        request(
            "initialize",
            [
                "rootUri": .text("file://\(folder)"),
                "capabilities": ["general": ["positionEncodings": .texts(units)]],
            ])
        notify("initialized", [:])
    }

    /// Sends a request, and returns its whole answer.
    @discardableResult
    func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
        count += 1
        let id = JSONValue.number(count)
        server.receive(.request(id: id, method: method, parameters: parameters))
        return messages.last { $0["id"] == id } ?? .null
    }

    func notify(_ method: String, _ parameters: JSONValue) {
        server.receive(.notification(method: method, parameters: parameters))
    }

    /// Opens a file with a text, or with its text on disk, and finds its diagnostics.
    func open(_ path: String, _ text: String? = nil, language: String = "traits") {
        versions[path] = 1
        let text = text ?? disk.contents[path] ?? ""
        notify(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .text(Self.uri(path)), "languageId": .text(language), "version": .number(1),
                    "text": .text(text),
                ]
            ])
        work()
    }

    /// Replaces the whole text of a document.
    func change(_ path: String, to text: String) { change(path, [["text": .text(text)]]) }

    func change(_ path: String, _ changes: [JSONValue]) {
        versions[path, default: 0] += 1
        notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .text(Self.uri(path)), "version": .number(versions[path] ?? 0)],
                "contentChanges": .list(changes),
            ])
        work()
    }

    func close(_ path: String) {
        notify("textDocument/didClose", ["textDocument": ["uri": .text(Self.uri(path))]])
        work()
    }

    func work() { while server.hasWork { server.work() } }

    /// Asks about the place of a text in a document, some bytes behind its beginning; nil for another answer than a result.
    func ask(
        _ method: String, _ path: String, _ word: String, _ number: Int = 0, plus: Int = 0,
        with members: JSONValue = [:]
    ) -> JSONValue {
        var parameters: [JSONValue.Member] = [
            .init(name: "textDocument", value: ["uri": .text(Self.uri(path))]),
            .init(name: "position", value: position(path, word, number, plus: plus)),
        ]
        if case .object(let others) = members { parameters += others }
        return request("textDocument/\(method)", .object(parameters))["result"]
    }

    /// The position of a text's occurrence, in bytes.
    func position(_ path: String, _ word: String, _ number: Int = 0, plus: Int = 0) -> JSONValue {
        let bytes = server.workspace.documents[path]?.text.bytes ?? []
        var start = 0
        for _ in 0...number {
            guard let found = bytes[start...].firstRange(of: Array(word.utf8)) else { return .null }
            start = found.lowerBound + 1
        }
        let place = SourceText(bytes).position(of: start - 1 + plus, in: .utf8)
        return ["line": .number(place.line), "character": .number(place.character)]
    }

    /// The diagnostics that the editor shows for a file.
    func diagnostics(_ path: String) -> [JSONValue] {
        messages.last {
            $0["method"].text == "textDocument/publishDiagnostics"
                && $0["params"]["uri"].text == Self.uri(path)
        }?["params"]["diagnostics"].list ?? []
    }

    func codes(_ path: String) -> [String] { diagnostics(path).compactMap { $0["code"].text } }

    static func uri(_ path: String) -> String { path.hasPrefix("/") ? FileURI.uri(of: path) : path }

    /// The texts that edits of the answer's `changes`, or a list of edits, make of open documents and files.
    func applied(_ edits: [JSONValue], to path: String) -> String {
        var text = server.workspace.text(of: path) ?? SourceText("")
        let ranges = edits.compactMap { edit in
            server.range(edit["range"], in: text).map { ($0, edit["newText"].text ?? "") }
        }
        for (range, new) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            text.replace(range, with: new)
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

/// A small package with two modules.
enum Shop {
    static let traits = """
        /// At most one value.
        trait MaybePublisher {
            -->
            --x-->
            --|-->
            --o|-->
        }
        trait SinglePublisher: MaybePublisher {
            -->
            --x-->
            --o|-->
        }

        """
    static let streams =
        traits + """
            source Just   o|
            operator Publishers.Map   o => o
            operator Publishers.Zip (A, B)   zip
                sample a.zip(b)

            """
    static let app = """
        import Streams

        operator Shout   o => o
        operator Pair (Left, Right)   zip   at Left
        operator Calm (A: MaybePublisher)   x => |

        """
    static let table = "/package/Sources/App/App.traits"
    static let samples = "/package/Sources/App/App.samples"
    static let streamsTable = "/package/Sources/Streams/Streams.traits"

    /// The package without samples.
    static let plain = files.filter { $0.key != samples }

    static let files = [
        "/package/Package.swift": "", streamsTable: streams,
        table: "import Streams\n\noperator Shout   o => o\n",
        samples: "Shout   upstream.shout()\n",
        "/package/Sources/App/Shout.swift": """
        public struct Shout<Upstream: Publisher>: Publisher {
        }
        extension Publishers {
            public struct Whisper<Upstream: Publisher>: Publisher {}
        }
        """,
    ]
}

extension JSONValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int) { self = .number(number) }
}
