import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Traces of failures")
struct FailureTraceTests {
    @Test func `a recording is a trace in virtual time`() throws {
        try Self.withFolder { folder in
            let scheduler = TestScheduler()
            let source = try scheduler.cold(
                "-a--b-x", values: ["a": "one", "b": "two"], failure: TestFailure.self)
            let recorder = source.record(on: scheduler)
            scheduler.advance(to: 2)
            let path = folder + "/open.json"
            try recorder.recording.writeTrace(to: path, named: "open", fileID: "Shop/Cart.swift", line: 7)
            // What goes on may still end: the last bracket is missing.
            #expect(try !Self.text(path).contains("{}]"))
            try scheduler.run()
            try recorder.recording.writeTrace(to: path, named: "whole", fileID: "Shop/Cart.swift", line: 7)
            let events = try Self.events(path)
            #expect(try Self.text(path).hasSuffix("{}]\n"))
            #expect(events.compactMap { $0["ph"] as? String } == ["M", "M", "M", "b", "n", "n", "e"])
            #expect(events.compactMap { $0["ts"] as? Double } == [0, 1000, 3000, 4000])
            let arguments = events.compactMap { $0["args"] as? [String: Any] }
            #expect(arguments[1]["clock"] as? String == "virtual")
            #expect(arguments[3]["source"] as? String == "Shop/Cart.swift:7")
            #expect(arguments[4]["value"] as? String == "\"one\"")
            #expect((arguments[6]["failure"] as? String)?.contains("x") == true)
        }
    }

    @Test func `an expectation that fails names the trace it has written`() async throws {
        let folder = Self.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            setenv("TRAITS_TRACE_FAILURES", folder, 1)
            let scheduler = TestScheduler()
            let recorder = try scheduler.cold("-1-2|", of: Int.self).record(on: scheduler)
            try scheduler.run()
            try recorder.expect("-1-2|")
            #expect(recorder.recording != "-1-3|")
            for _ in 0..<2 {
                let mismatch = #expect(throws: MarbleMismatch.self) {
                    try recorder.expect("-1-3|", fileID: "Shop/Cart.swift", line: 7)
                }
                let trace = try #require(mismatch?.trace)
                #expect(mismatch?.description.hasSuffix("\n  trace: \(trace)") == true)
            }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files == ["Shop-Cart.swift-7-2.json", "Shop-Cart.swift-7.json"])
        let events = try Self.events(folder + "/Shop-Cart.swift-7.json")
        let begun = events.filter { $0["ph"] as? String == "b" }.compactMap { $0["name"] as? String }
        #expect(begun == ["expected", "observed"])
    }

    @Test func `a law that is broken names the trace it has written`() async throws {
        let folder = Self.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            setenv("TRAITS_TRACE_FAILURES", folder, 1)
            let violation = #expect(throws: LawViolation.self) {
                try Laws.check(promise: .single, inputs: 1, file: "/Shop/Cart.swift", line: 9) {
                    $0.map { $0 }
                }
            }
            #expect(violation?.description.contains("\n  trace: \(folder)/Cart.swift-9-") == true)
        }
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let events = try Self.events(folder + "/" + file)
        let begun = events.filter { $0["ph"] as? String == "b" }
        #expect(begun.count == 2)
        #expect((begun.last?["args"] as? [String: Any])?["parent"] as? String == "0x1")
    }

    @Test func `nobody asks for a trace, and none is written`() throws {
        let scheduler = TestScheduler()
        let recorder = try scheduler.cold("-1|", of: Int.self).record(on: scheduler)
        try scheduler.run()
        let mismatch = #expect(throws: MarbleMismatch.self) { try recorder.expect("-2|") }
        #expect(mismatch?.trace == nil)
        #expect(mismatch?.description.contains("trace") == false)
    }

    // MARK: - Files

    private static func events(_ path: String) throws -> [[String: Any]] {
        try text(path).split(separator: "\n").dropFirst().filter { $0 != "{}]" }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.dropLast().utf8))
            return try #require(object as? [String: Any])
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = newFolder()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private static func newFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "failures-\(UUID().uuidString)").path
    }
}
