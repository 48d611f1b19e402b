import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct TableParserTests {
    private func parse(_ text: String) throws -> Table {
        let (table, diagnostics) = Table.parse(text, path: "Table.traits")
        #expect(diagnostics.map(\.description) == [])
        return table
    }

    private func row(_ text: String) throws -> Table.RowDeclaration {
        try #require(try parse(text).rows.first)
    }

    @Test func row_knowsWhereItStands() throws {
        let table = try parse("\n\nsource Just   o|\noperator Publishers.Map   o => o\n")
        #expect(table.rows.map(\.type.location.description) == ["Table.traits:3:8", "Table.traits:4:10"])
        #expect(table.rows.map(\.type.location.length) == [4, 14])
        #expect(table.rows[1].rules[0].trigger.location.description == "Table.traits:4:27")
    }

    @Test func rules_readLikeMarbles() throws {
        let row = try row("operator X   o => o or nothing   o-| => oo| or traps   -x => x")
        #expect(
            row.rules.map(\.trigger.value) == [
                .init(.any, .value), .init(.afterValue, .finish), .init(.beforeValue, .failure),
            ])
        #expect(row.rules[0].alternatives.map(\.value) == [.events([.value]), .events([])])
        #expect(row.rules[1].alternatives.map(\.value) == [.events([.value, .value, .finish]), .traps])
        #expect(row.clauses == ["o => o or nothing", "o-| => oo| or traps", "-x => x"])
    }

    @Test func attributes_mayStandOnTheRowsLineOrBelow() throws {
        let one = try row("source Just   o|   because \"so\" since 1.2 on Combine where Output == Never")
        let many = try row(
            """
            source Just   o|
                because "so"   // why

                since 1.2
                on Combine
                where Output == Never
            """)
        for row in [one, many] {
            #expect(row.because == "so")
            #expect(row.since == "1.2")
            #expect(row.backends.map(\.value) == [.combine])
            #expect(row.requirements.map(\.text) == ["Output == Never"])
        }
    }

    @Test func quotedText_mayHoldAnything() throws {
        #expect(
            try row(#"source Just   o|   because "größer — \"so\" \\ // no comment""#).because
                == #"größer — "so" \ // no comment"#)
    }

    @Test func sample_goesOnWhereLinesAreIndentedDeeper() throws {
        let row = try row(
            """
            operator Publishers.Map   o => o
                sample upstream
                    .map { "\\($0)" }

                    .map { $0 } // kept
                sample upstream.map(\\.self)
                because "so"
            """)
        #expect(
            row.samples.map(\.text) == [
                "upstream\n    .map { \"\\($0)\" }\n\n    .map { $0 } // kept", "upstream.map(\\.self)",
            ])
        #expect(row.samples.map(\.location.description) == ["Table.traits:2:12", "Table.traits:6:12"])
        #expect(row.because == "so")
    }

    @Test func inputs_areNamedOrUpstream() throws {
        #expect(try row("operator X   passes").inputs == nil)
        #expect(try row("operator X (A, B.Output)   zip").inputs?.map(\.name.value) == ["A", "B.Output"])
        #expect(try row("operator X (A...)   merge").inputs?.map(\.isRepeated) == [true])
        #expect(
            try row("operator X (A == Box.Values, B)   zip").inputs?.map(\.given?.value) == [
                "Box.Values", nil,
            ])
        #expect(try row("operator X (A... == Box)   zip").inputs?.map(\.isRepeated) == [true])
    }

    @Test func inputs_mayHaveABound() throws {
        let pair = try row("operator X (A: BPublisher, C)   concat")
        #expect(pair.inputs?.map(\.bound?.value) == ["BPublisher", nil])
        let many = try row("operator X (A: BPublisher...)   zip   none => o|")
        #expect(many.inputs?.map(\.isRepeated) == [true])
        #expect(many.inputs?.map(\.bound?.value) == ["BPublisher"])
        #expect(many.none?.value.text == "o|")
        #expect(many.clauses == ["zip", "none => o|"])
        #expect(try row("operator X   retry or later").combinerMayWait)
    }

    @Test func whatAnOperatorBeginsWith_areValues() throws {
        let row = try row("operator X   begins ooo*   o => nothing   repeat")
        #expect(row.beginning == Beginning(values: 2, hasMore: true))
        #expect(row.clauses == ["begins ooo*", "o => nothing", "repeat"])
        #expect(try self.row("operator X   begins o*").beginning == Beginning(values: 0, hasMore: true))
        #expect(try self.row("operator X   last or nothing").clauses == ["last or nothing"])
    }

    @Test func histories_mayHoldBlanksBetweenDashes() throws {
        let row = try row("source X   o- - ->, silent,--x")
        #expect(row.histories.map(\.text) == ["o- - ->", "silent", "--x"])
        #expect(row.histories.map(\.end) == [.anything, .silent, .failed])
    }

    @Test func trait_keepsItsMeaningsAndDocumentation() throws {
        let table = try parse(
            """
            /// One line.
            /// Another.
            trait APublisher: B, C {
                // a comment
                --------->   can be “silent” > for ever
                o- - ->
            }
            """)
        let trait = try #require(table.traits.first)
        #expect(trait.documentation == ["One line.", "Another."])
        #expect(trait.refines.map(\.value) == ["B", "C"])
        #expect(trait.lines.map(\.marble.text) == ["--------->", "o- - ->"])
        #expect(trait.lines.map(\.meaning) == ["can be “silent” > for ever", ""])
    }

    @Test func documentation_belongsToTheDeclarationRightBelow() throws {
        let table = try parse("/// Lost.\n\nsource A   o|\n/// Kept.\nsource B   o|\nsource C   o|")
        #expect(table.rows.map(\.documentation) == [[], ["Kept."], []])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func lineEnds_ofEverySystemAreRead(end: String) throws {
        let table = try parse(
            ["source A   o|", "    because \"so\"", "source B   x", ""].joined(separator: end))
        #expect(table.rows.map(\.type.location.line) == [1, 3])
        #expect(table.rows[0].because == "so")
    }

    @Test func byteOrderMarkAndTabs_areBlank() throws {
        let table = try parse("\u{FEFF}source\tA\to|\n\tbecause \"so\"\n")
        #expect(table.rows[0].because == "so")
        #expect(table.rows[0].type.location.description == "Table.traits:1:8")
    }

    @Test func headers_areRead() throws {
        let table = try parse(
            "backend OpenCombine\nimport TraitsRuntime\nimport \"More Rows.traits\"\nfact _a from B\nsource A   o|"
        )
        #expect(table.backend?.value == .openCombine)
        #expect(table.imports.map(\.target) == [.module("TraitsRuntime"), .path("More Rows.traits")])
        #expect(table.facts.map(\.name.value) == ["_a"])
    }
}
