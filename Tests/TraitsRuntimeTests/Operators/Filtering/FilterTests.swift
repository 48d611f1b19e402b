import Testing
import TraitsRuntime
import TraitsTesting

/// `filter` and `tryFilter`.
@Suite("filter") struct FilterTests {
    static let cases = [
        OperatorCase("Filter", as: "ManualPublisher", finished: "1 3 |", failed: "1 TestError()", skips: [2])
        {
            $0.filter { $0 != 2 }
        },
        OperatorCase("TryFilter", finished: "1 3 |", failed: "1 TestError()", skips: [2]) {
            $0.tryFilter { value throws in value != 2 }
        },
        OperatorCase(
            "Filter, fused", as: "ManualPublisher", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) {
            $0.filter { $0 != 2 }.filter { $0 != 1 }
        },
        OperatorCase(
            "TryFilter, fused", as: "TryFilter", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) { $0.filter { $0 != 2 }.tryFilter { value throws in value != 1 }.filter { $0 != 4 } },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
