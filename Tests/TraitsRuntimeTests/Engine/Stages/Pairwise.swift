import TraitsRuntime

extension Publisher {
    /// Sends each value together with the one before it.
    func pairwise() -> Pairwise<Self> { Pairwise(upstream: self) }
}

/// An operator of a user's own that is a stage.
struct Pairwise<Upstream: Publisher>: _FilterOperator {
    typealias Output = (Upstream.Output, Upstream.Output)
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    var _stage: PairwiseStage<Upstream.Output, Failure> { PairwiseStage() }
}

struct PairwiseStage<Input, Failure: Error>: _FilterStage {
    var last: Input?

    static var name: String { "Pairwise" }

    mutating func receive(_ input: Input) -> _Step<(Input, Input), Failure> {
        defer { last = input }
        return last.map { .next(($0, input)) } ?? .skip
    }

    func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}
