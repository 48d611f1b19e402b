import Foundation
import Testing

/// The page "Differences from Combine" names a test in each of its rows, and each of them exists.
@Suite struct DifferencesPageTests {
    private struct Row {
        let line: String
        var cells: [String] { line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        /// `Suite.test`, as written in the last cell.
        var tests: [String] {
            (cells.last ?? "").split(separator: "`").map(String.init)
                .filter { $0.contains(".") && !$0.contains(" ") }
        }
    }

    private static func rows() throws -> [Row] {
        let page = DocumentationTests.root.appending(
            path: "Sources/TraitsRuntime/TraitsRuntime.docc/DifferencesFromCombine.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasPrefix("| what |") }
            .map { Row(line: $0) }
    }

    /// The source of all tests, by suite.
    private static func suites() throws -> [String: String] {
        let folder = DocumentationTests.root.appending(path: "Tests")
        var suites: [String: String] = [:]
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /(?:struct|class) (\w+Tests)\b/) {
                suites[String(match.output.1), default: ""] += text
            }
        }
        return suites
    }

    @Test func `every row says what, why, since when and which test`() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 20, "where are they?")
        for row in rows {
            #expect(row.cells.count == 4, "\(row.line)")
            #expect(row.cells.allSatisfy { !$0.isEmpty }, "\(row.line)")
            #expect(!row.tests.isEmpty, "\(row.line)")
        }
    }

    @Test func `every test that is named exists`() throws {
        let suites = try Self.suites()
        for test in try Self.rows().flatMap(\.tests) {
            let parts = test.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(test)")
            let source = try #require(suites[parts[0]], "there is no suite \(parts[0])")
            #expect(source.contains("func \(parts[1])("), "there is no test \(test)")
        }
    }
}
