import Synchronization
import Testing
import TraitsTesting

@testable import TraitsRuntime
@testable import TraitsStreams

/// Counts values that are older than the one before, and those after the end.
private final class Watch: Sendable {
    private let last = Synchronization.Atomic<Int>(-1)
    private let faults = Synchronization.Atomic<Int>(0)
    private let isOver = Synchronization.Atomic<Bool>(false)

    var faultCount: Int { faults.load(ordering: .acquiring) }
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    func value(_ value: Int) {
        let before = last.exchange(value, ordering: .acquiringAndReleasing)
        if value < before || hasEnded { faults.add(1, ordering: .relaxed) }
    }

    func end() { isOver.store(true, ordering: .releasing) }
}

/// What a machine gets from its node, on operators that the library doesn't have: whatever is right for them comes from
/// the node alone.
@Suite("Machines")
struct MachineTests {
    // MARK: sample(on:)

    @Test func sampleSendsWhatIsNewAtEachTick() {
        let (a, ticks) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.sample(on: ticks), limited: .atOnce(100))
        ticks.send(0)
        a.send(1)
        a.send(2)
        ticks.send(0)
        ticks.send(0)
        paths.expect([2])
        a.send(3)
        ticks.send(0)
        paths.expect([2, 3])
        a.send(4)
        a.send(completion: .finished)
        ticks.send(0)
        paths.expect([2, 3], .finished)
    }

    @Test func sampleAsksForEverythingAndLeavesOutWhatIsNotWanted() {
        let (a, ticks) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1))
        a.sample(on: ticks).subscribe(subscriber)
        #expect(a.uses == [.requested(.unlimited)])
        #expect(ticks.uses == [.requested(.unlimited)])
        for value in 1...3 {
            a.send(value)
            ticks.send(0)
            if value == 2 { subscriber.request(.max(1)) }
        }
        #expect(subscriber.values == [1, 3])
        ticks.send(completion: .failure(TestError()))
        #expect(subscriber.completions == [.failure(TestError())])
        #expect(a.uses == [.requested(.unlimited), .cancelled])
    }

    // MARK: withLatestFrom(_:)

    @Test func withLatestFromPairsWithTheNewest() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.withLatestFrom(b).map { [$0, $1] })
        a.send(1)
        b.send(10)
        b.send(20)
        a.send(2)
        b.send(completion: .finished)
        a.send(3)
        paths.expect([[2, 20], [3, 20]])
        a.send(completion: .finished)
        paths.expect([[2, 20], [3, 20]], .finished)
    }

    @Test func withLatestFromReplacesValuesThatAreSkipped() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(2)) }, receiveValue: { _ in .max(3) })
        a.withLatestFrom(b).map { $0 + $1 }.subscribe(subscriber)
        #expect(a.uses == [.requested(.max(2))])
        #expect(b.uses == [.requested(.unlimited)])
        #expect(a.send(1) == .max(1))
        b.send(10)
        #expect(a.send(2) == .max(3))
        #expect(subscriber.values == [12])
        subscriber.subscription?.cancel()
        #expect(a.uses == [.requested(.max(2)), .cancelled])
        #expect(b.uses == [.requested(.unlimited), .cancelled])
    }

    // MARK: Both

    @Test func whatIsKeptIsReleasedAtTheEnd() {
        for cancels in [true, false] {
            let (a, b) = (PassthroughSubject<Token, TestError>(), IntSubject())
            weak var value: Token?
            let subscriber = TrackingSubscriber<Token, TestError>(demand: .max(1))
            a.sample(on: b).subscribe(subscriber)
            do {
                let token = Token()
                value = token
                a.send(token)
            }
            #expect(value != nil)
            if cancels { subscriber.subscription?.cancel() } else { b.send(completion: .finished) }
            #expect(value == nil)
        }
    }

    /// A machine that goes on without either of its publishers has nothing to wait for when both have finished.
    @Test(arguments: [false, true])
    func theLastFinishEndsWhateverTheAnswer(upstreamFirst: Bool) {
        let (a, b) = (IntSubject(), IntSubject())
        let subscriber = IntTracking(demand: .unlimited)
        Patient(upstream: a, other: b).subscribe(subscriber)
        a.send(1)
        (upstreamFirst ? a : b).send(completion: .finished)
        #expect(subscriber.completions.isEmpty)
        (upstreamFirst ? b : a).send(completion: .finished)
        #expect(subscriber.values == [1])
        #expect(subscriber.completions.count == 1)
    }

    /// A value is never older than one before it, no two overlap, and nothing comes after the end.
    @Test(arguments: Laws.seeds(1...4))
    func manyThreads(seed: UInt64) {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let watch = Watch()
        let sampled = a.sample(on: b).sink(receiveCompletion: { _ in watch.end() }, receiveValue: watch.value)
        onThreads(2) { index in
            for value in 0..<20_000 { index == 0 ? a.send(value) : b.send(value) }
            if index == 0 { a.send(completion: .finished) }
        }
        #expect(watch.faultCount == 0, "seed \(seed)")
        #expect(watch.hasEnded)
        sampled.cancel()
    }
}

/// Goes on when either publisher has finished.
private struct Patient<Upstream: Publisher, Other: Publisher>: MachineOperator
where Upstream.Failure == Other.Failure {
    typealias Output = Upstream.Output

    let upstream: Upstream
    let other: Other

    func makeMachine() -> PatientMachine<Output, Other.Output, Upstream.Failure> { PatientMachine() }
}

private struct PatientMachine<Input, Signal, Failure: Error>: OperatorMachine {
    static var name: String { "Patient" }
    static var demand: MachineDemand { .asSubscriber }

    func receive(_ input: Input) -> OperatorStep<Input, Failure> { .next(input) }
    func receive(signal: Signal) -> OperatorStep<Input, Failure> { .skip }
    func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> { .skip }
    func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<Input, Failure> { .skip }
}
