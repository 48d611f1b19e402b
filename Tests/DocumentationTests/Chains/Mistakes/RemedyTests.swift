import Foundation
import Testing

/// What a message about a lost promise proposes compiles, where it is proposed.
@Suite struct RemedyTests {
    @Test func `each remedy of a message is applied, and compiles`() throws {
        let programs = Remedy.all
        let messages = try Self.errors(of: programs.map { ($0, $0.code()) }, in: .six)
        var applied: [(program: Remedy, code: String)] = []
        var names: Set<String> = []
        for (program, lines) in zip(programs, messages) {
            for line in lines where line.contains("; use ") {
                for (call, place) in program.calls(in: line) {
                    applied.append((program, program.code(with: call, in: place)))
                    names.insert(String(call.prefix { $0 != "(" }))
                }
            }
        }
        #expect(applied.count > 500, "where are they?")
        let expected: Set = [
            "first", "replaceEmpty", "ignoreOutput", "andThen", "shareReplay", "share", "receive", "timeout",
        ]
        #expect(names.isSuperset(of: expected), "\(names)")
        for mode in [PackageMode.five, .six] {
            for (remedy, lines) in zip(applied, try Self.errors(of: applied, in: mode)) {
                #expect(lines.isEmpty, "\(remedy.code) of \(remedy.program.types): \(lines)")
            }
        }
    }

    /// The errors of each piece of code, which is made a function.
    private static func errors(
        of programs: [(program: Remedy, code: String)], in mode: PackageMode
    ) throws -> [[Substring]] {
        var code = "import TraitsRuntime\nstruct Missing: Error {}\n"
        for (number, (program, text)) in programs.enumerated() {
            code += """
                func case\(number)(\(program.parameters)) {
                    #sourceLocation(file: "case\(number)", line: 1)
                    \(text)
                    #sourceLocation()
                }

                """
        }
        let said = try Compiler.errors(of: code, in: mode, flags: ["-diagnostic-style", "llvm"])
        var errors = [[Substring]](repeating: [], count: programs.count)
        for line in said.split(separator: "\n") where line.hasPrefix("case") && line.contains(" error: ") {
            if let number = Int(line.dropFirst(4).prefix { $0 != ":" }) { errors[number].append(line) }
        }
        return errors
    }
}
