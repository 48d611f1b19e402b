import Testing
import TraitsRuntime
import TraitsTesting

/// `setFailureType`.
@Suite("setFailureType") struct SetFailureTypeTests {
    static let cases = [
        OperatorCase(
            "SetFailureType", as: "ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |"
        ) { $0.replaceError(with: 9).setFailureType(to: Thrown.self) }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
