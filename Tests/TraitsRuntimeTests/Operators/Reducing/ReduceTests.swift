import Testing
import TraitsRuntime
import TraitsTesting

/// `reduce` and `tryReduce`.
@Suite("reduce") struct ReduceTests {
    static let cases = [
        OperatorCase("Reduce", .everything, finished: "16 |", failed: "TestError()", empty: "10 |") {
            $0.reduce(10, +)
        },
        OperatorCase("TryReduce", .everything, finished: "16 |", failed: "TestError()", empty: "10 |") {
            $0.tryReduce(10) { sum, value throws in sum + value }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
