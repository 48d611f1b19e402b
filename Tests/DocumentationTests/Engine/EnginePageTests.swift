import Foundation
import Testing

/// The page that says how operators are built can be copied.
@Suite("The page of the engine", .compiling, .waiting)
struct EnginePageTests {
    @Test func `an operator of each kind compiles in the module, and prints what it says`() throws {
        let operators = try [EnginePage.own()] + EnginePage.custom()
        #expect(operators.count == 6, "the page's, and one of each public kind")
        let expected = operators.enumerated().flatMap { number, sample in
            ["--- \(number)"] + sample.blocks.flatMap(\.printed)
        }
        #expect(expected.count > 12, "where are their lines?")
        let files = operators.enumerated().map { $1.file($0) }
        #expect(try EnginePage.outcome(of: files) == .printed(expected))
    }

    @Test func `an operator that is wrong is noticed`() throws {
        let sample = Sample(
            path: "Page.md", line: 7, lines: ["struct Stage: OperatorStage {}", "let number = 1"])
        let outcome = try EnginePage.outcome(of: [
            EnginePage.Operator(blocks: [sample]).file(0)
        ])
        guard case .refused(let errors) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(errors.contains("Page.md:7:"), "\(errors)")
    }

    @Test func `every block is Swift, and fits a screen`() throws {
        let fences = try EnginePage.text().split(separator: "\n").filter { $0.hasPrefix("```") }
        #expect(Set(fences) == ["```swift", "```"])
        #expect(fences.count == 2 * fences.count { $0 == "```swift" })
        for block in try EnginePage.own().blocks {
            #expect(block.lines.count <= 45, "\(block)")
        }
    }

    /// A type inside a publisher has the whole type of upstream in its name, which the page forbids.
    @Test func `no operator nests its machine`() throws {
        for block in try EnginePage.own().blocks {
            let nested = block.lines.filter { $0.wholeMatch(of: /\s+.*\b(struct|class|enum) \w+.*/) != nil }
            #expect(nested == [], "\(block)")
        }
    }

    @Test func `every attribute of an operator is explained`() throws {
        let page = try EnginePage.text()
        let attributes = try EnginePage.own().blocks.flatMap(\.lines)
            .flatMap { line in line.matches(of: /@\w+(\(__\w+\))?/).map { String($0.output.0) } }
            .filter { $0 != "@escaping" }
        #expect(attributes.count > 8, "where are they?")
        for attribute in Set(attributes) {
            #expect(page.contains("\n| `\(attribute)` |"), "\(attribute)")
        }
    }
}
