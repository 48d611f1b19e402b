import Testing
import TraitsRuntime
import TraitsTesting

/// `map` and `tryMap`.
@Suite("map") struct MapTests {
    static let cases = [
        OperatorCase("Map", as: "ManualPublisher", finished: "10 20 30 |", failed: "10 20 TestError()") {
            $0.map { $0 * 10 }
        },
        OperatorCase("TryMap", finished: "10 20 30 |", failed: "10 20 TestError()") {
            $0.tryMap { value throws in value * 10 }
        },
        OperatorCase("Map, fused", as: "ManualPublisher", finished: "3 5 7 |", failed: "3 5 TestError()") {
            $0.map { $0 * 2 }.map { $0 + 1 }
        },
        OperatorCase("TryMap, fused", as: "TryMap", finished: "3 5 7 |", failed: "3 5 TestError()") {
            $0.map { $0 * 2 }.tryMap { value throws in value }.map { $0 + 1 }
        },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
