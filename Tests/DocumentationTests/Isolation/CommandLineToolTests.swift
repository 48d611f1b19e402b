import Foundation
import Testing

/// The program of the page "A command-line tool" compiles in both modes, and behaves as the page says.
@Suite("A command-line tool", .compiling, .waiting)
struct CommandLineToolTests {
    @Test(arguments: [PackageMode.five, .six])
    func `the tool prints its progress, and ends with a status`(in mode: PackageMode) throws {
        let page = LayerTests.sources.appending(path: "TraitsRuntime.docc/ACommandLineTool.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        let code = try #require(blocks.first { $0.hasPrefix("swift\n") })
        let program = try ClientProgram(
            ["main.swift": String(code.dropFirst("swift\n".count))], arguments: mode.flags,
            libraries: ["TraitsExtras"])
        #expect(program.diagnostics == "", "\(program.diagnostics)")

        let session = try #require(blocks.first { $0.contains("$ pages 30 10 nothing\n") })
        let failed = try program.run("30", "10", "nothing")
        #expect(failed.status == 1)
        #expect(
            failed.output.split(separator: "\n").count == 3 && failed.output.contains("can't fetch nothing"))
        #expect(session.contains("1/3 can't fetch nothing") && session.hasSuffix("$ echo $?\n1\n"))

        let done = try program.run("1", "2", "3", "4", "5", "6")
        #expect(done.status == 0 && done.output.contains("6/6 page "), "\(done.output)")

        let interrupted = try program.run("1", "600000", isInterrupted: true)
        #expect(interrupted.status == 130)
        #expect(interrupted.output == "1/2 page 1\ninterrupted\n")
    }
}
