import Testing
import TraitsRuntime
import TraitsTesting

/// `allSatisfy` and `tryAllSatisfy`.
@Suite("allSatisfy") struct AllSatisfyTests {
    static let cases = [
        OperatorCase("AllSatisfy", .everything, finished: "false |", failed: "false |", empty: "true |") {
            $0.allSatisfy { $0 < 2 }
        },
        OperatorCase("TryAllSatisfy", .everything, finished: "false |", failed: "false |", empty: "true |") {
            $0.tryAllSatisfy { value throws in value < 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
