import Testing
import TraitsRuntime
import TraitsTesting

/// `map` of one to three key paths.
@Suite("map of key paths") struct MapKeyPathTests {
    static let cases = [
        OperatorCase(
            "MapKeyPath", as: "ManualPublisher", finished: "-2 -3 -4 |", failed: "-2 -3 TestError()"
        ) { $0.map(\.inverted) },
        OperatorCase(
            "MapKeyPath2", as: "ManualPublisher", finished: "(1, -2) (2, -3) (3, -4) |",
            failed: "(1, -2) (2, -3) TestError()"
        ) { $0.map(\.self, \.inverted) },
        OperatorCase(
            "MapKeyPath3", as: "ManualPublisher", finished: "(1, 1, 1) (2, 2, 2) (3, 3, 3) |",
            failed: "(1, 1, 1) (2, 2, 2) TestError()"
        ) { $0.map(\.self, \.self, \.self) },
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}

extension Int {
    fileprivate var inverted: Int { ~self }
}
