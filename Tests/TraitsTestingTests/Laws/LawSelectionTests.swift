import Testing

@_spi(Proof) @testable import TraitsTesting

/// `TRAITS_LAWS_ROWS` asks for rows, and a misspelt name is no green run.
@Suite struct LawSelectionTests {
    @Test func takesWhatIsAskedForAndTellsWhatNoTableHas() {
        let selection = LawSelection("Just  Publishers.Zip Publishers.Zap")
        #expect(selection.takes("Just"))
        #expect(!selection.takes("Publishers.Map"))
        #expect(
            selection.fault
                == "laws: TRAITS_LAWS_ROWS asks for `Publishers.Zap`, `Publishers.Zip`, which no table tried here has a row about"
        )
        #expect(selection.takes("Publishers.Zip"))
        #expect(selection.fault?.contains("Zip") == false)
        #expect(selection.takes("Publishers.Zap"))
        #expect(selection.fault == nil)
    }
}
