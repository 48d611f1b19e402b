import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// A wrong `shared` in any row is found by the law about what subscribers share.
@Suite struct SharingMutantTests {
    private static let types = LawTable.types.filter { LawTable.row($0).subscribesForEach }

    @Test(arguments: types) func aWrongWordIsFound(_ type: String) throws {
        let faults = LawTable.row(type).runAsShared()
        #expect(!faults.isEmpty)
        for fault in faults {
            #expect(fault.law == .sharing)
            #expect(fault.detail.hasSuffix("is subscribed to again for another subscriber"), "\(fault)")
        }
    }

    @Test func mostRowsSubscribeForEach() { #expect(Self.types.count > 60) }
}
