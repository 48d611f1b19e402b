import Foundation
import Testing

@testable import TracePage
@testable import TraitgenCore
@testable import TraitgenVerbs

/// The scripts of the page without a browser: Node runs the parts that draw nothing.
@Suite("The scripts of the page of a trace", .waiting, .enabled(if: Node.path != nil, "Node isn't installed"))
struct TracePageScriptTests {
    private struct Finding: Decodable, Equatable {
        var id: String
        var isNote: Bool
        var message: String
        var remedy: String
        var time: Double
    }

    private static let parts =
        [PagePart.trace, PagePart.findings, PagePart.words, PagePart.listing].joined()
            + """
            const traced = text => {
              const trace = new Trace();
              for (const line of text.split("\\n")) trace.read(line);
              return trace;
            };

            """

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// The command and the page have the same rules in two languages.
    @Test func `the page finds what the command finds`() throws {
        let texts = TraceCase.all.map(\.text) + (0..<300).map(RandomTrace.text)
        let script =
            Self.parts + "write(\(try Self.json(texts)).map(text => new Findings(traced(text)).all));"
        let found = try Node.result(of: script, as: [[Finding]].self)
        let expected = try texts.map { text in
            try TraceTests.findings(text).map {
                Finding(
                    id: $0.kind.rawValue, isNote: $0.isNote, message: $0.message, remedy: $0.remedy,
                    time: $0.time)
            }
        }
        #expect(Set(expected.joined().map(\.id)).count == TraceFinding.Kind.allCases.count)
        try #require(found.count == expected.count)
        for (index, (found, expected)) in zip(found, expected).enumerated() where found != expected {
            Issue.record("\(texts[index])\nthe page: \(found)\nthe command: \(expected)")
        }
    }

    private struct Screen: Decodable, Equatable {
        var shown: [String]
        var title: String
        var lanes: [String]
        var filtered: [String]
        var filteredTitle: String
    }

    /// A running program: a failure, a stream that waits, a stream that stopped, and others that do well.
    private static func crowd(of count: Int) -> String {
        var trace = TraceText()
        for number in 0..<count { trace.value(trace.begin("stream\(number)", line: number + 10), at: 10) }
        let sensor = trace.begin("sensor", line: 3)
        trace.values(8, sensor)
        let screen = trace.begin("screen", line: 2)
        trace.request(trace.begin("user", line: 4, parent: screen))
        trace.fail(trace.begin("request", line: 1), "Offline", at: 900_000)
        return trace.cut
    }

    @Test func `of three hundred streams those in trouble come first, and notes are folded`() throws {
        let script =
            Self.parts + """
                const trace = traced(\(try Self.json(Self.crowd(of: 300)))), { all } = new Findings(trace);
                const listing = new Listing(all), filtered = new Listing(all, "STREAM29");
                write({
                  shown: listing.shown.map(finding => finding.id), title: listing.title,
                  lanes: Listing.roots(trace, all).slice(0, 4).map(lane => lane.name),
                  filtered: filtered.shown.map(finding => finding.id), filteredTitle: filtered.title,
                });
                """
        let screen = try Node.result(of: script, as: Screen.self)
        #expect(screen.shown == ["failed", "waits", "stopped"])
        #expect(screen.title == "300 notes")
        #expect(screen.lanes == ["request", "screen", "sensor", "stream0"])
        #expect(screen.filtered == [] && screen.filteredTitle == "11 notes")
    }

    @Test func `findings beyond the sixth are folded, and few lanes keep their order`() throws {
        var trace = TraceText()
        for number in 0..<20 { _ = trace.begin("stream\(number)", line: number + 1) }
        trace.fail(trace.begin("request", line: 30), "Offline")
        let script =
            Self.parts + """
                const trace = traced(\(try Self.json(trace.text))), { all } = new Findings(trace), listing = new Listing(all);
                write({
                  shown: listing.shown.map(finding => finding.id), title: listing.title,
                  lanes: Listing.roots(trace, all).slice(0, 2).map(lane => lane.name), filtered: [], filteredTitle: "",
                });
                """
        let screen = try Node.result(of: script, as: Screen.self)
        #expect(screen.shown == ["failed"] + Array(repeating: "never-ended", count: 5))
        #expect(screen.title == "15 more")
        #expect(screen.lanes == ["stream0", "stream1"])
    }

    @Test func `the filter stands ahead of the findings`() throws {
        let order = [#"id="query""#, #"id="findings""#, #"id="fold""#, #"id="frame""#].map {
            tracePage.firstRange(of: $0)?.lowerBound
        }
        #expect(
            order.allSatisfy { $0 != nil } && order.compactMap(\.self) == order.compactMap(\.self).sorted())
    }
}

/// Node, which runs scripts.
private enum Node {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/node" }.first(where: FileManager.default.isExecutableFile)

    /// Returns the value that a script passes to `write`.
    static func result<Value: Decodable>(of script: String, as type: Value.Type) throws -> Value {
        let file = FileManager.default.temporaryDirectory.appending(path: "script-\(UUID().uuidString).js")
        let beginning = "const write = value => process.stdout.write(JSON.stringify(value));\n"
        try (beginning + script).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = [file.path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(type, from: data)
    }
}
