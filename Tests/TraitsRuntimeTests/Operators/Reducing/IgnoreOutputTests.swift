import Testing
import TraitsRuntime
import TraitsTesting

/// `ignoreOutput`.
@Suite("ignoreOutput") struct IgnoreOutputTests {
    static let cases = [
        OperatorCase("IgnoreOutput", as: "ManualPublisher", .other, finished: "|", failed: "TestError()") {
            $0.ignoreOutput()
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
