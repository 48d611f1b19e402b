import Foundation
import Testing

/// What the compiler may spend on a chain.
///
/// The compiler counts its attempts ("scopes"). The count is the same on every machine, and grows as the time does: on the
/// machine where the limits were set, 14,000 took 100 ms, and 70,000 took 500 ms.
@Suite("The compiler's work for real chains", .compiling, .waiting)
struct ChainBudgetTests {
    private static let tenthOfASecond = 14_000
    private static let halfASecond = 70_000

    /// The chains over their limit in the strict mode, with the attempts that they may take.
    ///
    /// All four `flatMap` are disfavored there, so that the ones for closures of a promised actor come first, and a `flatMap` behind
    /// another one is checked for each of them.
    private static let strictly = ["nestedArrays": 100_000]

    @Test(arguments: [PackageMode.five, .six], [false, true])
    func `a chain takes hardly more than with Combine's interface`(mode: PackageMode, isStrict: Bool) throws {
        let streams = try RealChains("Streams.swift")
        let recorded = try RealChains.recorded()
        try #require(streams.chains.count >= 60, "where are they?")
        var groups: [Int: [RealChains.Chain]] = [:]
        for chain in streams.chains {
            let opencombine = try #require(
                recorded[chain.name] ?? nil, "\(chain.name) isn't recorded, or belongs into Hard.swift")
            let limit = max(opencombine * 3 / 2, Self.tenthOfASecond)
            groups[isStrict ? Self.strictly[chain.name] ?? limit : limit, default: []].append(chain)
        }
        for (limit, chains) in groups {
            let said = try Self.diagnostics(of: streams.file(chains), within: limit, mode, isStrict)
            #expect(said == "", "over \(limit) attempts: \(said)")
        }
    }

    @Test(arguments: [PackageMode.five, .six], [false, true])
    func `a chain that Combine doesn't have takes less than half a second`(mode: PackageMode, isStrict: Bool)
        throws
    {
        let traits = try RealChains("Traits.swift")
        try #require(traits.chains.count >= 50, "where are they?")
        let said = try Self.diagnostics(
            of: traits.file(traits.chains), within: Self.halfASecond, mode, isStrict)
        #expect(said == "", "\(said)")
    }

    /// The other side of the budget: a limit that no chain can miss would check nothing.
    @Test func `a chain over its limit is noticed`() throws {
        let streams = try RealChains("Streams.swift")
        let chains = streams.chains.filter { $0.name == "fiveClosures" }
        let said = try Self.diagnostics(of: streams.file(chains), within: 10, .six, false)
        #expect(said.contains("unable to type-check this expression in reasonable time"), "\(said)")
    }

    @Test func `no chain is called hard that Combine's interface can do`() throws {
        let recorded = try RealChains.recorded()
        for chain in try RealChains("Hard.swift").chains {
            #expect(recorded[chain.name] == .some(nil), "\(chain.name) belongs into Streams.swift")
        }
    }

    /// Counts the attempts with OpenCombine, whose checkout the variable names, and compares them with the record, or writes it:
    ///
    ///     TRAITS_OPENCOMBINE=../OpenCombine TRAITGEN_BLESS=1 swift test --filter ChainBudgetTests
    @Test(.enabled(if: checkout != nil, "TRAITS_OPENCOMBINE names no checkout of OpenCombine"))
    func `the record says what OpenCombine takes`() throws {
        let checkout = URL(filePath: try #require(Self.checkout))
        let text = try ClientCompiler.inTemporaryFolder { folder in
            let library = try OpenCombineModule(checkout: checkout, folder: folder)
            var text = """
                # The compiler's attempts for each chain with OpenCombine in the place of this library, in the Swift 6 mode. A dash:
                # the compiler gives up. ChainBudgetTests writes it.

                """
            for file in ["Streams.swift", "Hard.swift"] {
                let chains = try RealChains(file)
                for chain in chains.chains {
                    let attempts = try library.attempts(for: chains.file([chain], importing: "OpenCombine"))
                    text += "\(chain.name) \(attempts.map(String.init) ?? "-")\n"
                }
            }
            return text
        }
        if ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil {
            try text.write(to: RealChains.record, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: RealChains.record, encoding: .utf8) == text)
    }

    private static let checkout = ProcessInfo.processInfo.environment["TRAITS_OPENCOMBINE"]

    private static func diagnostics(
        of code: String, within limit: Int, _ mode: PackageMode, _ isStrict: Bool
    ) throws -> String {
        let flags = ["-Xfrontend", "-solver-scope-threshold=\(limit)", "-suppress-warnings"]
        return try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "Chains.swift")
            try code.write(to: file, atomically: true, encoding: .utf8)
            // The first folder that has the module counts.
            let strict = isStrict ? ["-I", try StrictModule.shared.get().folder.path] : []
            return try ClientCompiler.diagnostics(
                of: [file], arguments: ["-typecheck"] + flags + mode.flags + strict)
        }
    }
}
