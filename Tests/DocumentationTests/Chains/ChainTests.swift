import Foundation
import Testing

/// Chains as people write them compile, have the types that Combine gives them, and cost the compiler little.
@Suite(.compiling, .waiting) struct ChainTests {
    /// What the compiler may spend on one expression. It counts its attempts ("scopes"), which are the same on every
    /// machine, and says that an expression can't be checked in reasonable time where there are more.
    private static let limit = 300_000

    @Test(arguments: [PackageMode.five, .six])
    func `real chains compile within limits and have their types`(in mode: PackageMode) throws {
        let chains = ChainCorpus.chains(ChainCorpus.text)
        #expect(chains.count >= 50, "where are they?")
        #expect(try Self.errors(of: chains, in: mode, limit: Self.limit) == "")
    }

    @Test func `expensive chains compile within the limit of the compiler`() throws {
        #expect(
            try Self.errors(of: ChainCorpus.chains(ChainCorpus.expensive), in: .six, limit: 1_000_000) == "")
    }

    private static func errors(of chains: [ChainCorpus.Chain], in mode: PackageMode, limit: Int) throws
        -> String
    {
        var code = "import TraitsRuntime\n" + ChainCorpus.declarations
        for (number, chain) in chains.enumerated() {
            code += """
                func chain\(number)(\(ChainCorpus.sources)) {
                    let chain = \(chain.code)
                    let _: \(chain.type) = chain
                }

                """
        }
        return try Compiler.errors(
            of: code, in: mode, flags: ["-Xfrontend", "-solver-scope-threshold=\(limit)"])
    }

    @Test(arguments: [PackageMode.five, .six])
    func `a mistake is answered within limits`(in mode: PackageMode) throws {
        let mistakes = MistakeCorpus.all
        #expect(mistakes.count >= 100, "where are they?")
        var code = "import TraitsRuntime\n" + ChainCorpus.declarations
        for (number, mistake) in mistakes.enumerated() {
            code += """
                func mistake\(number)(\(ChainCorpus.sources)) {
                    #sourceLocation(file: "mistake\(number)", line: 1)
                    _ = \(mistake.code)
                    #sourceLocation()
                }

                """
        }
        let said = try Compiler.errors(
            of: code, in: mode,
            flags: ["-diagnostic-style", "llvm", "-Xfrontend", "-solver-scope-threshold=100000"])
        let errors = said.split(separator: "\n").filter { $0.contains(" error: ") }
        for (number, mistake) in mistakes.enumerated() {
            let answers = errors.filter { $0.hasPrefix("mistake\(number):") }
            #expect(answers.contains { $0.contains(mistake.message) }, "\(mistake.code): \(answers)")
            #expect(!answers.contains { $0.contains("reasonable time") }, "\(mistake.code)")
        }
    }

    /// What the compiler can't say well, the article says.
    @Test func `the article tells what to do about unclear messages`() throws {
        let article = try String(
            contentsOf: DocumentationTests.root.appending(
                path: "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/ReadingTheCompilersErrors.md"),
            encoding: .utf8)
        for unclear in MistakeCorpus.unclear {
            #expect(article.contains(unclear.message), "\(unclear.message)")
        }
        #expect(article.contains("unable to type-check this expression in reasonable time"))
    }

    /// A row of the page "Differences from Combine".
    @Test func aKeyPathBeforeAnotherOperatorIsAppliedWhereTheChainIsWritten() throws {
        let chains = [
            ChainCorpus.Chain(code: #"Just("a").map(\.count).map { $0 + 1 }"#, type: "Just<Int>"),
            ChainCorpus.Chain(
                code: #"["a"].publisher.map(\.count).filter { $0 > 1 }"#,
                type: "Publishers.Sequence<[Int], Never>"),
            ChainCorpus.Chain(
                code: #"["a"].publisher.map(\.count)"#,
                type: "Publishers.MapKeyPath<Publishers.Sequence<[String], Never>, Int>"),
        ]
        #expect(try Self.errors(of: chains, in: .six, limit: Self.limit) == "")
    }

    /// The limit is one: without it the test above would say nothing.
    @Test func `the limit is noticed`() throws {
        let code = "import TraitsRuntime\nfunc chain() { _ = Just(1).map { $0 + 1 }.map { $0 + 1 } }\n"
        let errors = try Compiler.errors(of: code, flags: ["-Xfrontend", "-solver-scope-threshold=10"])
        #expect(errors.contains("unable to type-check this expression in reasonable time"), "\(errors)")
    }
}
