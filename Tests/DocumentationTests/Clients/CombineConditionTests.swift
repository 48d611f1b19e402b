import Foundation
import Testing

/// The condition `canImport(Combine)`, as the page about moving from Combine describes it.
@Suite(.compiling, .waiting) struct CombineConditionTests {
    /// A warning for each module that the compiler can import.
    private static let code = ["Combine", "SwiftUI", "Darwin"].map { module in
        """
        #if canImport(\(module))
        #warning("sees \(module)")
        #endif

        """
    }.joined()

    private static func seen(in said: String) -> Set<String> {
        Set(said.matches(of: #/sees (\w+)/#).map { String($0.1) })
    }

    @Test func `the condition is true exactly where the module can be found`() throws {
        #if canImport(Darwin)
            let apples: Set = ["Combine", "SwiftUI", "Darwin"]
        #else
            let apples: Set<String> = []
        #endif
        let with = try ClientCompiler.diagnostics(of: Self.code)
        #expect(Self.seen(in: with) == apples.union(["Combine"]), "\(with)")
        let without = try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "main.swift")
            try Self.code.write(to: file, atomically: true, encoding: .utf8)
            return try ClientCompiler.run(["swiftc", "-typecheck", file.path]).text
        }
        #expect(Self.seen(in: without) == apples, "\(without)")
    }
}
