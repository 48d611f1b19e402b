import TraitsRuntime

// An operator as a reader of MachineOperator.swift writes it.

extension Publisher {
    /// Sends the newest value of this publisher each time that another sends, unless it has been sent already.
    ///
    /// ```
    ///             --1--2-----3---|
    ///             -------x--x--x--->
    /// sample(on:) -------2-----3-|
    /// ```
    ///
    /// Ends as the first of the two ends. A value that comes without demand is left out.
    func sample<Ticks: Publisher>(on ticks: Ticks) -> Sample<Self, Ticks> where Failure == Ticks.Failure {
        Sample(upstream: self, other: ticks)
    }
}

struct Sample<Upstream: Publisher, Other: Publisher>: MachineOperator
where Upstream.Failure == Other.Failure {
    typealias Output = Upstream.Output

    let upstream: Upstream
    let other: Other

    func makeMachine() -> SampleMachine<Output, Other.Output, Upstream.Failure> { SampleMachine() }
}

struct SampleMachine<Input, Signal, Failure: Error>: OperatorMachine {
    var newest: Input?

    static var name: String { "Sample" }
    static var demand: MachineDemand { .unlimited }

    mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
        newest = input
        return .skip
    }

    mutating func receive(signal: Signal) -> OperatorStep<Input, Failure> {
        defer { newest = nil }
        return newest.map { .next($0) } ?? .skip
    }

    func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> {
        switch signalCompletion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }
}
