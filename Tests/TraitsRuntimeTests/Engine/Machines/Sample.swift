@testable import TraitsRuntime
@testable import TraitsStreams

// An operator as a reader of Machine.swift writes it.

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
        Sample(upstream: self, ticks: ticks)
    }
}

struct Sample<Upstream: Publisher, Ticks: Publisher>: _NodePublisher
where Upstream.Failure == Ticks.Failure {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure
    typealias Values = _OneOf<Upstream.Output, Ticks.Output>

    let upstream: Upstream
    let ticks: Ticks

    func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        _MachineNode(Machine(), downstream, inputs: 2).run { node in
            ticks.subscribe(node.input(Values.B()))
            upstream.subscribe(node.input(Values.A()))
        }
    }

    struct Machine: _Machine {
        var newest: Output?

        static var name: String { "Sample" }
        static var demand: _MachineDemand { .sampled }

        mutating func on(_ event: _Event<Values, Failure>) -> _Action<Output, Failure> {
            switch event {
            case .value(.a(let value)):
                newest = value
                return .wait
            case .value(.b):
                defer { newest = nil }
                return newest.map { .next($0) } ?? .wait
            case .end(_, let completion):
                return .end(completion)
            }
        }
    }
}
