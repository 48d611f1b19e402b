import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// Every Swift sample of the documentation compiles: those of comments, of generated comments, of articles.
@Suite(.compiling, .waiting) struct DocumentationTests {
    @Test(arguments: [PackageMode.five, .six, .onMainActor, .strict])
    func `every sample compiles`(in mode: PackageMode) throws {
        let samples = try Self.samples()
        #expect(samples.count > 200, "where are they?")
        let usual = samples.filter { sample in !Exception.all.contains { $0.fits(sample) } }
        let errors = try Compiler.errors(of: Self.file(of: usual), in: mode)
        #expect(errors == "")
    }

    /// A reader copies a block with its imports, and has no others.
    @Test(arguments: [PackageMode.five, .six])
    func `every block of an article compiles as it stands`(in mode: PackageMode) throws {
        let blocks = try Self.samples().filter { sample in
            sample.path.hasSuffix(".md") && !Exception.all.contains { $0.fits(sample) }
        }
        #expect(blocks.count > 50, "where are they?")
        var files: [String: String] = [:]
        for (number, block) in blocks.enumerated() {
            files["Block\(number).swift"] = Self.function(of: block, number)
        }
        let errors = try Compiler.errors(of: files, in: mode)
        #expect(errors == "")
    }

    /// The test above notices where an import is missing, that of a member too.
    @Test func `a block without its imports is noticed`() throws {
        let first = Sample(path: "First.md", line: 1, lines: ["import TraitsRuntime", "let one = Just(1)"])
        let second = Sample(path: "Second.md", line: 1, lines: ["let one = Just(1)"])
        let files = [
            "First.swift": Self.function(of: first, 1), "Second.swift": Self.function(of: second, 2),
        ]
        let errors = try Compiler.errors(of: files, in: .six)
        #expect(errors.contains("Second.md:1:") && !errors.contains("First.md:1:"), "\(errors)")
    }

    @Test(arguments: Exception.all)
    func `what is not to compile is there, and doesn't`(exception: Exception) throws {
        let sample = try #require(
            try Self.samples().first(where: exception.fits), "the exception is out of date")
        guard let error = exception.error else { return }
        let errors = try Compiler.errors(of: Self.file(of: [sample]))
        #expect(errors.contains("\(sample.path):"), "\(errors)")
        #expect(errors.contains(error), "\(errors)")
    }

    @Test(arguments: Context.all)
    func `every context is needed by a sample`(context: Context) throws {
        #expect(
            try Self.samples().contains(where: context.fits), "the context for \(context.path) is out of date"
        )
    }

    /// `TRAITGEN_BLESS=1 swift test --filter DocumentationTests` writes the page.
    @Test(arguments: [
        ("OperatorMatrix", "markdown"), ("ActorsAndThreads", "places"), ("SharedWork", "sharing"),
    ])
    func `what the command writes is the present one`(page: String, format: String) throws {
        let page = Self.root.appending(path: "Sources/TraitsRuntime/TraitsRuntime.docc/\(page).md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let mark = try #require(text.range(of: "<!-- what follows is written by the command -->\n\n"))
        var printed: [String] = []
        let command = TraitgenCommand(
            files: GeneratedFiles(root: Self.root), output: { printed.append($0) },
            errors: { Issue.record("\($0)") })
        #expect(command.run(arguments: ["table", "Sources/TraitsRuntime", "--format", format]) == .clean)
        let present = text[..<mark.upperBound] + printed.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil {
            try String(present).write(to: page, atomically: true, encoding: .utf8)
        } else {
            #expect(text == present, "run this test with TRAITGEN_BLESS=1, and read what has changed")
        }
    }

    // MARK: - Finding the samples

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    private static let documents = [
        "README.md", "CONTRIBUTING.md", "Examples", "Benchmarks", "Sources/TraitsStreams",
        "Sources/TraitsRuntime", "Sources/StreamsFoundation", "Sources/TraitsFoundation",
        "Sources/StreamsNetworking", "Sources/TraitsNetworking", "Sources/TraitsExtras",
        "Sources/TraitsObservation", "Sources/TraitsTesting", "Sources/TraitsTracing", "Sources/traitgen",
    ]

    /// All of them, found once.
    private static let found = Result { try find() }

    static func samples() throws -> [Sample] { try found.get() }

    private static func find() throws -> [Sample] {
        var samples: [Sample] = []
        for document in documents {
            for path in try files(document) {
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                samples +=
                    path.hasSuffix(".md")
                    ? Sample.inArticle(text, path: path) : Sample.inComments(of: text, path: path)
            }
        }
        return samples
    }

    private static func files(_ document: String) throws -> [String] {
        let url = root.appending(path: document)
        guard try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else {
            return [document]
        }
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return names.filter { ($0.hasSuffix(".swift") || $0.hasSuffix(".md")) && !$0.contains(".build/") }
            .sorted()
            .map { "\(document)/\($0)" }
            // Its operators are files of the module.
            .filter { $0 != EnginePage.path }
    }

    // MARK: - One file of all

    /// A function for each sample, in which its lines are those of its document.
    static func file(of samples: [Sample]) -> String {
        var text = ""
        for module in ["Observation", "Testing"] { text += "import \(module)\n" }
        for module in ["Extras", "Foundation", "Networking", "Observation", "Testing", "Tracing"] {
            text += "import Traits\(module)\n"
        }
        for (number, sample) in samples.enumerated() {
            let contexts = Context.all.filter { $0.fits(sample) }.map(\.code)
            text += function(of: sample, number, contexts: contexts, hasImports: false)
        }
        return text
    }

    private static func function(
        of sample: Sample, _ number: Int, contexts: [String] = [], hasImports: Bool = true
    ) -> String {
        let (file, function) = sample.parts
        var text = hasImports ? sample.imports.map { $0 + "\n" }.joined() : ""
        if !file.isEmpty { text += contexts.map { $0 + "\n" }.joined() }
        text += located(file, sample)
        text += "func sample\(number)() async throws {\n"
        // Each in a scope of its own, so that a later one can take a name again.
        let scopes = file.isEmpty ? contexts : []
        text += scopes.map { $0 + "\ndo {\n" }.joined()
        text += located(function, sample)
        return text + String(repeating: "}\n", count: scopes.count + 1)
    }

    private static func located(_ lines: [(line: Int, text: String)], _ sample: Sample) -> String {
        var text = ""
        var next: Int?
        for (number, line) in lines {
            if number != next { text += "#sourceLocation(file: \"\(sample.path)\", line: \(number))\n" }
            text += (line.hasPrefix("import ") ? "" : line) + "\n"
            next = number + 1
        }
        return text + (lines.isEmpty ? "" : "#sourceLocation()\n")
    }
}
