import Testing
import TraitsRuntime
import TraitsTesting

/// `dropFirst`, `drop(while:)` and `tryDrop(while:)`; `PositionTests` has what `dropFirst` asks for.
@Suite("drop") struct DropTests {
    static let rows = [
        OperatorRow("Drop", .other, finished: "2 3 |", failed: "2 TestError()") { $0.dropFirst() },
        OperatorRow("DropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.drop { $0 < 2 }
        },
        OperatorRow("TryDropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.tryDrop { value throws in value < 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: rows) func history(row: OperatorRow) { row.expectHistories() }
}
