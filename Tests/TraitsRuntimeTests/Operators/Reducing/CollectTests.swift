import Testing
import TraitsRuntime
import TraitsTesting

/// `collect()` and `collect(_:)`; `CollectByCountTests` and `CollectByTimeTests` have the rest of groups.
@Suite("collect") struct CollectTests {
    static let cases = [
        OperatorCase("Collect", .everything, finished: "[1, 2, 3] |", failed: "TestError()", empty: "[] |") {
            $0.collect()
        },
        OperatorCase("CollectByCount", .other, finished: "[1, 2] [3] |", failed: "[1, 2] TestError()") {
            $0.collect(2)
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
