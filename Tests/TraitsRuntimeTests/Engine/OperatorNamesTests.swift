import Testing

@testable import TraitsStreams

@Suite("Names of operators in traces")
struct OperatorNamesTests {
    @Test(arguments: [
        ("TraitsStreams._MapStage<Swift.Int, Swift.Int>", "map"),
        (
            "TraitsStreams._RelayNode<TraitsStreams._DirectScheduling<Dispatch.DispatchQueue>, "
                + "TraitsStreams._ValueSink<Swift.Int>>", "receive(on:)"
        ),
        ("TraitsStreams._SerialNode<Swift.Int>", nil),
        (
            "TraitsStreams._StageSubscriber<TraitsStreams._IgnoreOutputStage<Swift.Int, Swift.Never>, "
                + "TraitsStreams._ValueSink<Swift.Int>>", "ignoreOutput"
        ),
        (
            "TraitsStreams._StageNode<TraitsStreams._OwnedStage<TraitsStreams._TryMapStage<Swift.Int>>, "
                + "Program.Holder>", "tryMap"
        ),
        (
            "TraitsStreams._StageNode<Program.EvensStage<Swift.Int>, TraitsStreams._ValueSink<Swift.Int>>",
            "evens"
        ),
        (
            "TraitsStreams._ReductionNode<TraitsStreams._OwnedReduction<Program.LastWord.Reduction>, "
                + "Program.Holder>", "lastWord"
        ),
        ("TraitsStreams._ReplayCore<Swift.Int>", "share(replay:)"),
        ("TraitsRuntime._UsingNode<Swift.Int>", "using"),
        ("Program.Model", nil),
    ])
    func `the type of a subscriber belongs to an operator`(type: String, name: String?) {
        #expect(_OperatorNames.operator(of: type) == name)
    }
}
