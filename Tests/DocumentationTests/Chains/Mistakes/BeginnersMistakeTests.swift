import Foundation
import Testing

/// A beginner's mistake is named by the compiler or the program, with what to write; what nobody can catch, and what has no
/// fitting words, the guide on errors explains.
@Suite(.compiling, .waiting) struct BeginnersMistakeTests {
    private static let modes = [PackageMode.five, .six]

    @Test(arguments: modes)
    func `each mistake is named, and what to write`(in mode: PackageMode) throws {
        let mistakes = BeginnersMistake.all
        #expect(mistakes.count >= 30, "where are they?")
        let guide = try Self.guide()
        let said = try Self.diagnostics(of: mistakes.map(\.code), in: mode)
        for (mistake, lines) in zip(mistakes, said) {
            let answers = lines.filter { line in mistake.message.allSatisfy(line.contains) }
            #expect(!answers.isEmpty, "\(mistake.name): \(lines)")
            guard let entry = mistake.entry else {
                #expect(lines.contains { $0.contains(mistake.advice) }, "\(mistake.name): \(lines)")
                continue
            }
            #expect(answers.contains { $0.contains(entry) }, "\(mistake.name): \(answers)")
            let isExplained = guide.contains { $0.contains(entry) && $0.contains(mistake.advice) }
            #expect(
                isExplained, "\(mistake.name): the guide says nothing of \(mistake.advice) under \(entry)")
        }
    }

    @Test(arguments: modes)
    func `what is advised compiles`(in mode: PackageMode) throws {
        let products = ["TraitsExtras", "TraitsFoundation", "TraitsNetworking"].map { "import \($0)\n" }
            .joined()
        let said = try Self.diagnostics(of: BeginnersMistake.all.map(\.remedy), in: mode, importing: products)
        for (mistake, lines) in zip(BeginnersMistake.all, said) {
            #expect(!lines.contains { $0.contains(": error: ") }, "\(mistake.name): \(lines)")
        }
    }

    /// The rows of tables and the sections of the guide.
    private static func guide() throws -> [String] {
        let text = try String(
            contentsOf: DocumentationTests.root.appending(
                path: "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/ReadingTheCompilersErrors.md"),
            encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init)
            + text.components(separatedBy: "\n### ").map { section in
                section.split(separator: "\n").filter { !$0.hasPrefix("|") }.joined(separator: "\n")
            }
    }

    /// What the compiler says about each piece of code, which is made a function.
    private static func diagnostics(
        of codes: [String], in mode: PackageMode, importing products: String = ""
    ) throws -> [[Substring]] {
        var code = products + BeginnersMistake.declarations
        for (number, text) in codes.enumerated() {
            code += """
                func case\(number)(\(BeginnersMistake.parameters)) async throws {
                    #sourceLocation(file: "case\(number)", line: 1)
                    \(text)
                    #sourceLocation()
                }

                """
        }
        let said = try Compiler.errors(of: code, in: mode, flags: ["-diagnostic-style", "llvm"], warns: true)
            .split(separator: "\n")
        return codes.indices.map { number in said.filter { $0.hasPrefix("case\(number):") } }
    }
}
