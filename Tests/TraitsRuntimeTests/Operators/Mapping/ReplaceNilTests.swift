import Testing
import TraitsRuntime
import TraitsTesting

/// `replaceNil`, which is a `map`.
@Suite("replaceNil") struct ReplaceNilTests {
    static let cases = [
        OperatorCase("ReplaceNil", as: "ManualPublisher", finished: "1 0 3 |", failed: "1 0 TestError()") {
            $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0)
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
