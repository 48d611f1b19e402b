import Testing
import TraitsRuntime
import TraitsTesting

/// `output(at:)` and `output(in:)`; `PositionTests` has what they ask for.
@Suite("output") struct OutputTests {
    static let cases = [
        OperatorCase("OutputAt", as: "Output", finished: "2 |", failed: "2 |", skips: [1]) {
            $0.output(at: 1)
        },
        OperatorCase("OutputIn", as: "Output", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.output(in: 1...)
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
