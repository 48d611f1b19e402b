import Testing
import TraitsRuntime
import TraitsTesting

/// `prefix`, `prefix(while:)` and `tryPrefix(while:)`; `PositionTests` has when `prefix` ends.
@Suite("prefix") struct PrefixTests {
    static let rows = [
        OperatorRow("Prefix", as: "Output", finished: "1 2 |", failed: "1 2 |") { $0.prefix(2) },
        OperatorRow("PrefixWhile", finished: "1 |", failed: "1 |") { $0.prefix { $0 < 2 } },
        OperatorRow("TryPrefixWhile", finished: "1 |", failed: "1 |") {
            $0.tryPrefix { value throws in value < 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
