import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The page of the table language has an example of each clause: a row of the libraries, which their laws check.
@Suite("The page of the table language") struct LanguagePageTests {
    private let examples: [Table.RowDeclaration]
    private let rows: [String: Table.RowDeclaration]

    init() throws {
        let page = try String(
            contentsOf: RenderFixture.root.appending(
                path: "Sources/traitgen/Core/TraitgenCore.docc/TableLanguage.md"), encoding: .utf8)
        let spans = page.matches(of: #/`((?:source|operator) +[A-Z].*?)`/#).map { String($0.1) }
        let lines = page.split(separator: "\n").filter { $0.contains(#/^(?:source|operator) /#) }.map(
            String.init)
        examples = try Self.rows(
            (spans + lines).map { $0.replacing("\\|", with: "|") }.joined(separator: "\n"))
        let tree = SourceTree()
        let tables = try tree.tables(below: "Sources").flatMap { path in
            try Self.rows(String(decoding: try #require(tree.read(path)), as: UTF8.self))
        }
        rows = Dictionary(tables.map { ($0.type.value, $0) }) { first, _ in first }
    }

    private static func rows(_ text: String) throws -> [Table.RowDeclaration] {
        let parsed = Table.parse(text, path: "Examples.traits")
        try #require(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
        return parsed.table.rows
    }

    @Test func `an example is what the table of a library says`() {
        var count = 0
        for example in examples {
            guard let row = rows[example.type.value] else { continue }
            // A row takes clauses over from its section, and the page may leave out clauses that aren't about events.
            let clauses = row.section == nil ? row.clauses : Array(row.clauses.prefix(example.clauses.count))
            let inputs = example.inputs ?? row.inputs
            let places = example.places ?? row.places
            #expect(example.clauses == clauses, "\(example.type.value)")
            #expect(inputs?.map(\.name.value) == row.inputs?.map(\.name.value), "\(example.type.value)")
            #expect(places?.names.map(\.value) == row.places?.names.map(\.value), "\(example.type.value)")
            #expect(example.shared == nil || row.shared != nil, "\(example.type.value)")
            #expect(example.anew.isEmpty || row.anew.map(\.value) == example.anew.map(\.value))
            count += 1
        }
        #expect(count > 35, "where are they?")
    }

    @Test func `each clause has an example`() {
        let combiners = Set(examples.compactMap(\.combiner?.value))
        #expect(combiners.union([.pass]) == Set(Behaviour.Combiner.allCases))
        #expect(Set(examples.flatMap(\.words.keys)) == Set(Table.RowDeclaration.Word.allCases))
        let effects = Set(examples.flatMap(\.signals).flatMap(\.alternatives).map(\.value))
        #expect(effects.isSuperset(of: [.nothing, .sends(.finish), .opens, .opensOnce, .group]))
        let triggers = Set(examples.flatMap(\.rules).map(\.trigger.value))
        #expect(Set(triggers.map(\.context)) == [.any, .beforeValue, .afterValue])
        #expect(Set(triggers.map(\.event)) == Set(Event.allCases))
        #expect(examples.flatMap(\.rules).flatMap(\.alternatives).contains { $0.value == .traps })
        for has: (Table.RowDeclaration) -> Bool in [
            { !$0.histories.isEmpty }, { !$0.cut.isEmpty }, { $0.none != nil }, { $0.places != nil },
            { $0.shared != nil }, { !$0.anew.isEmpty }, \.combinerMayFail, \.combinerMayWait,
        ] { #expect(examples.contains(where: has)) }
    }
}
