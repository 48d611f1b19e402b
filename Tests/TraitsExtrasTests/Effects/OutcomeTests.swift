import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Outcomes and ownership")
struct OutcomeTests {
    @Test func outcomesAreShownInOrder() {
        var seen: [String] = []
        let single: some SinglePublisher<Int, Never> = Just(1)
            .onSuccess { seen.append("value \($0)") }
            .onCompletion { seen.append("done") }
            .onFailure { _ in }
        _ = single.sink { _ in seen.append("sent") }
        #expect(seen == ["value 1", "sent", "done"])
        _ = Fail<Int, TestFailure>(error: TestFailure()).onFailure { seen.append("\($0)") }.record()
        #expect(seen.count == 4)
    }

    @Test func doFinallyRunsOnceForEachSubscription() {
        var count = 0
        let source = ManualPublisher<Int, TestFailure>()
        let publisher = source.doFinally { count += 1 }
        let recorder = publisher.record()
        source.send(completion: .failure(TestFailure()))
        #expect(count == 1)
        recorder.cancel()
        #expect(count == 1)
        let cancellable = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        cancellable.cancel()
        cancellable.cancel()
        #expect(count == 2)
    }

    @Test func doFinallyRunsOnceWhereTheClosureCancels() {
        var count = 0
        var cancellable: AnyCancellable?
        let subject = PassthroughSubject<Int, Never>()
        cancellable = subject.doFinally {
            count += 1
            cancellable?.cancel()
        }.sink { _ in }
        subject.send(completion: .finished)
        #expect(count == 1)
    }

    @Test func doFinallyKeepsASingle() {
        let single: some SinglePublisher<Int, Never> = Just(1).doFinally {}
        #expect(single.record().values == [1])
    }

    @Test func ignoreFailureFinishesOrStaysSilent() {
        let fail = Fail<Int, TestFailure>(error: TestFailure())
        #expect(fail.ignoreFailure().record().completion == .finished)
        #expect(fail.ignoreFailure(completeImmediately: false).record().completion == nil)
    }

    @Test func assignKeepsItsObjectAsItIsTold() {
        let subject = PassthroughSubject<Int, Never>()
        for (ownership, isKept) in [(ObjectOwnership.strong, true), (.weak, false), (.unowned, false)] {
            weak var kept: Box?
            var cancellable: AnyCancellable?
            do {
                let box = Box()
                kept = box
                cancellable = subject.assign(to: \.number, on: box, ownership: ownership)
                subject.send(7)
                #expect(box.number == 7)
            }
            #expect((kept != nil) == isKept)
            if ownership != .unowned { subject.send(8) }
            cancellable?.cancel()
            #expect(kept == nil)
        }
    }

    @Test func sinkWithIgnoresValuesOfAReleasedObject() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        var cancellable: AnyCancellable?
        do {
            let box = Box()
            cancellable = subject.sink(with: box) { box, value in values.append(value + box.number) }
            subject.send(1)
        }
        subject.send(2)
        #expect(values == [1])
        cancellable?.cancel()
    }

    private final class Box { var number = 0 }
}
