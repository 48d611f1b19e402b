import Testing
import TraitgenVerbs

@testable import TraitgenEditor

/// Frames, JSON, positions and addresses.
@Suite struct TextTests {
    // MARK: Frames

    @Test func `a stream is cut into bodies, however it arrives`() {
        let stream =
            FrameReader.frame("{}") + FrameReader.frame("[1]") + Array("content-length:1\nX: y\n\n7".utf8)
        for size in 1...stream.count {
            var reader = FrameReader()
            var found: [FrameReader.Frame] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                reader.add(stream[start..<min(start + size, stream.count)])
                while let frame = reader.next() { found.append(frame) }
            }
            #expect(found == [.body(Array("{}".utf8)), .body(Array("[1]".utf8)), .body([0x37])], "\(size)")
        }
    }

    @Test(arguments: [
        "Content-Length: 2, 3\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length:\r\n\r\n",
        "X: 1\r\n\r\n", "\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 999999999999\r\n\r\n",
        "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", String(repeating: "x", count: 5000),
    ])
    func `behind a broken header the next message is read`(header: String) {
        var reader = FrameReader()
        reader.add(Array(header.utf8) + FrameReader.frame("{}"))
        var found: [FrameReader.Frame] = []
        while let frame = reader.next() { found.append(frame) }
        #expect(found.last == .body(Array("{}".utf8)))
        #expect(found.count >= 2)
    }

    // MARK: JSON

    @Test func `values are read as they are written`() throws {
        let value: JSONValue = [
            "a": [1, .null, .truth(true), .truth(false), "\u{1F600}\n\"\\\u{7}/"], "b": [:], "c": [],
            "d": .number(-7),
        ]
        #expect(try JSONScanner.value(of: Array(value.description.utf8)) == value)
        let escaped = #"["\u00e9\ud83d\ude00\ud83d\u0041\ude00", 1.5e3, 0, -0]"#
        let read = try JSONScanner.value(of: Array(escaped.utf8))
        #expect(read == ["\u{E9}\u{1F600}\u{FFFD}A\u{FFFD}", .null, 0, 0])
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "01", "1.", "-", "1e", "tru", "nul", "\"", "\"\\x\"",
        "\"\\u12\"", "[1] 2",
        "{a:1}", "\"\n\"",
    ])
    func `what isn't JSON is a fault`(text: String) {
        #expect(throws: JSONScanner.Fault.self) { try JSONScanner.value(of: Array(text.utf8)) }
    }

    @Test func `deep nesting is a fault`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONScanner.Fault.self) { try JSONScanner.value(of: Array(text.utf8)) }
    }

    // MARK: Positions

    @Test(arguments: [SourceText.Unit.utf8, .utf16, .utf32])
    func `each byte has a position, and each position a byte`(unit: SourceText.Unit) {
        let text = SourceText("a\u{E9}\u{1F600}b\r\n\r\u{2192}\n\nend")
        #expect(text.lines.count == 5)
        for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars.indices {
            let offset = String(decoding: text.bytes, as: UTF8.self).utf8.distance(
                from: String(decoding: text.bytes, as: UTF8.self).startIndex, to: scalar)
            let position = text.position(of: offset, in: unit)
            let isEnd = [0x0A, 0x0D].contains(text.bytes[offset])
            if !isEnd { #expect(text.offset(of: position, in: unit) == offset) }
        }
        #expect(text.offset(of: .init(line: 0, character: 999), in: unit) == 8)
        #expect(text.offset(of: .init(line: 99, character: 0), in: unit) == text.bytes.count)
        #expect(text.offset(of: .init(line: -1, character: -1), in: unit) == 0)
    }

    @Test func `a position inside of a pair of surrogates is the character's start`() {
        let text = SourceText("\u{1F600}b")
        #expect(text.offset(of: .init(line: 0, character: 1), in: .utf16) == 0)
        #expect(text.offset(of: .init(line: 0, character: 2), in: .utf16) == 4)
        #expect(text.offset(of: .init(line: 0, character: 3), in: .utf8) == 0)
    }

    @Test func `a byte order mark takes no column of a diagnostic`() {
        let session = EditorSession(Shop.files)
        session.open(Shop.table, "\u{FEFF}operatr A   o => o\n")
        #expect(session.diagnostics(Shop.table).first?["range"]["start"] == ["line": 0, "character": 3])
    }

    // MARK: Addresses

    @Test func `addresses of files are paths with escapes`() {
        #expect(FileURI.path(of: "file:///a%20b/%C3%A9.traits") == "/a b/\u{E9}.traits")
        #expect(FileURI.path(of: "FILE://localhost/a%2fb") == "/a/b")
        #expect(FileURI.path(of: "file:///50%") == "/50%")
        #expect(FileURI.path(of: "file:///%+1%zz") == "/%+1%zz")
        #expect(FileURI.path(of: "untitled:Untitled-1") == nil)
        for path in ["/a b/\u{E9}+#?%.traits", "/plain.traits"] {
            #expect(FileURI.path(of: FileURI.uri(of: path)) == path)
        }
    }

    @Test func `one file has one document, however its address is spelled`() {
        let session = EditorSession(["/a b/T.traits": ""])
        session.notify(
            "textDocument/didOpen",
            ["textDocument": ["uri": "file:///a%20b/./T.traits", "version": 1, "text": "source A   y\n"]])
        session.work()
        #expect(session.messages.last?["params"]["uri"] == "file:///a%20b/./T.traits")
        session.close("/a b/T.traits")
        #expect(session.server.workspace.documents.isEmpty)
    }
}
