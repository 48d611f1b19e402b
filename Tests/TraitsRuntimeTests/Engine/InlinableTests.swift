import Foundation
import Testing

/// Code that isn't inlinable runs in the library, unspecialised: it looks up metadata, at some 320 instructions each, and
/// a subscription takes ten times as long. So what every subscription runs through is inlinable.
@Suite struct InlinableTests {
    static let sources = ["TraitsStreams", "TraitsRuntime"].map { module in
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/\(module)").standardizedFileURL
    }

    /// A task for each subscription or event, a bag, or text for each event outweighs the metadata. The strict forms of
    /// methods have the attributes of the ordinary forms, which are checked.
    static let exceptions: Set = [
        "AsyncElements.swift", "CancelBag.swift", "CancelBag+Traits.swift", "Publishers+Breakpoint.swift",
        "Publishers+Print.swift", "Publisher+SinkOnActor.swift", "StrictClosures.swift",
    ]

    /// The same of generated code: it starts a task, or checks a promise that may allow any history.
    static let costly = ["_TaskJob<", "TraitCheck("]

    @Test func `subscribing and sinks are inlinable`() throws {
        let files = try Self.sources.flatMap { folder in
            try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
                .compactMap { $0 as? URL }
        }
        var seen = 0
        var missing: [String] = []
        for file in files where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            for (index, line) in lines.enumerated() where Self.isSubscribing(line) {
                seen += 1
                let body = lines[index...].prefix(3).joined()
                if Self.costly.contains(where: body.contains) { continue }
                if !Self.isInlinable(index, lines) && !Self.exceptions.contains(file.lastPathComponent) {
                    missing.append("\(file.lastPathComponent):\(index + 1)")
                }
            }
        }
        #expect(missing == [])
        #expect(seen > 100)
    }

    @Test func `what isn't inlinable is found`() {
        let lines = [
            "    @inlinable", "    // A comment.", "    public func a() {}", "    public func b() {}",
        ]
        #expect(Self.isInlinable(2, lines) && !Self.isInlinable(3, lines))
        #expect(
            Self.isSubscribing("    public func _attach<Downstream: Subscriber>(_ downstream: Downstream)"))
        #expect(Self.isSubscribing("    @inlinable public func _sinkSingle("))
        #expect(!Self.isSubscribing("    public func sinkSingle() -> AnyCancellable { fatalError() }"))
    }

    /// Indicates whether a line of a public function attaches a subscriber or makes one.
    private static func isSubscribing(_ line: String) -> Bool {
        line.contains("public") && !line.contains("fatalError")
            && line.contains(/func (_attach<|receive<\w+: Subscriber>|_?sink\w*[(<])/)
    }

    /// Indicates whether a declaration has the attribute, in its own line or in the lines of attributes and comments before it.
    private static func isInlinable(_ index: Int, _ lines: [String]) -> Bool {
        var index = index
        while true {
            if lines[index].contains("@inlinable") { return true }
            guard index > 0 else { return false }
            index -= 1
            let before = lines[index].drop(while: { $0 == " " })
            guard ["@", "//", "#"].contains(where: { before.hasPrefix($0) }) else { return false }
        }
    }
}
