import Testing
import TraitsRuntime
import TraitsTesting

/// `replaceEmpty(with:)`; `ReplacingTests` has when its value is sent.
@Suite("replaceEmpty") struct ReplaceEmptyTests {
    static let cases = [
        OperatorCase("ReplaceEmpty", .other, finished: "1 2 3 |", failed: "1 2 TestError()", empty: "9 |") {
            $0.replaceEmpty(with: 9)
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
