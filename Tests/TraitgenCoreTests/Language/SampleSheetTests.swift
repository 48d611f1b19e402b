import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The samples beside a table.
@Suite struct SampleSheetTests {
    private let table = """
        operator Publishers.Map         o => o
        operator Publishers.Filter      o => o or nothing
        operator Publishers.TryFilter   o => o or nothing or x
        operator Publishers.Merge (A, B)   merge
        operator Publishers.Merge3 (A, B, C)   merge

        trait EndlessPublisher {
            - - ->   can do anything
        }
        """

    private func model(_ samples: String) throws -> Model {
        try Model.build(
            table, path: "Tables/Table.traits",
            samples: { path in
                path == "Tables/Table.traits" ? ("Tables/Table.samples", Array(samples.utf8)) : nil
            })
    }

    private func samples(_ type: String, of text: String) throws -> [String] {
        try #require(model(text).row(named: type)).samples.map(\.text)
    }

    @Test func samplesStandAfterTheTypeOrBelowIt() throws {
        let text = """
            // A comment.

            Publishers.Map      upstream.map { $0 }
                                upstream.map { $0 + 1 }   // and a comment of Swift's

                upstream.map { -$0 }
            Publishers.Filter
                upstream.filter { _ in true }
            """
        #expect(
            try samples("Publishers.Map", of: text) == [
                "upstream.map { $0 }", "upstream.map { $0 + 1 }   // and a comment of Swift's",
                "upstream.map { -$0 }",
            ])
        #expect(try samples("Publishers.Filter", of: text) == ["upstream.filter { _ in true }"])
        let row = try #require(model(text).row(named: "Publishers.Map"))
        #expect(
            row.samples.map(\.location.description) == [
                "Tables/Table.samples:3:21", "Tables/Table.samples:4:21", "Tables/Table.samples:6:5",
            ])
    }

    @Test func aLineOfASetMayHaveTheNameOfTheSetForAPack() throws {
        let text = """
            set value
                (repeat each value)
            Publishers.Map   upstream.map { each value }
            """
        #expect(try samples("Publishers.Map", of: text) == ["upstream.map { (repeat each value) }"])
    }

    @Test func deeperLinesAndClosingBracketsContinueASample() throws {
        let text = """
            Publishers.Map   upstream.map {
                                 $0 + 1
                             }
                upstream
                    .map { $0 }

                    .map { $0 }
                upstream.map(
                    \\.self
                )
            """
        #expect(
            try samples("Publishers.Map", of: text) == [
                "upstream.map {\n    $0 + 1\n}", "upstream\n    .map { $0 }\n\n    .map { $0 }",
                "upstream.map(\n    \\.self\n)",
            ])
    }

    @Test func aSetStandsForEachOfItsLines() throws {
        let text = """
            set either
                true
                false
            set condition
                each either
                value > 0
            Publishers.Filter      upstream.filter { value in each condition }
            Publishers.TryFilter   upstream.tryFilter { value throws in each either && each condition }
                upstream.tryFilter { value in each either || !(each either) }
                upstream.teach either
            """
        #expect(
            try samples("Publishers.Filter", of: text) == [
                "upstream.filter { value in true }", "upstream.filter { value in false }",
                "upstream.filter { value in value > 0 }",
            ])
        #expect(
            try samples("Publishers.TryFilter", of: text) == [
                "upstream.tryFilter { value throws in true && true }",
                "upstream.tryFilter { value throws in true && false }",
                "upstream.tryFilter { value throws in true && value > 0 }",
                "upstream.tryFilter { value throws in false && true }",
                "upstream.tryFilter { value throws in false && false }",
                "upstream.tryFilter { value throws in false && value > 0 }",
                "upstream.tryFilter { value in true || !(true) }",
                "upstream.tryFilter { value in false || !(false) }", "upstream.teach either",
            ])
    }

    /// A mistake in a sample is reported where the sample stands, whichever file that is.
    @Test func theCompilerIsToldWhereASampleStands() throws {
        let text = """
            Publishers.Map   upstream.map {
                                 $0
                             }
            """
        let renderer = try Renderer(
            templates: RenderFixture.laws(),
            options: RenderOptions(module: "Shop"))
        func laws(_ model: Model) throws -> String {
            try #require(renderer.render(model).first { $0.name.contains("Laws") }).text
        }
        let row = """
            trait EndlessPublisher {
                - - ->   can do anything
            }
            operator Publishers.Map   o => o

            """
        // The compiler names a misspelt operator only if it knows the type in front of it.
        #expect(
            try laws(Model.build(row + "    sample upstream\n", path: "In.traits")).contains(
                "row.sample(\"upstream\") { (scheduler: TraitsTesting.TestScheduler, upstream: LawUpstream<TestError>) in\n"
            ))
        #expect(
            try laws(Model.build(row + "    sample upstream\n", path: "In.traits")).contains(
                """

                #sourceLocation(file: "In.traits", line: 5)
                        upstream
                #sourceLocation()

                """))
        let beside = try laws(
            Model.build(
                row, path: "Tables/Table.traits",
                samples: { _ in ("Tables/Table.samples", Array("// Mine.\n\n\(text)".utf8)) }))
        #expect(
            beside.contains(
                """
                #sourceLocation(file: "Tables/Table.samples", line: 3)
                        upstream.map {
                """))
    }

    @Test func packsOfSwiftAreLeftAlone() throws {
        let text = "Publishers.Map   make(repeat each input)\n"
        #expect(try samples("Publishers.Map", of: text) == ["make(repeat each input)"])
    }

    @Test func setsOfTablesBesideAreShared_thoseOfModulesAreNot() throws {
        func model(_ header: String) throws -> Model {
            try Model.build(
                header + "\noperator Shout   o => o\n", path: "Own.traits",
                importer: { _, _ in [("Base.traits", Array("operator Base   o => o\n".utf8))] },
                samples: { table in
                    let text =
                        table == "Base.traits"
                        ? "set number\n    1\n    2\nBase   upstream.base(each number)\n"
                        : "Shout   upstream.shout(each number)\n"
                    return ("\(table.dropLast(7)).samples", Array(text.utf8))
                })
        }
        #expect(try model("import \"Base.traits\"").rows[0].samples.map(\.text).last == "upstream.shout(2)")
        let error = #expect(throws: DiagnosticsError.self) { try model("import Base") }
        #expect(error?.diagnostics.map(\.id) == [.unknownSet])
    }

    @Test func whatSamplesCantShowStandsWithThem() throws {
        let text = """
            Publishers.Filter   upstream.filter { $0 > 0 }
                exempt patience, release because "it is slow"
                unseen o| => |,
                    oo| => |
                    because "nobody looks"
                survives "with the cut x" because "it can't be seen"
            Publishers.Merge    unsampled because "it is long"
            """
        let row = try #require(model(text).row(named: "Publishers.Filter"))
        #expect(row.exemptions.map(\.law) == ["patience", "release"])
        #expect(row.unseenHistories.map(\.inputs[0].lawMarbles) == ["o|", "oo|"])
        #expect(row.unseen == "nobody looks")
        #expect(row.survivors.map(\.location.description) == ["Tables/Table.samples:6:5"])
        #expect(try model(text).row(named: "Publishers.Merge")?.unsampled == "it is long")
    }

    @Test func aSectionHoldsForAllRowsBelowIt_upToTheNext() throws {
        let text = """
            Publishers.Map   upstream.map { $0 }

            section "Many inputs"
                unsampled because "there are too many"
                exempt order because "they overtake"

            Publishers.Merge    a.merge(with: b)
            Publishers.Merge3

            section "Few inputs"

            Publishers.Filter   upstream.filter { $0 > 0 }
            """
        let model = try model(text)
        func row(_ type: String) throws -> Row { try #require(model.row(named: type)) }
        #expect(try row("Publishers.Map").exemptions.isEmpty)
        #expect(try row("Publishers.Merge").unsampled == nil)
        #expect(try row("Publishers.Merge").exemptions.map(\.because) == ["they overtake"])
        #expect(try row("Publishers.Merge3").unsampled == "there are too many")
        #expect(try row("Publishers.Filter").exemptions.isEmpty)
    }

    @Test func aTableHasSectionsToo() throws {
        let model = try Model.build(
            """
            trait EndlessPublisher {
                - - ->   can do anything
            }
            source First   o|
            section "Slow ones"   exempt patience because "they are slow"
                unsampled because "they are too slow"
            source Second   o|
            source Third   o|
                sample Third()
            """, path: "Table.traits")
        #expect(model.rows.map { $0.exemptions.map(\.law) } == [[], ["patience"], ["patience"]])
        #expect(model.rows.map(\.unsampled) == [nil, "they are too slow", nil])
    }

    @Test func aRowWithoutSamplesIsReportedWithTheFileThatLacksThem() throws {
        let error = #expect(throws: DiagnosticsError.self) {
            try LawContext.check(try model("Publishers.Map   upstream.map { $0 }\n"))
        }
        #expect(error?.diagnostics.count == 4)
        #expect(
            error?.diagnostics[0].help
                == "add `Publishers.Filter   EXPRESSION` to Table.samples, or say why there is none with `unsampled because \"…\"`"
        )
    }

    @Test func bytesThatAreNoTextAreReported() {
        let found = SampleSheet.parse(bytes: Array("Map   upstream\n".utf8) + [0xFF], path: "Table.samples")
        #expect(found.diagnostics.map(\.id) == [.invalidText])
        #expect(found.diagnostics.first?.location.line == 2)
    }

    @Test func allMistakesOfAnEntryAreReported() {
        let text = """
            Y   upstream.y(each a)
                unsampled becase "x"
                exempt demnd because "so"
                upstream.y(each b)

            """
        let found = SampleSheet.parse(bytes: Array(text.utf8), path: "Table.samples")
        #expect(
            found.diagnostics.map { "\($0.location.line):\($0.location.column) \($0.id.rawValue)" } == [
                "1:16 unknown-set", "2:15 expected", "3:12 unknown-word", "4:16 unknown-set",
            ])
        #expect(found.sheet.entries.isEmpty)
    }

    /// Whatever is cut off or changed in good samples, the parser ends and never traps.
    @Test func damagedSamples_neverTrap() {
        let text = Array(
            """
            set condition
                true
            section "Others"   exempt patience because "a \\"b\\""
            Publishers.Filter   upstream.filter { _ in each condition }
                upstream.filter {
                    $0 > 0
                }
                unseen o| => |, oo| => | because "nobody looks"
            """.utf8)
        #expect(SampleSheet.parse(bytes: text, path: "Table.samples").diagnostics.isEmpty)
        for end in text.indices { _ = SampleSheet.parse(bytes: Array(text[..<end]), path: "Table.samples") }
        var unread = 0
        for index in text.indices {
            for byte in [0x20, 0x0A, 0x22, 0x7C, 0x2D, 0x7D, 0xC3] as [UInt8] {
                var damaged = text
                damaged[index] = byte
                unread += SampleSheet.parse(bytes: damaged, path: "Table.samples").diagnostics.isEmpty ? 0 : 1
            }
        }
        #expect(unread > text.count)
    }
}
