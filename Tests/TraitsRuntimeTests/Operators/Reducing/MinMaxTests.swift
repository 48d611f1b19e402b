import Testing
import TraitsRuntime
import TraitsTesting

/// `min`, `max` and those with a comparison that may throw.
@Suite("min and max") struct MinMaxTests {
    static let cases = [
        OperatorCase("Min", as: "Comparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.min()
        },
        OperatorCase("Max", as: "Comparison", .everything, finished: "3 |", failed: "TestError()") {
            $0.max()
        },
        // Of equal values `min` and `max` take the first.
        OperatorCase("MinBy", as: "Comparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.min { _, _ in false }
        },
        OperatorCase("MaxBy", as: "Comparison", .everything, finished: "2 |", failed: "TestError()") {
            $0.max { $0 / 2 < $1 / 2 }
        },
        OperatorCase("TryMin", as: "TryComparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.tryMin { a, b throws in a < b }
        },
        OperatorCase("TryMax", as: "TryComparison", .everything, finished: "3 |", failed: "TestError()") {
            $0.tryMax { a, b throws in a < b }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
