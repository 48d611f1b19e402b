import Testing
import TraitsRuntime
import TraitsTesting

/// `scan` and `tryScan`.
@Suite("scan") struct ScanTests {
    static let cases = [
        OperatorCase("Scan", as: "ManualPublisher", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.scan(0, +)
        },
        OperatorCase("TryScan", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.tryScan(0) { sum, value throws in sum + value }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
