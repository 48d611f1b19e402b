import Testing
import TraitsRuntime
import TraitsTesting

/// `mapError`.
@Suite("mapError") struct MapErrorTests {
    static let cases = [
        OperatorCase("MapError", as: "ManualPublisher", finished: "1 2 3 |", failed: "1 2 thrown") {
            $0.mapError { _ in Thrown() }
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
