import Foundation
import Testing
import TraitgenCore

/// The version stands in the generator, and every document names that one.
@Suite struct VersionTests {
    @Test(arguments: [
        ("README.md", #"--from ([0-9.]+)"#),
        (
            "Sources/TraitsRuntime/TraitsRuntime.docc/VersionsAndStability.md",
            #"present version is ([0-9.]+[0-9])"#
        ),
        ("Sources/TraitsRuntime/TraitsRuntime.docc/ActorsAndThreads.md", #"from: "([0-9.]+)""#),
        ("Sources/TraitsRuntime/TraitsRuntime.docc/Guides/YourFirstHourWithSwift6.md", #"from: "([0-9.]+)""#),
        (".github/ISSUE_TEMPLATE/bug.yml", #"placeholder: ([0-9.]+),"#),
        (".github/ISSUE_TEMPLATE/table.yml", #"placeholder: ([0-9.]+),"#),
        ("CHANGELOG.md", #"\n## ([0-9.]+)\n"#),
    ])
    func `a document names the present version`(path: String, pattern: String) throws {
        let text = try String(contentsOf: DocumentationTests.root.appending(path: path), encoding: .utf8)
        let found = try #require(text.firstMatch(of: Regex(pattern, as: (Substring, Substring).self)))
        #expect(found.output.1 == TraitgenCommand.version)
    }
}
