import TraitsRuntime

// An operator as a reader of MachineOperator.swift writes it.

extension Publisher {
    /// Sends each value of this publisher together with the newest of another.
    ///
    /// ```
    ///                   --1-----2--3--|
    ///                   ----a--b------->
    /// withLatestFrom(_:) -------2b-3b-|
    /// ```
    ///
    /// A value that comes before the other has sent is replaced by the next one. A failure of either ends all, a finish of
    /// the other does not.
    func withLatestFrom<Other: Publisher>(_ other: Other) -> WithLatestFrom<Self, Other>
    where Failure == Other.Failure {
        WithLatestFrom(upstream: self, other: other)
    }
}

struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: MachineOperator
where Upstream.Failure == Other.Failure {
    typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    func makeMachine() -> LatestMachine<Upstream.Output, Other.Output, Upstream.Failure> { LatestMachine() }
}

struct LatestMachine<Input, Signal, Failure: Error>: OperatorMachine {
    var newest: Signal?

    static var name: String { "WithLatestFrom" }
    static var demand: MachineDemand { .asSubscriber }

    func receive(_ input: Input) -> OperatorStep<(Input, Signal), Failure> {
        newest.map { .next((input, $0)) } ?? .skip
    }

    mutating func receive(signal: Signal) -> OperatorStep<(Input, Signal), Failure> {
        newest = signal
        return .skip
    }
}
