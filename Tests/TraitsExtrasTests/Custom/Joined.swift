import TraitsRuntime

/// A custom operator of any number of publishers, which is `MergeMany`.
struct Joined<Upstream: Publisher>: InputsOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstreams: [Upstream]

    init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

    func makeMachine() -> JoinedMachine<Output, Failure> { JoinedMachine() }
}

struct JoinedMachine<Input, Failure: Error>: OperatorInputsMachine {
    static var name: String { "Joined" }

    func receive(_ input: Input, from index: Int) -> OperatorStep<Input, Failure> { .next(input) }
}
