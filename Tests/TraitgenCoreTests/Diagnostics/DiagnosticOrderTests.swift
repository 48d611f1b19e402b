import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Findings come in the order of the text, whichever stage has found them.
@Suite struct DiagnosticOrderTests {
    private let imported = """
        trait MaybePublisher {
            --o|-->
            --x|-->
        }
        operator Map   o => o   o => x
        operator Filter   o => p
        operator Count   passes   later
        """

    private let table = """
        import "Zeta.traits"
        operator Scan   zip
        operator First   o => p
        operator Last   | => |   | => x
        """

    private let samples = """
        Scan   each change
        First   upstream.first()
        """

    /// An imported table comes before the one that imports it, and samples behind their table, whatever their names are.
    @Test func findingsOfSeveralFiles_comeFileByFile() {
        let found = findings(table, ["Zeta.traits": imported], samples: samples)
        let places = found.split(separator: "\n").filter { $0.contains(" error: ") }.map {
            $0.prefix { $0 != " " }.split(separator: ":").prefix(2).joined(separator: ":")
        }
        #expect(
            places == [
                "Zeta.traits:3", "Zeta.traits:5", "Zeta.traits:6", "Zeta.traits:7", "Table.traits:2",
                "Table.traits:3", "Table.traits:4", "Table.samples:1",
            ])
    }

    @Test func parsing_tellsMistakesInTheOrderOfTheText() {
        let text = """
            trait OnePublisher {
                --y-->
                --z-->

            source Odd   y
            """
        let lines = Table.parse(text, path: "Table.traits").diagnostics.map(\.location.line)
        #expect(lines == [1, 2, 3, 5])
    }

    @Test func aSink_tellsEachFindingOnce() {
        let sink = DiagnosticSink()
        for line in [3, 1, 3] {
            sink.report(.silentRow, at: SourceLocation(path: "T", line: line, column: 1), "nothing")
        }
        #expect(sink.inTheOrderOfTheText().map(\.location.line) == [1, 3])
    }
}
