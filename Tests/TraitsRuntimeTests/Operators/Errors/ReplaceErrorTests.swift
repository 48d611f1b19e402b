import Testing
import TraitsRuntime
import TraitsTesting

/// `replaceError(with:)`; `ReplacingTests` has when its value is sent.
@Suite("replaceError") struct ReplaceErrorTests {
    static let cases = [
        OperatorCase("ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |") { $0.replaceError(with: 9) }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
