import Testing
import TraitsRuntime
import TraitsTesting

/// `assertNoFailure`; the laws of its row have the failure that stops the program.
@Suite("assertNoFailure") struct AssertNoFailureTests {
    static let cases = [
        OperatorCase(
            "AssertNoFailure", as: "ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |"
        ) { $0.replaceError(with: 9).assertNoFailure() }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
