import Testing
import TraitsRuntime
import TraitsTesting

/// `prefix`, `prefix(while:)` and `tryPrefix(while:)`; `PositionTests` has when `prefix` ends.
@Suite("prefix") struct PrefixTests {
    static let cases = [
        OperatorCase("Prefix", as: "Output", finished: "1 2 |", failed: "1 2 |") { $0.prefix(2) },
        OperatorCase("PrefixWhile", finished: "1 |", failed: "1 |") { $0.prefix { $0 < 2 } },
        OperatorCase("TryPrefixWhile", finished: "1 |", failed: "1 |") {
            $0.tryPrefix { value throws in value < 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
