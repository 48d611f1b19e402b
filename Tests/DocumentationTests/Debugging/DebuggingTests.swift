import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// The guide that answers "why is nothing happening?" shows a program and what its trace says. Both are real.
@Suite("The program of the guide on debugging", .compiling, .waiting)
struct DebuggingTests {
    private static let path = "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/Debugging.md"

    /// How many values a timer has sent in a run, and when something happened, differ from run to run.
    private static func withoutNumbers(_ text: Substring) -> String {
        String(text.replacing(#/[0-9.]+ (µs|ms|s|values?)\b/#, with: "some time or values"))
    }

    @Test func `its trace says what the guide says`() throws {
        let guide = try String(
            contentsOf: DocumentationTests.root.appending(path: Self.path), encoding: .utf8)
        let program = try #require(
            Sample.inArticle(guide, path: Self.path).first { sample in
                sample.lines.contains { $0.contains(".trace(\"screen\")") }
            })
        let start = try #require(guide.firstRange(of: "```text\nrun.json: "))
        let end = try #require(guide[start.upperBound...].firstRange(of: "\n```"))
        let shown = "run.json: " + guide[start.upperBound..<end.lowerBound]
        try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "run.json")
            let outcome = try Program.outcome(
                of: program.lines.joined(separator: "\n") + "\n", in: .five, module: "Search",
                environment: ["TRAITS_TRACE": file.path])
            #expect(outcome == .printed(Array(repeating: "2 results", count: 3)))
            let trace = try String(contentsOf: file, encoding: .utf8)
            var output: [String] = []
            let command = TraitgenCommand(
                files: GeneratedFiles(root: folder), output: { output.append($0) },
                errors: { output.append($0) })
            #expect(command.run(arguments: ["trace", "run.json"]) == .findings)
            // A slow machine adds a finding about a delivery that took long, which is no part of the guide.
            let text = output.joined(separator: "\n").split(separator: "\n\n")
                .filter { !$0.contains("held the main thread") }.joined(separator: "\n\n")
            // The first line counts events.
            #expect(
                Self.withoutNumbers(text.drop { $0 != "\n" })
                    == Self.withoutNumbers(shown.drop { $0 != "\n" }),
                "\(text)\n\(trace)")
        }
    }
}
