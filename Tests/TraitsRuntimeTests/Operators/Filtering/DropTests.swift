import Testing
import TraitsRuntime
import TraitsTesting

/// `dropFirst`, `drop(while:)` and `tryDrop(while:)`; `PositionTests` has what `dropFirst` asks for.
@Suite("drop") struct DropTests {
    static let cases = [
        OperatorCase("Drop", .other, finished: "2 3 |", failed: "2 TestError()") { $0.dropFirst() },
        OperatorCase("DropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.drop { $0 < 2 }
        },
        OperatorCase("TryDropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.tryDrop { value throws in value < 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
