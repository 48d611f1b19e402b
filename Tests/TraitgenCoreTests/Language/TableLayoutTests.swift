import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The shipped tables are read by people: rows in columns, under headings, and nothing else.
@Suite struct TableLayoutTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    private static func tables() throws -> [URL] {
        let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        return try #require(all).compactMap { $0 as? URL }.filter { $0.pathExtension == "traits" }
    }

    @Test func clausesOfAGroupStandInOneColumn() throws {
        var rows = 0
        for table in try Self.tables() {
            var column: Int?
            for line in try String(contentsOf: table, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                if line.isEmpty { column = nil }
                guard let head = line.firstMatch(of: /^(?:source|operator) +\S+(?: \([^)]*\))? {2,}/) else {
                    continue
                }
                rows += 1
                let start = head.0.count
                #expect(column ?? start == start, "\(table.lastPathComponent): \(line)")
                column = start
            }
        }
        #expect(rows > 100)
    }

    @Test func blankLinesStandBetweenGroupsAlone() throws {
        for table in try Self.tables() {
            let text = try String(contentsOf: table, encoding: .utf8)
            #expect(!text.contains("\n\n\n"), "\(table.lastPathComponent)")
            #expect(text.firstMatch(of: /\n\n +\S/) == nil, "\(table.lastPathComponent)")
        }
    }

    /// Samples, and what they can't show, stand beside the table.
    @Test func tablesHoldRowsAlone() throws {
        for table in try Self.tables() {
            let (parsed, mistakes) = Table.parse(
                bytes: Array(try Data(contentsOf: table)), path: table.lastPathComponent)
            #expect(mistakes.isEmpty)
            for row in parsed.rows {
                #expect(
                    row.samples.isEmpty && row.exemptions.isEmpty && row.unsampled == nil, "\(row.type.value)"
                )
            }
        }
    }
}
