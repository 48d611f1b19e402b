import Testing
import TraitsRuntime
import TraitsTesting

/// `last`, `last(where:)` and `tryLast(where:)`.
@Suite("last") struct LastTests {
    static let rows = [
        OperatorRow("Last", .everything, finished: "3 |", failed: "TestError()") { $0.last() },
        OperatorRow("LastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.last { $0 < 3 }
        },
        OperatorRow("TryLastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.tryLast { value throws in value < 3 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
