import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// The page of all operators knows the names that the guides give: what a guide says of another library is found there.
@Suite struct OperatorNameTests {
    /// A guide, and the columns of its tables that have names in them.
    struct Guide: CustomTestStringConvertible {
        var path: String
        var columns: [Int]

        var testDescription: String { path }
    }

    static let guides = [
        Guide(path: "Guides/WhichOperator.md", columns: [1, 2]),
        Guide(path: "Moving/MovingFromRxSwift.md", columns: [0]),
        Guide(path: "Moving/MovingFromReactiveSwift.md", columns: [0]),
        Guide(path: "Moving/MovingFromAsyncSequence.md", columns: [0]),
    ]

    /// What no operator stands for: the erasers of single promises, and what a type of another library has.
    private static let unlisted: Set = [
        "eraseToAnySinglePublisher", "try", "for", "async", "property", "send",
    ]

    @Test(arguments: guides)
    func `a name in a guide is found on the page`(guide: Guide) throws {
        let names = try Self.namesOnThePage()
        try #require(names.count > 300)
        let path = "Sources/TraitsRuntime/TraitsRuntime.docc/\(guide.path)"
        let text = try String(contentsOf: DocumentationTests.root.appending(path: path), encoding: .utf8)
        var count = 0
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.replacing("\\|", with: "").split(
                separator: "|", omittingEmptySubsequences: false
            )
            .dropFirst()
            for column in guide.columns where cells.count > column {
                // A link between two backticks is a type.
                let cell = cells[cells.startIndex + column].replacing(#/``[^`]+``/#, with: "")
                for match in cell.matches(of: #/`([^`]+)`/#) {
                    let name = Self.base(match.1)
                    guard name.first?.isLowercase == true, !Self.unlisted.contains(name) else { continue }
                    #expect(names.contains(name.lowercased()), "`\(match.1)` in \(line)")
                    count += 1
                }
            }
        }
        #expect(count > 10)
    }

    /// The word that is looked for: `flatMapLatest` of `flatMapLatest { … }`.
    private static func base(_ name: Substring) -> String {
        let whole = name.prefix { !"({< ".contains($0) }
        return String(whole.split(separator: ".").last ?? whole)
    }

    private static func namesOnThePage() throws -> Set<String> {
        var printed: [String] = []
        let command = TraitgenCommand(
            files: GeneratedFiles(root: DocumentationTests.root), output: { printed.append($0) },
            errors: { Issue.record("\($0)") })
        try #require(command.run(arguments: ["table", "Sources", "--format", "html"]) == .clean)
        let page = printed.joined()
        return Set(
            page.matches(of: #/data-search="([^"]*)"/#).flatMap { match in
                match.1.split(separator: "|").map { base($0).lowercased() }
            })
    }
}
