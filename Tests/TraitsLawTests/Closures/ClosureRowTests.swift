import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// The table of ``ClosureTests`` is complete.
@Suite("Rows with closures")
struct ClosureRowTests {
    /// The rows whose samples have a closure take part, but for these.
    @Test func everyRowWithAClosureTakesPart() {
        let exempt = [
            "Future": "its closure is called when it is made, and released then, as in Combine",
            "Deferred":
                "its closure makes a publisher for each subscriber, which keeps nothing of it, as in Combine",
            "Publishers.Retry": "the closure of its sample is a helper's",
            "Publishers.SetFailureType": "the closure of its sample is a helper's",
            "TraitPublishers.ZipSingle": "the closure of its sample is one of `map`",
            "TraitPublishers.ZipMaybe": "the closure of its sample is one of `map`",
            "TraitPublishers.ZipCompletable": "the closure of its sample is one of `map`",
            "TraitPublishers.Dematerialize": "the closure of its sample is one of `map`",
        ]
        let covered = Set(ClosureCase.all.map(\.row))
        let missing = LawTable.types.filter { type in
            LawTable.row(type).sampleTexts.contains { $0.contains("{") } && !type.hasPrefix("Propert")
                && exempt[type] == nil && !covered.contains(type)
        }
        #expect(missing == [])
    }
}
