import Foundation
import Testing

/// A beginner's mistake is named by the compiler or the program, with what to write; what nobody can catch, and what has no
/// fitting words, the guide on errors explains.
///
/// The menu of mistakes is graded by one rule:
///
/// - good: a diagnostic names the mistake, and a diagnostic of the same line says what to write: the advice follows words such as
///   "use", "add" or "change", and isn't part of the words that name the mistake;
/// - fair: a diagnostic names the mistake, and the guide says what to write under the words of this diagnostic;
/// - bad: everything else.
@Suite(.compiling, .waiting) struct BeginnersMistakeTests {
    private static let modes = [PackageMode.five, .six]

    private enum Grade { case good, fair, bad }

    @Test(arguments: modes)
    func `of a hundred mistakes eighty are good, and none is bad`(in mode: PackageMode) throws {
        let mistakes = BeginnersMistake.all
        #expect(mistakes.count >= 100 && Set(mistakes.map(\.name)).count == mistakes.count)
        #expect(Set(mistakes.map(\.code)).count == mistakes.count)
        let guide = try Self.guide()
        let said = try Self.diagnostics(of: mistakes.map(\.code), in: mode)
        var grades: [Grade: Int] = [:]
        for (mistake, lines) in zip(mistakes, said) {
            let grade = Self.grade(mistake, lines, guide)
            grades[grade, default: 0] += 1
            #expect(grade != .bad, "\(mistake.name): \(lines)")
        }
        #expect(grades[.good, default: 0] >= 80, "\(grades)")
    }

    private static func grade(_ mistake: BeginnersMistake, _ lines: [Substring], _ guide: [String]) -> Grade {
        let answers = lines.filter { line in mistake.message.allSatisfy(line.contains) }
        guard !answers.isEmpty else { return .bad }
        // A complaint that is repeated is no advice.
        guard !(mistake.message + [mistake.entry ?? ""]).contains(where: { $0.contains(mistake.advice) })
        else {
            return .bad
        }
        guard let entry = mistake.entry else {
            return lines.contains { advises($0, mistake.advice) } ? .good : .bad
        }
        let isExplained = guide.contains { $0.contains(entry) && $0.contains(mistake.advice) }
        return isExplained && answers.contains { $0.contains(entry) } ? .fair : .bad
    }

    /// The compiler looks for these mistakes only in a file that has no others, and after it has checked the types.
    @Test func `mistakes about data races are fair`() throws {
        let guide = try Self.guide()
        for mistake in BeginnersMistake.inSwift6 {
            let code = """
                func mistaken(\(BeginnersMistake.parameters)) async throws {
                    \(mistake.code)
                }

                """
            let lines = try ClientCompiler.diagnostics(
                of: BeginnersMistake.declarations + code,
                arguments: [
                    "-emit-sil", "-o", "/dev/null", "-diagnostic-style", "llvm", "-swift-version", "6",
                ]
            ).split(separator: "\n")
            #expect(Self.grade(mistake, lines, guide) == .fair, "\(mistake.name): \(lines)")
        }
    }

    /// Words after which a diagnostic says what to write.
    private static let instructions = ["use ", "add ", "change ", "did you mean to ", "requires explicit "]

    private static func advises(_ line: Substring, _ advice: String) -> Bool {
        line.ranges(of: advice).contains { instructions.contains(where: line[..<$0.lowerBound].contains) }
    }

    @Test func `a complaint is no advice`() {
        let line = "error: missing argument for parameter 'scheduler' in call"
        for name in ["missing argument for parameter 'scheduler' in call", "missing argument"] {
            let mistake = BeginnersMistake("", "", says: name, write: "parameter 'scheduler'", as: "")
            #expect(Self.grade(mistake, [line[...]], []) == .bad)
        }
        let mistake = BeginnersMistake(
            "", "", says: "named", write: "'scheduler'", guide: "no 'scheduler'", as: "")
        #expect(Self.grade(mistake, ["named: no 'scheduler'"], ["no 'scheduler'"]) == .bad)
    }

    @Test func `a mistake without a name or a remedy is bad`() {
        let mistake = BeginnersMistake("", "", says: "named", write: "'first()'", as: "")
        let explained = BeginnersMistake("", "", says: "named", write: "'first()'", guide: "words", as: "")
        #expect(Self.grade(mistake, ["named", "use 'first()'"], []) == .good)
        #expect(Self.grade(mistake, ["named"], ["'first()'"]) == .bad)
        #expect(Self.grade(mistake, ["use 'first()'"], []) == .bad)
        #expect(Self.grade(explained, ["named by these words"], ["words: 'first()'"]) == .fair)
        #expect(Self.grade(explained, ["named"], ["words: 'first()'"]) == .bad)
        #expect(Self.grade(explained, ["named by these words"], ["words"]) == .bad)
    }

    @Test(arguments: modes)
    func `what is advised compiles`(in mode: PackageMode) throws {
        let products = ["TraitsExtras", "TraitsFoundation", "TraitsNetworking"].map { "import \($0)\n" }
            .joined()
        let mistakes = BeginnersMistake.all + BeginnersMistake.inSwift6
        let said = try Self.diagnostics(of: mistakes.map(\.remedy), in: mode, importing: products)
        for (mistake, lines) in zip(mistakes, said) {
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
