import Testing
import TraitsRuntime
import TraitsTesting

/// `last`, `last(where:)` and `tryLast(where:)`.
@Suite("last") struct LastTests {
    static let cases = [
        OperatorCase("Last", .everything, finished: "3 |", failed: "TestError()") { $0.last() },
        OperatorCase("LastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.last { $0 < 3 }
        },
        OperatorCase("TryLastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.tryLast { value throws in value < 3 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
