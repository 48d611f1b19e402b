import Testing
import TraitsRuntime
import TraitsTesting

/// `contains`, `contains(where:)` and `tryContains(where:)`.
@Suite("contains") struct ContainsTests {
    static let cases = [
        OperatorCase("Contains", .everything, finished: "true |", failed: "true |", empty: "false |") {
            $0.contains(2)
        },
        OperatorCase("ContainsWhere", .everything, finished: "true |", failed: "true |", empty: "false |") {
            $0.contains { $0 == 2 }
        },
        OperatorCase(
            "TryContainsWhere", .everything, finished: "true |", failed: "true |", empty: "false |"
        ) { $0.tryContains { value throws in value == 2 } },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
