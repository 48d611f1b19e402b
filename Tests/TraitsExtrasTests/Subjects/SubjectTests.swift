import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("ReplaySubject and relays")
struct SubjectTests {
    @Test func aLateSubscriberGetsTheNewestValues() {
        let subject = ReplaySubject<Int, TestFailure>(bufferSize: 2)
        let first = subject.record()
        for value in 1...3 { subject.send(value) }
        let second = subject.record()
        subject.send(4)
        subject.send(completion: .failure(TestFailure()))
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.values == [2, 3, 4])
        let third = subject.record()
        #expect(third.values == [3, 4])
        for recorder in [first, second, third] { #expect(recorder.completion == .failure(TestFailure())) }
    }

    @Test func aReplaySubjectKeepsValuesWithoutASubscriber() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        subject.send(1)
        for _ in 1...2 { #expect(subject.record().values == [1]) }
    }

    @Test func aReplaySubjectThatKeepsNothingIsAPassthroughSubject() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 0)
        subject.send(1)
        let recorder = subject.record()
        subject.send(2)
        subject.send(completion: .finished)
        #expect(recorder.recording == "2|")
        #expect(subject.record().recording == "|")
    }

    @Test func aReplaySubjectWaitsForDemand() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 2)
        subject.send(1)
        subject.send(2)
        let recorder = subject.record(demand: .atOnce(1))
        #expect(recorder.values == [1])
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2])
    }

    @Test func aReplaySubjectIsReleasedWithItsValues() {
        weak var subject: ReplaySubject<Object, Never>?
        weak var value: Object?
        do {
            let strong = ReplaySubject<Object, Never>(bufferSize: 1)
            let object = Object()
            strong.send(object)
            (subject, value) = (strong, object)
        }
        #expect(subject == nil)
        #expect(value == nil)
    }

    @Test func aReplaySubjectFollowsAPublisher() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 9)
        let cancellable = [1, 2].publisher.subscribe(subject)
        #expect(subject.record().values == [1, 2])
        #expect(subject.record().completion == .finished)
        cancellable.cancel()
    }

    @Test func relaysSendWhatTheyAccept() {
        let (taps, name) = (PassthroughRelay<Int>(), CurrentValueRelay(1))
        let (first, second) = (taps.record(), name.record())
        taps.accept(7)
        name.accept(2)
        #expect(first.values == [7])
        #expect(second.values == [1, 2])
        #expect(name.value == 2)
    }

    @Test func aPublisherFeedsARelayAndDoesNotEndIt() {
        let (taps, name) = (PassthroughRelay<Int>(), CurrentValueRelay(0))
        let (first, second) = (taps.record(), name.record())
        let cancellables = [Just(1).subscribe(taps), Just(2).subscribe(name)]
        #expect(first.values == [1])
        #expect(second.values == [0, 2])
        #expect(first.completion == nil)
        #expect(second.completion == nil)
        withExtendedLifetime(cancellables) {}
    }

    private final class Object {}
}
