import Testing

@testable import TraitsRuntime

@Suite("Names of operators in traces")
struct OperatorNamesTests {
    @Test(arguments: [
        ("TraitsRuntime._MapSubscriber<Swift.Int, Swift.Int>", "map"),
        (
            "TraitsRuntime._RelayNode<TraitsRuntime._DirectScheduling<Dispatch.DispatchQueue>, "
                + "TraitsRuntime._ValueSink<Swift.Int>>", "receive(on:)"
        ),
        ("TraitsRuntime._SerialNode<Swift.Int>", nil),
        ("TraitsRuntime._ReplayCore<Swift.Int>", "share(replay:)"),
        ("Program.Model", nil),
    ])
    func `the type of a subscriber belongs to an operator`(type: String, name: String?) {
        #expect(_OperatorNames.operator(of: type) == name)
    }
}
