import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// What a custom machine holds goes when its stream is over, even if the subscriber keeps its subscription.
@Suite("The release of a machine")
struct MachineReleaseTests {
    enum Way: CaseIterable { case finish, failure, cancellation }

    @Test(arguments: Way.allCases)
    func aMachineIsReleased(way: Way) throws {
        let source = PassthroughSubject<Int, Oops>(), other = PassthroughSubject<Int, Oops>()
        try expectRelease(way, source) { Holding(upstream: source, other: other, token: $0) }
    }

    @Test(arguments: Way.allCases)
    func aMachineOfManyInputsIsReleased(way: Way) throws {
        let source = PassthroughSubject<Int, Oops>()
        try expectRelease(way, source) { HoldingInputs(upstreams: [source], token: $0) }
    }

    private func expectRelease<P: Publisher<Int, Oops>>(
        _ way: Way, _ source: PassthroughSubject<Int, Oops>, _ make: (AnyObject) -> P
    ) throws {
        let leaks = LeakTracker()
        var subscription: (any Subscription)?
        make(leaks.token("machine")).subscribe(
            AnySubscriber(
                receiveSubscription: {
                    subscription = $0
                    $0.request(.unlimited)
                }))
        source.send(1)
        switch way {
        case .finish: source.send(completion: .finished)
        case .failure: source.send(completion: .failure(Oops()))
        case .cancellation: subscription?.cancel()
        }
        try leaks.expectAllReleased()
        withExtendedLifetime(subscription) {}
    }
}

private struct Oops: Error {}

private struct Holding<Upstream: Publisher, Other: Publisher>: MachineOperator
where Upstream.Failure == Other.Failure {
    typealias Output = Upstream.Output

    let upstream: Upstream
    let other: Other
    let token: AnyObject

    func makeMachine() -> Machine { Machine(token: token) }

    struct Machine: OperatorMachine {
        let token: AnyObject

        static var name: String { "Holding" }
        static var demand: MachineDemand { .asSubscriber }

        func receive(_ input: Output) -> OperatorStep<Output, Upstream.Failure> { .next(input) }
        func receive(signal: Other.Output) -> OperatorStep<Output, Upstream.Failure> { .skip }
    }
}

private struct HoldingInputs<Upstream: Publisher>: InputsOperator {
    typealias Output = Upstream.Output

    let upstreams: [Upstream]
    let token: AnyObject

    func makeMachine() -> Machine { Machine(token: token) }

    struct Machine: OperatorInputsMachine {
        let token: AnyObject

        static var name: String { "Holding" }

        func receive(_ input: Output, from index: Int) -> OperatorStep<Output, Upstream.Failure> {
            .next(input)
        }
    }
}
