import Foundation
import Testing

/// Each row has a name: that of a method that returns its publisher, which `.ci/renew` adds, or one that is written by hand.
@Suite("Names of rows", .compiling, .waiting) struct RowNameTests {
    @Test(arguments: [
        "TraitsRuntime/Operators", "TraitsRuntime/Traits/TraitOperators",
        "TraitsRuntime/Properties/Properties",
        "TraitsFoundation/Foundation", "TraitsNetworking/Networking", "TraitsExtras/Extras",
    ])
    func `each row has a name`(table: String) throws {
        let file = DocumentationTests.root.appending(path: "Sources/\(table).names")
        let rows = try String(
            contentsOf: file.deletingPathExtension().appendingPathExtension("traits"), encoding: .utf8
        ).matches(of: #/(?m)^(?:source|operator) +([\w.]+)/#).map { String($0.1) }
        #expect(rows.count > 0)
        var text = try String(contentsOf: file, encoding: .utf8)
        let named = Set(text.matches(of: #/(?m)^[A-Z][\w.]*/#).map { String($0.0) })
        var missing = rows.filter { !named.contains($0) }
        if !missing.isEmpty, ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil {
            let lines = try Interface(of: String(table.prefix { $0 != "/" })).lines
            let end = text.ranges(of: "\nelsewhere ").first?.lowerBound ?? text.endIndex
            let added = try missing.map { ($0, try Self.entry($0, lines)) }
            text.insert(contentsOf: added.compactMap(\.1).joined(), at: end)
            try text.write(to: file, atomically: true, encoding: .utf8)
            missing = added.filter { $0.1 == nil }.map(\.0)
        }
        #expect(missing == [], "no method returns them: write how a program makes them into \(table).names")
    }

    /// Returns the lines about a row, with the methods that return its type. Names in other libraries are written by hand.
    private static func entry(_ row: String, _ interface: Set<String>) throws -> String? {
        let methods = Set(
            interface.compactMap { line in
                line.contains("-> \(row)<") ? line.prefixMatch(of: #/[\w.]+\.(\w+\(.*?\)): func /#)?.1 : nil
            }
        ).sorted()
        if methods.isEmpty { return nil }
        let namespace = row.contains(".") ? "\(row.prefix { $0 != "." }): " : ""
        let isOwn = namespace.isEmpty || interface.contains { $0.hasPrefix(namespace) }
        let type = isOwn ? row : "\(row) in \(try module(declaring: namespace))"
        let indent = String(repeating: " ", count: type.count)
        return methods.enumerated().map { "\($0.offset == 0 ? type : indent)   \($0.element)\n" }.joined()
    }

    private static func module(declaring line: String) throws -> String {
        let folder = DocumentationTests.root.appending(path: "Tests/DocumentationTests/Interface/Baselines")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let file = try files.first { try String(contentsOf: $0, encoding: .utf8).contains("\n\(line)") }
        return try #require(file).deletingPathExtension().lastPathComponent
    }

    @Test func `a name is that of a method which returns the row's type`() throws {
        let interface: Set = [
            "Publisher.pairs(by:): func pairs(by count: Int) -> MorePublishers.Pairs<Self>",
            "Publisher.pairs(): func pairs() -> MorePublishers.Pairs<Self>",
            "Publisher.map(): func map() -> Publishers.Map<MorePublishers.Pairs<Self>>",
            "MorePublishers.Pairs.init(upstream:): init(upstream: Upstream)",
        ]
        #expect(
            try Self.entry("MorePublishers.Pairs", interface) == """
                MorePublishers.Pairs in TraitsRuntime   pairs()
                                                        pairs(by:)

                """)
        #expect(try Self.entry("Publishers.Filter", interface) == nil)
    }
}
