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
        ("TraitsStreams._ReplayCore<Swift.Int>", "share(replay:)"),
        ("TraitsRuntime._UsingNode<Swift.Int>", "using"),
        ("Program.Model", nil),
    ])
    func `the type of a subscriber belongs to an operator`(type: String, name: String?) {
        #expect(_OperatorNames.operator(of: type) == name)
    }
}
