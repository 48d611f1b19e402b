import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Whatever a file holds, traitgen neither stops nor hangs, gives a reason where it refuses, and says something where it
/// doesn't.
///
/// Each kind of file has a process of its own, whose last seed is that of a crash. ``Fuzzer`` says how to try more, and how
/// to see one input.
@Suite(.timeLimit(.minutes(120))) struct FuzzTests {
    @Test func tables() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(TableFuzz.self)
            })
    }

    @Test func samplesAndNames() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(SampleFuzz.self)
            })
    }

    @Test func templates() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(TemplateFuzz.self)
            })
    }

    @Test func symbolGraphs() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(GraphFuzz.self)
            })
    }

    @Test func records() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(RecordFuzz.self)
            })
    }

    @Test func swiftSources() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(SourceFuzz.self)
            })
    }

    @Test func traces() async {
        check(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                Fuzzer.run(TraceFuzz.self)
            })
    }

    private func check(_ result: ExitTest.Result?) {
        let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(
            separator: "\n")
        #expect(lines.filter { $0.hasPrefix("finding: ") } == [])
        let last = lines.last ?? "nothing"
        if Fuzzer.shows { print(lines.dropLast().joined(separator: "\n")) }
        #expect(last.hasPrefix("done: \(Fuzzer.count) inputs"), "it stopped at \(last)")
        print(last)
    }
}
