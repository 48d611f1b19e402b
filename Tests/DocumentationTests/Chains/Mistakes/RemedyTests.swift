import Foundation
import Testing

/// What a message about a lost promise proposes compiles, where it is proposed.
@Suite(.compiling, .waiting) struct RemedyTests {
    @Test func `what a message proposes is applied, and compiles`() throws {
        let programs = Remedy.all
        let messages = try Self.errors(of: programs.map { ($0, $0.code()) }, in: .six)
        let proposals = zip(programs, messages).compactMap { program, lines in
            lines.lazy.compactMap(program.proposal(in:)).first.map { (program: program, proposal: $0) }
        }
        #expect(proposals.count > 500, "where are they?")
        let applied = proposals.flatMap { item in item.proposal.programs.map { (item.program, $0) } }
        for mode in [PackageMode.five, .six] {
            var errors = try Self.errors(of: applied, in: mode)[...]
            for (program, proposal) in proposals {
                let said = errors.prefix(proposal.programs.count)
                errors = errors.dropFirst(said.count)
                let outcomes = zip(proposal.programs, said).map { "\($0): \($1)" }.joined(separator: "\n")
                let isCertain = program.isCertain && proposal.trait == program.trait
                let compiles = said.map(\.isEmpty)
                #expect(
                    isCertain ? compiles.allSatisfy(\.self) : compiles.contains(true),
                    "\(program.types.output), \(program.types.failure): \(outcomes)")
            }
        }
    }

    /// What is proposed anywhere is proposed in the programs above.
    @Test func `every remedy of the libraries is applied`() throws {
        let messages = try Self.errors(of: Remedy.all.map { ($0, $0.code()) }, in: .six).joined()
        let applied = Set(messages.flatMap(Self.names))
        let root = DocumentationTests.root.appending(path: "Sources")
        var proposed: Set<String> = []
        for module in ["TraitsRuntime", "TraitsExtras", "TraitsFoundation", "TraitsNetworking"] {
            let folder = root.appending(path: "\(module)/Generated")
            for case let file as URL in FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: nil)
                ?? .init()
            where file.lastPathComponent.hasSuffix("+Refusals.swift") {
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    proposed.formUnion(Self.names(in: line))
                }
            }
        }
        // Those of properties have tests of their own.
        proposed = proposed.filter { !$0.contains("(initial:") }
        #expect(proposed.count > 15, "where are they?")
        #expect(proposed.subtracting(applied).isEmpty, "\(proposed.subtracting(applied))")
    }

    private static func names(in message: Substring) -> [String] {
        guard let start = message.range(of: "; use ") else { return [] }
        return message[start.upperBound...].matches(of: /'([^ ']+\))'/).map { String($0.1) }
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
