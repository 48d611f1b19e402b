import Testing
import TraitsRuntime
import TraitsTesting

/// `first`, `first(where:)` and `tryFirst(where:)`.
@Suite("first") struct FirstTests {
    static let cases = [
        OperatorCase("First", .everything, finished: "1 |", failed: "1 |") { $0.first() },
        OperatorCase("FirstWhere", as: "TryFirst", .everything, finished: "2 |", failed: "2 |") {
            $0.first { $0 > 1 }
        },
        OperatorCase("TryFirstWhere", .everything, finished: "2 |", failed: "2 |") {
            $0.tryFirst { value throws in value > 1 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
