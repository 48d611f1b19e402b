import Testing
import TraitsRuntime
import TraitsTesting

/// `scan` and `tryScan`.
@Suite("scan") struct ScanTests {
    static let rows = [
        OperatorRow("Scan", as: "ManualPublisher", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.scan(0, +)
        },
        OperatorRow("TryScan", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.tryScan(0) { sum, value throws in sum + value }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
