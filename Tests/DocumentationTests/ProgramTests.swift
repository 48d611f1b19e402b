import Foundation
import Testing

/// Samples that are whole programs are compiled as they stand, and those that say what they print are run.
@Suite("Programs of the documentation", .compiling, .waiting)
struct ProgramTests {
    /// What a reader copies from the README has to work as the main file of a program.
    @Test(arguments: try Self.ofReadme(), [PackageMode.five, .six])
    func `every block of the README is a program`(sample: Sample, in mode: PackageMode) throws {
        let code = sample.lines.joined(separator: "\n") + "\n"
        guard sample.prints else {
            #expect(try Compiler.errors(ofProgram: code, in: mode) == "", "\(sample)")
            return
        }
        #expect(try Program.outcome(of: code, in: mode) == .printed(sample.printed), "\(sample)")
    }

    static func ofReadme() throws -> [Sample] {
        try DocumentationTests.samples().filter { sample in
            sample.path == "README.md" && !Exception.all.contains { $0.fits(sample) }
        }
    }

    /// All in one program, one after the other, with what their documents have declared for them.
    @Test func `what samples say they print is what they print`() throws {
        let samples = try DocumentationTests.samples().filter { sample in
            sample.prints && sample.path != "README.md" && !Exception.all.contains { $0.fits(sample) }
        }
        let outcome = try Program.outcome(of: Self.program(of: samples), in: .six)
        guard case .printed(let lines) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        for (number, sample) in samples.enumerated() {
            let start = lines.firstIndex(of: Self.mark(number)).map { $0 + 1 } ?? lines.endIndex
            let end = lines.firstIndex(of: Self.mark(number + 1)) ?? lines.endIndex
            #expect(Array(lines[start..<end]) == sample.printed, "\(sample)")
        }
    }

    /// What a reader copies from the page on asynchronous code runs in the Swift 5 mode as well, and as a main file.
    @Test(arguments: [PackageMode.five, .six])
    func `the samples on asynchronous code are a program`(in mode: PackageMode) throws {
        let samples = try DocumentationTests.samples().filter { $0.path.hasSuffix("/AsynchronousCode.md") }
        #expect(samples.count >= 5, "where are they?")
        let code = samples.flatMap(\.lines).joined(separator: "\n") + "\n"
        #expect(try Program.outcome(of: code, in: mode) == .printed(samples.flatMap(\.printed)))
    }

    /// Tests in articles are run, too, in one program.
    @Test func `tests of articles pass`() throws {
        let samples = try DocumentationTests.samples().filter { sample in
            sample.path.hasSuffix(".md") && sample.lines.contains { $0.hasPrefix("@Test ") }
        }
        let names = samples.flatMap(\.lines).compactMap {
            $0.firstMatch(of: /^@Test func (\w+)\(/).map { String($0.1) }
        }
        #expect(names.count >= samples.count && names.count > 10, "where are they?")
        #expect(try Program.outcome(of: Self.program(ofTests: samples, names), in: .six) == .printed(names))
    }

    @Test func `a test of an article that fails is noticed`() throws {
        let sample = Sample(
            path: "", line: 1,
            lines: ["@Test func works() { #expect(true) }", "@Test func fails() { #expect(1 > 2) }"])
        let outcome = try Program.outcome(of: Self.program(ofTests: [sample], ["works", "fails"]), in: .six)
        #expect(outcome == .printed(["works", "fails", "an expectation failed"]))
    }

    @Test func `the README has nine hundred words at most`() throws {
        let readme = try String(
            contentsOf: DocumentationTests.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.split(whereSeparator: \.isWhitespace).count <= 900)
    }

    /// Wrong output, and output that nobody announces, are noticed.
    @Test(arguments: [
        ("print(1)      // Prints: 1", ["1"], true),
        ("print(1)\n// Prints \"1\"", ["1"], true),
        ("for i in 1...2 { print(i) }\n// Prints: 1\n// Prints: 2", ["1", "2"], true),
        ("print(2)      // Prints: 1", ["2"], false),
        ("print(1)      // Prints: 1\nprint(2)", ["1", "2"], false),
        ("print(1)      // Prints 1", ["1"], false),
    ])
    func `what is printed is compared`(code: String, printed: [String], isRight: Bool) throws {
        let sample = Sample(path: "", line: 1, lines: code.split(separator: "\n").map(String.init))
        #expect(sample.prints)
        #expect(try Program.outcome(of: code, in: .six) == .printed(printed))
        #expect((sample.printed == printed) == isRight)
    }

    @Test func `what can't be built or ends badly is noticed`() throws {
        guard case .refused = try Program.outcome(of: "import TraitsRuntime\nJst(1)", in: .six),
            case .failed = try Program.outcome(of: "import TraitsRuntime\nfatalError()", in: .six)
        else {
            Issue.record("a program that is wrong went through")
            return
        }
    }

    private static func mark(_ number: Int) -> String { "--- \(number)" }

    private static func program(ofTests samples: [Sample], _ names: [String]) -> String {
        DocumentationTests.file(of: samples).replacing("import Testing\n", with: "")
            .replacing("@Test ", with: "").replacing("#expect(", with: "expect(")
            + "func expect(_ condition: Bool) { if !condition { print(\"an expectation failed\") } }\n"
            + names.map { "print(\"\($0)\")\ntry await \($0)()\n" }.joined()
    }

    private static func program(of samples: [Sample]) -> String {
        DocumentationTests.file(of: samples).replacing("import Testing\n", with: "")
            + samples.indices.map { "print(\"\(mark($0))\")\ntry await sample\($0)()\n" }.joined()
    }
}
