import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// What holds while a machine changes: it is the only one that has its state, and what a released value sends comes later.
@Suite("The change of a machine")
struct MachineChangeTests {
    // MARK: The state isn't copied

    @Test func aMachineAloneHasItsState() {
        let (source, signals) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let recorder = Unshared(upstream: source, other: signals).record()
        source.send(1)
        signals.send(2)
        source.send(3)
        signals.send(completion: .finished)
        #expect(recorder.values == [true, true, true, true])
    }

    @Test func aMachineOfManyInputsAloneHasItsState() {
        let sources = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let recorder = UnsharedInputs(upstreams: sources).record()
        sources[0].send(1)
        sources[1].send(1)
        sources[0].send(completion: .finished)
        sources[1].send(completion: .finished)
        #expect(recorder.values == [true, true, true, true])
    }

    /// An array that nobody keeps takes the next value in its place.
    @Test func combineLatestOfACollectionChangesItsArray() {
        let sources = (0..<100).map { _ in PassthroughSubject<Sending, Never>() }
        var places: Set<UnsafeRawPointer> = []
        let cancellable = sources.combineLatest().sink {
            places.insert($0.withUnsafeBytes { $0.baseAddress! })
        }
        for source in sources { source.send(Sending()) }
        for source in sources { source.send(Sending()) }
        #expect(places.count == 1)
        cancellable.cancel()
    }

    // MARK: A released value sends

    @Test(arguments: [Subscribers.Demand.unlimited, .none])
    func whatAReleasedValueSendsComesAfterTheAnswer(demand: Subscribers.Demand) {
        let sources = (0..<2).map { _ in ManualPublisher<Sending, Never>() }
        var values: [Int] = []
        let recorder = Numbering(upstreams: sources).handleEvents(receiveOutput: { values.append($0) })
            .record(demand: demand == .unlimited ? .unlimited : .none)
        sources[0].send(Sending { sources[1].send(Sending()) })
        if demand == .none { recorder.request(.max(1)) }
        // Its release of the first token makes the second source send.
        sources[0].send(Sending())
        if demand == .none {
            #expect(values == [1])
            recorder.request(.max(2))
        }
        #expect(values == [1, 2, 3])
        if demand == .none { #expect(sources[1].uses == [.requested(.max(1)), .requested(.max(1))]) }
        recorder.cancel()
    }

    @Test func aSkippedValueOfAReleaseIsReplaced() {
        let sources = (0..<2).map { _ in ManualPublisher<Sending, Never>() }
        let recorder = Numbering(upstreams: sources, isSkipping: true).record(demand: .atOnce(1))
        sources[0].send(Sending { #expect(sources[1].send(Sending()) == .none) })
        #expect(sources[1].uses == [.requested(.max(1))])
        sources[0].send(Sending())
        #expect(sources[1].uses == [.requested(.max(1)), .requested(.max(1))])
        recorder.cancel()
    }

    @Test func anEndThatAReleaseSendsComesAfterTheAnswer() {
        let sources = (0..<2).map { _ in PassthroughSubject<Sending, Never>() }
        let recorder = Numbering(upstreams: sources).record()
        sources[0].send(Sending { for source in sources { source.send(completion: .finished) } })
        sources[0].send(Sending())
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .finished)
    }

    @Test func aCancellationByAReleaseIsTheEnd() {
        let sources = (0..<2).map { _ in ManualPublisher<Sending, Never>() }
        let recorder = Numbering(upstreams: sources).record()
        weak var kept: Sending?
        sources[0].send(Sending { recorder.cancel() })
        do {
            let token = Sending()
            kept = token
            sources[0].send(token)
        }
        #expect(recorder.values == [1])
        #expect(kept == nil)
    }

    /// Each released value sends the next one: ten thousand of them take no more of the stack than one.
    @Test func manyReleasesDoNotNest() {
        let source = PassthroughSubject<Sending, Never>()
        let recorder = Numbering(upstreams: [source]).record()
        func send(_ count: Int) {
            source.send(
                Sending {
                    guard count > 0 else { return }
                    send(count - 1)
                    source.send(Sending())
                })
        }
        send(10_000)
        source.send(Sending())
        #expect(recorder.values.count == 20_002)
    }

    @Test func combineLatestOfAnObjectThatSendsAtItsRelease() {
        let (first, second) = (PassthroughSubject<Sending, Never>(), PassthroughSubject<Int, Never>())
        let recorder = first.combineLatest(second).map(\.1).record()
        second.send(1)
        first.send(Sending { second.send(2) })
        first.send(Sending())
        #expect(recorder.values == [1, 1, 2])
    }
}

/// An object that calls a closure when it is released.
private final class Sending {
    private let whenReleased: () -> Void

    init(_ whenReleased: @escaping () -> Void = {}) { self.whenReleased = whenReleased }

    deinit { whenReleased() }
}

/// An object that a machine has for itself. The node keeps the machine as it was at first, so the object comes later.
private struct Own {
    private final class Object {}
    private var object: Object?

    /// Returns whether no copy of the machine is alive.
    mutating func isAlone() -> Bool {
        if object == nil { object = Object() }
        return isKnownUniquelyReferenced(&object)
    }
}

/// Tells for each event whether the machine alone has its state.
private struct Unshared<Upstream: Publisher, Other: Publisher>: MachineOperator
where Other.Failure == Upstream.Failure {
    let upstream: Upstream
    let other: Other

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorMachine {
        var own = Own()

        static var name: String { "Unshared" }
        static var demand: MachineDemand { .unlimited }

        mutating func receive(_ input: Upstream.Output) -> OperatorStep<Bool, Upstream.Failure> {
            .next(own.isAlone())
        }
        mutating func receive(signal: Other.Output) -> OperatorStep<Bool, Upstream.Failure> {
            .next(own.isAlone())
        }

        mutating func receive(
            signalCompletion: Subscribers.Completion<Upstream.Failure>
        ) -> OperatorStep<Bool, Upstream.Failure> { .next(own.isAlone()) }
    }
}

private struct UnsharedInputs<Upstream: Publisher>: InputsOperator {
    typealias Output = Bool

    let upstreams: [Upstream]

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorInputsMachine {
        var own = Own()

        static var name: String { "UnsharedInputs" }

        mutating func receive(_ input: Upstream.Output, from index: Int) -> OperatorStep<
            Bool, Upstream.Failure
        > {
            .next(own.isAlone())
        }

        mutating func receive(
            completion: Subscribers.Completion<Upstream.Failure>, from index: Int
        ) -> OperatorStep<Bool, Upstream.Failure> { .next(own.isAlone()) }
    }
}

/// Keeps the newest value, and sends the number of values so far.
private struct Numbering<Upstream: Publisher>: InputsOperator {
    typealias Output = Int

    let upstreams: [Upstream]
    var isSkipping = false

    func makeMachine() -> Machine { Machine(isSkipping: isSkipping) }

    struct Machine: OperatorInputsMachine {
        let isSkipping: Bool
        var newest: Upstream.Output?
        var count = 0

        static var name: String { "Numbering" }

        mutating func receive(_ input: Upstream.Output, from index: Int) -> OperatorStep<
            Int, Upstream.Failure
        > {
            newest = input
            count += 1
            return isSkipping ? .skip : .next(count)
        }
    }
}
