import Testing
import TraitsRuntime
import TraitsTesting

/// `count`.
@Suite("count") struct CountTests {
    static let rows = [
        OperatorRow("Count", .everything, finished: "3 |", failed: "TestError()", empty: "0 |") {
            $0.count()
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
