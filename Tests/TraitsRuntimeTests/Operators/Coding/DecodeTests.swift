import Testing
import TraitsRuntime
import TraitsTesting

/// `decode`.
@Suite("decode") struct DecodeTests {
    static let cases = [
        OperatorCase("Decode", finished: "1 2 3 |", failed: "1 2 TestError()") {
            $0.map { "<\($0)>" }.decode(type: Int.self, decoder: BracketCoder())
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
}
