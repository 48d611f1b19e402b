import TraitsRuntime

extension Publisher {
    /// Sends each value together with the one before it.
    func pairwise() -> Pairwise<Self> { Pairwise(upstream: self) }
}

/// A custom operator that is a stage.
struct Pairwise<Upstream: Publisher>: StageOperator {
    typealias Output = (Upstream.Output, Upstream.Output)
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func makeStage() -> PairwiseStage<Upstream.Output, Failure> { PairwiseStage() }
}

struct PairwiseStage<Input, Failure: Error>: OperatorStage {
    var last: Input?

    static var name: String { "Pairwise" }

    mutating func receive(_ input: Input) -> OperatorStep<(Input, Input), Failure> {
        defer { last = input }
        return last.map { .next(($0, input)) } ?? .skip
    }
}
