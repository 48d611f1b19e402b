import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What only follows from a mistake isn't told beside it, and nothing that doesn't is lost.
@Suite struct ConsequencesTests {
    @Test func aRowThatCannotBeRead_isNotMissingWhereItIsNamed() {
        let table =
            Mistake.traits + """
                source   Price   o*-->   because "it goes up
                operator Rise (Upstream == Price)   o => o
                operator Fall (Upstream == Price)   o => o
                """
        #expect(
            findings(table) == """
                Table.traits:12:34: error: the quoted text has no closing `"` [unterminated-text]
                Table.traits:12:34: note: a quoted text ends on the line it starts on
                """)
    }

    @Test func withoutAnImport_nothingIsMissing() {
        let table = """
            import "Base.traits" too
            trait FirstPublisher: MaybePublisher {
                --o|-->
            }
            operator Shout (Upstream: MaybePublisher)   o => o
            """
        #expect(
            findings(table, Mistake.files) == """
                Table.traits:1:22: error: the line should end before `too` [expected]
                """)
    }

    @Test func aNameThatIsMissing_isToldOnce() {
        let uses = (1...6).map { "operator Shout\($0) (Upstream: SinglPublisher)   o => o\n" }.joined()
        #expect(
            findings(Mistake.traits + uses) == """
                Table.traits:12:28: error: there is no trait `SinglPublisher` [unknown-trait]
                Table.traits:13:28: note: it is named here too
                Table.traits:14:28: note: it is named here too
                Table.traits:15:28: note: it is named here too, and in 2 more places
                Table.traits:12:28: note: did you mean `SinglePublisher`?
                """)
    }

    /// Each is why the other can't be read; to leave out both would be to say that all is well.
    @Test func twoSetsThatNeedEachOther_areTold() {
        let samples = """
            set one
                each two
            set two
                each one
            Publishers.Map   upstream.map each one
            """
        let told = findings(Mistake.traits + "operator Publishers.Map   o => o\n", samples: samples)
        #expect(told.contains("there is no set `two` above"))
    }

    /// Nothing of the file is known, so nothing that it may declare is missing.
    @Test func aTableThatIsNoText_lacksNothingElsewhere() {
        let files: TableImporter = { _, _ in [("Base.traits", [0xFF])] }
        let table = "import \"Base.traits\"\noperator Map (Upstream: MaybePublisher)   o => o\n"
        let error = #expect(throws: DiagnosticsError.self) {
            try Model.build(table, path: "Table.traits", importer: files)
        }
        #expect(error?.diagnostics.map(\.id) == [.invalidText])
    }

    /// A trait with a wrong line is there all the same, and so are all rows.
    @Test func aLineThatCannotBeRead_hidesNoUnknownRow() {
        let table = """
            trait OnePublisher {
                --y-->
                --o|-->
            }
            operator Publishers.Map   o => o
            """
        let told = findings(table, samples: "Publishers.Mop   upstream.mop()")
        #expect(told.contains("[bad-marble]"))
        #expect(told.contains("did you mean `Publishers.Map`?"))
    }

    @Test func aSetWhoseWordIsMisspelt_isNotMissing() {
        let samples = """
            st change
                { $0 + 1 }
            Publishers.Map   upstream.map each change
            """
        let told = findings(Mistake.traits + "operator Publishers.Map   o => o\n", samples: samples)
        #expect(told.contains("the table has no row for `st`"))
        #expect(!told.contains("there is no set"))
    }

    /// What a row keeps depends on the other rows, and on no sample.
    @Test func whatRowsKeep_waitsForRowsAlone() {
        let table =
            Mistake.traits + """
                operator Publishers.Map      o => o
                    conforms SinglePublisher because "it does"
                """
        let claim = "[incomplete-claim]"
        #expect(findings(table).contains(claim))
        #expect(findings(table, samples: "Publishers.Mop   upstream.mop()").contains(claim))
        #expect(!findings(table + "\noperator Publishers.Filter   o => p\n").contains(claim))
    }
}
