import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("mergeDelayError and zipDelayError")
struct DelayErrorTests {
    private let first = PassthroughSubject<Int, TestFailure>()
    private let second = PassthroughSubject<Int, TestFailure>()

    @Test func mergeFailsWhenAllHaveEnded() {
        let recorder = first.mergeDelayError(with: second).record()
        first.send(1)
        first.send(completion: .failure(TestFailure()))
        second.send(2)
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == nil)
        second.send(completion: .finished)
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func mergeFinishesWithoutFailures() {
        let recorder = [first, second].mergeDelayError().record()
        first.send(completion: .finished)
        second.send(2)
        second.send(completion: .finished)
        #expect(recorder.values == [2])
        #expect(recorder.completion == .finished)
        #expect([PassthroughSubject<Int, TestFailure>]().mergeDelayError().record().completion == .finished)
    }

    private enum Fault: Error { case early, late }

    @Test func theFirstFailureCounts() {
        let a = PassthroughSubject<Int, Fault>(), b = PassthroughSubject<Int, Fault>()
        let recorder = a.mergeDelayError(with: b).record()
        b.send(completion: .failure(.early))
        a.send(completion: .failure(.late))
        #expect(recorder.completion == .failure(.early))
    }

    /// Each subscriber sees failures of its own subscription alone.
    @Test func beginsAgainForEachSubscriber() {
        var fails = true
        let source = Deferred {
            defer { fails = false }
            return Result<Int, TestFailure>.Publisher(fails ? .failure(TestFailure()) : .success(1))
        }
        let merged = source.mergeDelayError(with: Empty<Int, TestFailure>())
        #expect(merged.record().completion == .failure(TestFailure()))
        #expect(merged.record().completion == .finished)
    }

    @Test func zipPairsWhatHasCome() {
        let recorder = first.zipDelayError(second).record()
        first.send(1)
        first.send(2)
        first.send(completion: .failure(TestFailure()))
        second.send(10)
        #expect(recorder.values.map { $0.0 + $0.1 } == [11])
        #expect(recorder.completion == nil)
        second.send(20)
        #expect(recorder.values.map { $0.0 + $0.1 } == [11, 22])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func cancelsBoth() {
        let a = ManualPublisher<Int, TestFailure>(), b = ManualPublisher<Int, TestFailure>()
        a.mergeDelayError(with: b).sink { _ in
        } receiveValue: { _ in
        }.cancel()
        #expect(a.uses.last == .cancelled)
        #expect(b.uses.last == .cancelled)
    }

    @Test func keepTheLaws() throws {
        // As for zip: an input that isn't asked for more can't come to its end.
        let waiting: Set<Law> = [.patience, .place]
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 2, laterTicks: 1, plans: .short),
            ignoring: waiting
        ) {
            $0.zipDelayError($1)
        }
        try Laws.check(
            promise: .single, inputs: [.single, .single], bound: LawBound(values: 2, plans: .short),
            ignoring: waiting
        ) {
            $0.zipDelayError($1)
        }
    }
}
