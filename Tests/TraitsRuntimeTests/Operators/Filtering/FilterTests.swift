import Testing
import TraitsRuntime
import TraitsTesting

/// `filter` and `tryFilter`.
@Suite("filter") struct FilterTests {
    static let rows = [
        OperatorRow("Filter", as: "ManualPublisher", finished: "1 3 |", failed: "1 TestError()", skips: [2]) {
            $0.filter { $0 != 2 }
        },
        OperatorRow("TryFilter", finished: "1 3 |", failed: "1 TestError()", skips: [2]) {
            $0.tryFilter { value throws in value != 2 }
        },
        OperatorRow(
            "Filter, fused", as: "ManualPublisher", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) {
            $0.filter { $0 != 2 }.filter { $0 != 1 }
        },
        OperatorRow(
            "TryFilter, fused", as: "TryFilter", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) { $0.filter { $0 != 2 }.tryFilter { value throws in value != 1 }.filter { $0 != 4 } },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
