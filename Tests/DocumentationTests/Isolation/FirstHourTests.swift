import Foundation
import Testing

/// The programs of the page "Your first hour with Swift 6" compile without a warning, run, and print what the page says,
/// with the package trait `StrictIsolation` as well.
@Suite("Your first hour with Swift 6", .compiling, .waiting)
struct FirstHourTests {
    @Test(arguments: [false, true])
    func `the programs print what the page says`(isStrict: Bool) throws {
        let module = isStrict ? try StrictModule.shared.get() : nil
        let page = LayerTests.sources.appending(path: "TraitsRuntime.docc/Guides/YourFirstHourWithSwift6.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        var programs = 0
        for (index, block) in blocks.enumerated() where index % 2 == 1 && block.hasPrefix("swift\n") {
            let code = String(block.dropFirst("swift\n".count))
            let expected = blocks[index + 2].drop { $0 == "\n" }
            let isMain = code.contains("@main ")
            let program = try ClientProgram(
                [isMain ? "Program.swift" : "main.swift": code],
                arguments: PackageMode.six.flags + (isMain ? ["-parse-as-library"] : []), module: module)
            #expect(program.diagnostics == "", "\(program.diagnostics)")
            let run = try program.run()
            #expect(run.status == 0 && run.output == expected, "\(run.output)")
            programs += 1
        }
        #expect(programs == 5)
    }
}
