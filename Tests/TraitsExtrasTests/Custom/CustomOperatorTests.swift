import Testing
import TraitsRuntime
import TraitsTesting

/// What `ReductionOperator` and `MachineOperator` promise, and the steps of a stage that `Pairwise` doesn't take.
@Suite("Custom operators")
struct CustomOperatorTests {
    // MARK: A stage

    @Test func aStageEndsTheStream() {
        let source = ManualPublisher<Int, TestFailure>()
        for (step, recording) in [
            (Last.finish, "|"), (.last, "(0|)"), (.fail, "x"),
        ] {
            let recorder = Deciding(upstream: source, last: step).record()
            source.send(0)
            #expect(recorder.recording.completion != nil)
            #expect(recorder.values == (recording == "(0|)" ? [0] : []))
            #expect(source.uses.last == .cancelled)
        }
    }

    @Test func aStageChangesTheFailure() {
        let recorder = Renaming(upstream: Fail<Int, TestFailure>(error: TestFailure())).record()
        #expect(recorder.completion == .failure(OtherFailure()))
    }

    // MARK: A reduction

    @Test func aReductionWaitsForDemand() {
        let source = ManualPublisher<Int, Never>()
        let recorder = Sum(upstream: source).record(demand: .none)
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        source.send(2)
        source.send(completion: .finished)
        #expect(recorder.values == [])
        recorder.request(.max(1))
        #expect(recorder.values == [3])
        #expect(recorder.completion == .finished)
    }

    @Test func aReductionEndsEarly() {
        let source = ManualPublisher<Int, Never>()
        let recorder = Sum(upstream: source, limit: 2).record()
        source.send(2)
        #expect(recorder.values == [2])
        #expect(source.uses.last == .cancelled)
    }

    @Test func aReductionOfWhatIsThereSynchronously() {
        var values: [Int] = []
        _ = Sum(upstream: Just(7)).sink { values.append($0) }
        _ = Sum(upstream: [1, 2].publisher).sink { values.append($0) }
        #expect(values == [7, 3])
    }

    // MARK: A machine

    @Test func aMachineAnswersUpstream() {
        let (source, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Bool, Never>())
        let recorder = Allowed(upstream: source, other: other).record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.max(1))])
        #expect(other.uses == [.requested(.unlimited)])
        #expect(source.send(1) == .max(1))
        other.send(true)
        #expect(source.send(2) == .none)
        other.send(completion: .finished)
        source.send(completion: .finished)
        #expect(recorder.values == [2])
        #expect(recorder.completion == .finished)
    }

    @Test func aMachineReleasesWhatItKeeps() {
        let source = PassthroughSubject<Mark, Never>()
        weak var kept: Mark?
        let recorder = Keeping(upstream: source, other: PassthroughSubject<Void, Never>()).record()
        do {
            let token = Mark()
            kept = token
            source.send(token)
        }
        #expect(kept != nil)
        source.send(completion: .finished)
        #expect(kept == nil)
        #expect(recorder.completion == .finished)
    }
}

private final class Mark {}
private struct OtherFailure: Error, Equatable {}

private enum Last { case finish, last, fail }

private struct Deciding<Upstream: Publisher>: StageOperator {
    typealias Output = Upstream.Output

    let upstream: Upstream
    let last: Last

    func makeStage() -> Stage { Stage(last: last) }

    struct Stage: OperatorStage {
        let last: Last

        static var name: String { "Deciding" }

        func receive(_ input: Output) -> OperatorStep<Output, Upstream.Failure> {
            switch last {
            case .finish: .finish
            case .last: .last(input)
            case .fail: (TestFailure() as? Upstream.Failure).map { .fail($0) } ?? .skip
            }
        }
    }
}

private struct Renaming<Upstream: Publisher>: StageOperator {
    typealias Output = Upstream.Output

    let upstream: Upstream

    func makeStage() -> Stage { Stage() }

    struct Stage: OperatorStage {
        static var name: String { "Renaming" }

        func receive(_ input: Output) -> OperatorStep<Output, OtherFailure> { .next(input) }

        func completion(
            _ completion: Subscribers.Completion<Upstream.Failure>
        ) -> Subscribers.Completion<OtherFailure> {
            switch completion {
            case .finished: .finished
            case .failure: .failure(OtherFailure())
            }
        }
    }
}

private struct Sum<Upstream: Publisher>: ReductionOperator where Upstream.Output == Int {
    let upstream: Upstream
    var limit = Int.max

    func makeReduction() -> Reduction { Reduction(limit: limit) }

    struct Reduction: OperatorReduction {
        let limit: Int
        var sum = 0

        static var name: String { "Sum" }

        mutating func receive(_ input: Int) -> ReductionStep<Upstream.Failure> {
            sum += input
            return sum < limit ? .more : .done
        }

        func result() -> Int? { sum }
    }
}

private struct Allowed<Upstream: Publisher, Other: Publisher>: MachineOperator
where Other.Output == Bool, Other.Failure == Upstream.Failure {
    let upstream: Upstream
    let other: Other

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorMachine {
        var isOn = false

        static var name: String { "Allowed" }
        static var demand: MachineDemand { .asSubscriber }

        func receive(_ input: Upstream.Output) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            isOn ? .next(input) : .skip
        }

        mutating func receive(signal: Bool) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            isOn = signal
            return .skip
        }
    }
}

private struct Keeping<Upstream: Publisher, Other: Publisher>: MachineOperator
where Other.Failure == Upstream.Failure {
    let upstream: Upstream
    let other: Other

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorMachine {
        var newest: Upstream.Output?

        static var name: String { "Keeping" }
        static var demand: MachineDemand { .unlimited }

        mutating func receive(_ input: Upstream.Output) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            newest = input
            return .skip
        }

        mutating func receive(signal: Other.Output) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            .skip
        }
    }
}
