import Testing
import TraitsRuntime
import TraitsTesting

/// Operators that go on with another publisher do so inside the call that ended the one before: what is sent right
/// after that is not lost.
@Suite("Between one publisher and the next")
struct InBetweenTests {
    /// Ends synchronously, and then does something, inside the call that subscribes.
    private struct EndsThen<Failure: Error>: Publisher {
        typealias Output = Int

        let completion: Subscribers.Completion<Failure>
        let then: () -> Void

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: completion)
            then()
        }
    }

    @Test func appendHearsWhatIsSentRightAfterThePrefix() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = EndsThen<Never>(completion: .finished) { subject.send(1) }.append(subject).record()
        #expect(recorder.values == [1])
        let other = subject.prepend(EndsThen<Never>(completion: .finished) { subject.send(2) }).record()
        #expect(other.values == [2])
    }

    @Test func aChainOfAppendHearsItToo() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Empty<Int, Never>().append(Empty())
            .append(EndsThen<Never>(completion: .finished) { subject.send(1) })
            .append(subject).append(2).record()
        subject.send(completion: .finished)
        #expect(recorder.values == [1, 2])
    }

    @Test func retryHearsWhatIsSentRightAfterTheFailure() {
        let subject = PassthroughSubject<Int, TestError>()
        var isFirst = true
        let recorder = Deferred { () -> AnyPublisher<Int, TestError> in
            defer { isFirst = false }
            guard isFirst else { return subject.eraseToAnyPublisher() }
            return EndsThen<TestError>(completion: .failure(TestError())) { subject.send(1) }
                .eraseToAnyPublisher()
        }.retry(1).record()
        #expect(recorder.values == [1])
    }

    @Test func manyEmptyPartsNeedNoStack() {
        var publisher = Empty<Int, Never>().eraseToAnyPublisher()
        for _ in 0..<5_000 { publisher = publisher.append(Empty()).eraseToAnyPublisher() }
        #expect(publisher.append(1).record().recording == "1|")
    }

    @Test func manyAttemptsNeedNoStack() {
        var attempts = 0
        let recorder = Deferred { () -> Fail<Int, TestError> in
            attempts += 1
            return Fail(error: TestError())
        }.retry(100_000).record()
        #expect(attempts == 100_001)
        #expect(recorder.completion == .failure(TestError()))
    }
}
