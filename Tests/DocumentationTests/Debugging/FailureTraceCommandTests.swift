import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs
import TraitsRuntime
import TraitsTesting

/// `traitgen trace` reads what a failing expectation has written.
@Suite("Traces of failing expectations", .compiling, .waiting)
struct FailureTraceCommandTests {
    @Test func `the command and the page show them`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "failures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            setenv("TRAITS_TRACE_FAILURES", path, 1)
            let scheduler = TestScheduler()
            let recorder = try scheduler.cold("-1-2|", of: Int.self).record(on: scheduler)
            try scheduler.run()
            #expect(throws: MarbleMismatch.self) {
                try recorder.expect("-1--2|", fileID: "Shop/Cart.swift", line: 7)
            }
        }
        var output: [String] = []
        let files = GeneratedFiles(root: folder)
        let command = TraitgenCommand(
            files: files, output: { output.append($0) },
            errors: { output.append($0) })
        let file = "Shop-Cart.swift-7.json"
        let status = command.run(arguments: ["trace", file])
        let text = output.joined(separator: "\n")
        #expect(status == .clean, "\(text)")
        #expect(text.contains("2 subscriptions"), "\(text)")
        #expect(command.run(arguments: ["trace", file, "--output", "run.html"]) == .clean)
        let page = try #require(files.written["run.html"])
        #expect(page.contains("\"observed\"") && page.contains("Shop/Cart.swift:7"))
    }
}
