@testable import TraitsRuntime
@testable import TraitsStreams

// An operator as a reader of Machine.swift writes it.

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

struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: _NodePublisher
where Upstream.Failure == Other.Failure {
    typealias Output = (Upstream.Output, Other.Output)
    typealias Failure = Upstream.Failure
    typealias Values = _OneOf<Upstream.Output, Other.Output>

    let upstream: Upstream
    let other: Other

    func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        _MachineNode(Machine(), downstream, inputs: 2).run { node in
            other.subscribe(node.input(Values.B()))
            upstream.subscribe(node.input(Values.A()))
        }
    }

    struct Machine: _Machine {
        var newest: Other.Output?

        static var name: String { "WithLatestFrom" }
        static var demand: _MachineDemand { .answered(.unlimited) }

        mutating func on(_ event: _Event<Values, Failure>) -> _Action<Output, Failure> {
            switch event {
            case .value(.a(let value)):
                return newest.map { .next((value, $0)) } ?? .skip
            case .value(.b(let value)):
                newest = value
                return .wait
            case .end(let input, let completion):
                if input == 1, case .finished = completion { return .wait }
                return .end(completion)
            }
        }
    }
}
