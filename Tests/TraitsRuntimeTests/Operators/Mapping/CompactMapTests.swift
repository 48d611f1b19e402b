import Testing
import TraitsRuntime
import TraitsTesting

/// `compactMap` and `tryCompactMap`.
@Suite("compactMap") struct CompactMapTests {
    static let cases = [
        OperatorCase(
            "CompactMap", as: "ManualPublisher", finished: "10 30 |", failed: "10 TestError()", skips: [2]
        ) {
            $0.compactMap { $0 == 2 ? nil : $0 * 10 }
        },
        OperatorCase("TryCompactMap", finished: "10 30 |", failed: "10 TestError()", skips: [2]) {
            $0.tryCompactMap { value throws in value == 2 ? nil : value * 10 }
        },
        OperatorCase(
            "CompactMap, fused", as: "ManualPublisher", finished: "5 |", failed: "TestError()", skips: [1, 2]
        ) { $0.compactMap { $0 == 2 ? nil : $0 }.map { $0 + 2 }.compactMap { $0 == 3 ? nil : $0 } },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
