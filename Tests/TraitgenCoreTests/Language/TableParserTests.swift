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
        let one = try row("source Just   o|   because \"so\" on Combine where Output == Never")
        let many = try row(
            """
            source Just   o|
                because "so"   // why

                on Combine
                where Output == Never
            """)
        for row in [one, many] {
            #expect(row.because == "so")
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
        let pair = try row("operator X (A: BPublisher, C)   | => next")
        #expect(pair.inputs?.map(\.bound?.value) == ["BPublisher", nil])
        let many = try row("operator X (A: BPublisher...)   zip   none => o|")
        #expect(many.inputs?.map(\.isRepeated) == [true])
        #expect(many.inputs?.map(\.bound?.value) == ["BPublisher"])
        #expect(many.none?.value.text == "o|")
        #expect(many.clauses == ["zip", "none => o|"])
        #expect(try row("operator X   x => again or later or x").combinerMayWait)
    }

    /// A rule with `next` or `again` is about one input; another rule for the same event is about the whole stream.
    @Test func rulesWithNextAndAgain_areNoRulesOfTheStream() throws {
        let row = try row("operator X   | => again or |   last   | => o|")
        #expect(row.combiner?.value == .repeat)
        #expect(row.rules.map(\.text) == ["| => o|"])
        #expect(row.clauses == ["| => again or |", "last", "| => o|"])
        let next = try self.row("operator X (A, B)   x => x or next")
        #expect(next.combiner?.value == .rescue && next.combinerMayFail)
    }

    @Test(arguments: [("merge", Behaviour.Combiner.gather), ("zip", .match)])
    func failuresComeLast_whereverTheRowSaysSo(word: String, combiner: Behaviour.Combiner) throws {
        for text in ["\(word)   x last", "x last   \(word)"] {
            #expect(try row("operator X (A, B)   \(text)").combiner?.value == combiner)
        }
    }

    @Test func sectionsCompleteTheirRows() throws {
        let table = try parse(
            """
            source A   o|
            section "Properties"   inputs == Box   joins now
            source B   o|
            operator C   o => o
            operator D (E, F == Other, G: HPublisher)   zip   joins late
            operator I (J...)   passes
            section "Others"
            operator K   o => o
            """)
        #expect(
            table.rows.map { $0.inputs?.map(\.given?.value) } == [
                nil, nil, ["Box"], ["Box", "Other", nil], ["Box"], nil,
            ])
        #expect(
            table.rows.map(\.clauses) == [
                ["o|"], ["o|"], ["o => o", "joins now"], ["zip", "joins late"], ["joins now"], ["o => o"],
            ])
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
