import Testing
import TraitsRuntime
import TraitsTesting

/// `removeDuplicates` and `tryRemoveDuplicates`.
@Suite("removeDuplicates") struct RemoveDuplicatesTests {
    static let cases = [
        OperatorCase("RemoveDuplicates", finished: "1 2 |", failed: "1 2 TestError()", skips: [3]) {
            $0.removeDuplicates { $0 / 2 == $1 / 2 }
        },
        OperatorCase("TryRemoveDuplicates", finished: "1 2 |", failed: "1 2 TestError()", skips: [3]) {
            $0.tryRemoveDuplicates { old, new throws in old / 2 == new / 2 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
