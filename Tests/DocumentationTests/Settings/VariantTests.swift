import Foundation
import Testing

/// Scripts name the suites that they run, since `swift test` can't choose suites by their tags.
@Suite("Suites that scripts run")
struct VariantTests {
    @Test func `every pattern of a variant matches a suite`() throws {
        let script = DocumentationTests.root.appending(path: ".ci/variant").path
        let (text, succeeded) = try ClientCompiler.run([script, "--patterns"])
        let patterns = text.split(separator: "\n").map(String.init)
        #expect(succeeded && patterns.count > 50, "\(text)")
        #expect(try Self.unknown(patterns) == [])
    }

    @Test func `every filter of another script matches a suite`() throws {
        let folder = DocumentationTests.root.appending(path: ".ci")
        var patterns: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                patterns += line.matches(of: /--(?:filter|skip) (?:'([^']+)'|(\w+))/)
                    .map { String($0.1 ?? $0.2 ?? "") }
            }
        }
        #expect(patterns.count > 5, "where are they?")
        #expect(try Self.unknown(patterns) == [])
    }

    @Test func `a pattern without a suite is noticed`() throws {
        #expect(
            try Self.unknown([#"\.VariantTests$"#, #"^TraitsLawTests\.TableLaws$"#, "NoSuchTests"])
                == ["NoSuchTests"])
    }

    /// The patterns that match no suite, nor another type of a test module.
    private static func unknown(_ patterns: [String]) throws -> [String] {
        let types = try types()
        return try Set(patterns).sorted().filter { pattern in
            let regex = try Regex(pattern)
            return !types.contains { $0.contains(regex) }
        }
    }

    /// The types of the tests, such as `DocumentationTests.VariantTests`.
    private static func types() throws -> Set<String> {
        var types: Set<String> = []
        for top in ["Tests", "Proof/Tests", "Templates/Laws"] {
            let folder = DocumentationTests.root.appending(path: top)
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
            for path in paths ?? [] where path.hasSuffix(".swift") || path.hasSuffix(".mustache") {
                // The template of laws is that of several modules; `TraitsLawTests` has most of the rows.
                let module = path.hasSuffix(".mustache") ? "TraitsLawTests" : path.prefix { $0 != "/" }
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                for match in text.matches(of: /(?:struct|class|enum|actor) (\w+)/) {
                    types.insert("\(module).\(match.1)")
                }
            }
        }
        return types
    }
}
