import Testing
import TraitsRuntime
import TraitsTesting

/// `count`.
@Suite("count") struct CountTests {
    static let cases = [
        OperatorCase("Count", .everything, finished: "3 |", failed: "TestError()", empty: "0 |") {
            $0.count()
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
