import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// A bad table and all that has to be said about it, to the letter.
struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let table: String
    let expected: String

    init(_ name: String, _ table: String, _ expected: String) {
        self.name = name
        self.table = table
        self.expected = expected
    }

    var testDescription: String { name }

    /// Two traits for the tables that need some; eleven lines.
    static let traits = """
        trait MaybePublisher {
            -->      silent
            --x-->   fails
            --|-->   finishes
            --o|-->  one
        }
        trait SinglePublisher: MaybePublisher {
            -->      silent
            --x-->   fails
            --o|-->  one
        }

        """

    static let all =
        textMistakes + ruleMistakes + marbleMistakes + traitMistakes + rowMistakes + clauseMistakes
        + signalMistakes + furtherMistakes + claimMistakes + attributeMistakes + givenMistakes
        + sectionMistakes

    /// The tables that the bad ones import.
    static let files = [
        "Base.traits": """
        backend TraitsRuntime
        trait MaybePublisher {
            -->      silent
            --x-->   fails
            --|-->   finishes
            --o|-->  one
        }
        source Just   o|
        """,
        "Table.traits": "",
        "Cycle.traits": "import \"Table.traits\"\nsource Cycle   o|\n",
        "Bad.traits": "source Bad   y\n",
    ]
}

/// Finds imported tables in a dictionary: a module's table is named after it.
func importer(_ files: [String: String]) -> TableImporter {
    { target, _ in
        let name =
            switch target {
            case .module(let module): "\(module).traits"
            case .path(let path): path
            }
        return files[name].map { [(name, Array($0.utf8))] } ?? []
    }
}

/// The findings about a table, as they are printed.
func findings(_ table: String, _ files: [String: String] = [:], samples: String? = nil) -> String {
    findings(Array(table.utf8), files, samples: samples)
}

func findings(_ bytes: [UInt8], _ files: [String: String] = [:], samples: String? = nil) -> String {
    do throws(DiagnosticsError) {
        _ = try Model.build(
            bytes: bytes, path: "Table.traits", importer: importer(files),
            samples: { table in
                guard table == "Table.traits", let samples else { return nil }
                return ("Table.samples", Array(samples.utf8))
            })
        return ""
    } catch {
        return error.diagnostics.map(\.description).joined(separator: "\n")
    }
}

@Suite struct MistakeTests {
    @Test(arguments: Mistake.all)
    func table_withMistake_isReportedToTheLetter(_ mistake: Mistake) {
        #expect(findings(mistake.table, Mistake.files) == mistake.expected)
    }

    /// Samples and sections are about rows, and which rows there are isn't known while one can't be read.
    @Test func mistakeInATable_isNotDrownedBySamples() {
        let table = """
            operator Publishers.Map      o => o
                because "it maps
            operator Publishers.Filter   o => o or nothing

            """
        let samples = """
            section "Filters"
                exempt demand because "it asks for one more"

            Publishers.Filter   upstream.filter { $0 > 0 }
            Publishers.Fliter   upstream.filter { $0 > 0 }
            """
        let mistake = findings(table, samples: samples)
        #expect(mistake.components(separatedBy: " error: ").count == 2, "\(mistake)")
        #expect(mistake.hasPrefix("Table.traits:2:13: error: the quoted text has no closing"), "\(mistake)")
    }

    @Test(arguments: Mistake.sampleMistakes)
    func samples_withMistake_areReportedToTheLetter(_ mistake: Mistake) {
        #expect(findings(Mistake.sampledTable, samples: mistake.table) == mistake.expected)
    }

    @Test func mistakes_areMany_andEachNameIsUsedOnce() {
        #expect(Mistake.all.count >= 40)
        #expect(Set(Mistake.all.map(\.name)).count == Mistake.all.count)
    }

    @Test func bytes_thatAreNoText_areReportedWhereTheyStand() {
        let bytes = Array("source Just   o|\n// é ".utf8) + [0xFF, 0x0A]
        #expect(
            findings(bytes) == """
                Table.traits:2:7: error: the table isn't UTF-8 [invalid-text]
                Table.traits:2:7: note: save the file in UTF-8
                """)
    }

    /// Every kind of mistake the language knows is shown by at least one bad table.
    @Test func everyIdentifier_occurs() {
        let shown = (Mistake.all + Mistake.sampleMistakes).map(\.expected).joined()
        // Shown elsewhere: one needs bytes that are no text, one a budget that no row of sane size exhausts, the others are
        // about laws, templates, traces, several modules and what isn't wrong.
        let others: [DiagnosticID] = [
            .invalidText, .tooLong, .unsampledRow, .needlessSurvivor, .badTemplate, .brokenTrace,
            .idleRow, .idleRule, .shadowedCondition, .needlessReason, .uncheckedSharing, .coveredLine,
            .emptyPromise,
            .idleSample,
            .unpredictedHistory, .unsoundConformance, .ambiguousName, .unknownType,
            .unknownRule, .needlessAllowance,
        ]
        for id in DiagnosticID.allCases where !others.contains(id) {
            #expect(shown.contains("[\(id.rawValue)]"), "\(id.rawValue) is never shown")
        }
    }

    @Test func brokenRow_doesNotHideTheRowsAfterIt() {
        let rows = (1...20).map { "source S\($0)   y" }.joined(separator: "\n")
        #expect(findings(rows).split(separator: "\n").filter { $0.contains("error:") }.count == 20)
    }

    /// Whatever is cut off or changed in a good table, the parser ends and never traps.
    @Test func damagedTables_neverTrap() {
        let table = Array(
            """
            backend Combine
            import Base
            /// Few.
            trait FewPublisher: MaybePublisher {
                -->      silent
                --o|-->  one
            }
            fact _few from FewPublisher
            operator Publishers.Zip (A, B)   zip   o-o => o or nothing   cut => | or x
                because "a \\"b\\"" on Combine, OpenCombine where Failure == Never
                prefer FewPublisher where A: FewPublisher
                sample a.zip(b)
                    .map { $0 }
            source Odd from Module   silent, o- - ->, o*|
            """.utf8)
        #expect(Table.parse(bytes: table, path: "Table.traits").diagnostics.isEmpty)
        for end in table.indices { _ = Table.parse(bytes: Array(table[..<end]), path: "Table.traits") }
        var unread = 0
        for index in table.indices {
            for byte in [0x20, 0x0A, 0x22, 0x7C, 0x2D, 0x7D, 0xC3] as [UInt8] {
                var damaged = table
                damaged[index] = byte
                unread += Table.parse(bytes: damaged, path: "Table.traits").diagnostics.isEmpty ? 0 : 1
            }
        }
        #expect(unread > table.count)
    }
}
