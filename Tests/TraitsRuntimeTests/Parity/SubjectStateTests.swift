import Testing
import TraitsRuntime
import TraitsTesting

/// What a subject keeps, and what keeps a subject.
@Suite("The state and the life of subjects")
struct SubjectStateTests {
    @Test func theCurrentValueCanBeSetAfterTheEnd() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = subject.record()
        subject.send(completion: .finished)
        subject.value = 42
        #expect(subject.value == 42)
        subject.send(43)
        #expect(subject.value == 42)
        #expect(recorder.values == [0])
        #expect(subject.record().values == [])
    }

    @Test func aValueOfAnyTypeCanBeSetAfterTheEnd() {
        let subject = CurrentValueSubject<[String], TestError>([])
        subject.send(completion: .failure(TestError()))
        subject.value = ["late"]
        #expect(subject.value == ["late"])
    }

    @Test func subscriptionsKeepTheirSubject() throws {
        weak var passthrough: PassthroughSubject<Int, Never>?
        weak var current: CurrentValueSubject<Int, Never>?
        var cancellables: [AnyCancellable] = []
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(9))
        do {
            let first = PassthroughSubject<Int, Never>()
            let second = CurrentValueSubject<Int, Never>(0)
            passthrough = first
            current = second
            first.map { $0 }.sink { _ in }.store(in: &cancellables)
            second.subscribe(subscriber)
        }
        #expect(passthrough != nil)
        #expect(current != nil)
        current?.send(1)
        #expect(subscriber.values == [0, 1])
        cancellables = []
        #expect(passthrough == nil)
        subscriber.cancel()
        #expect(current == nil)
    }

    @Test func theEndLetsGoOfTheSubject() {
        weak var subject: PassthroughSubject<Int, Never>?
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        do {
            let made = PassthroughSubject<Int, Never>()
            subject = made
            made.subscribe(subscriber)
            made.send(completion: .finished)
        }
        #expect(subject == nil)
        #expect(subscriber.completions == [.finished])
    }

    @Test func aConnectionDoesNotKeepItsSubject() {
        let upstream = ManualPublisher<Int, Never>()
        weak var subject: PassthroughSubject<Int, Never>?
        let connection: any Cancellable
        do {
            let made = PassthroughSubject<Int, Never>()
            subject = made
            connection = upstream.multicast(subject: made).connect()
        }
        #expect(subject == nil)
        #expect(upstream.uses == [.cancelled])
        connection.cancel()
    }

    @Test func subscribersOfAConnectionKeepItsSubject() {
        let upstream = ManualPublisher<Int, Never>()
        let recorder: Recorder<Int, Never>
        let connection: any Cancellable
        do {
            let shared = upstream.multicast { PassthroughSubject<Int, Never>() }
            recorder = shared.record()
            connection = shared.connect()
        }
        upstream.send(1)
        #expect(recorder.values == [1])
        connection.cancel()
        #expect(upstream.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func aPublishedPropertyIsNotTiedToAnother() {
        final class Pair: ObservableObject {
            @Published var first = 1
            @Published var second = 2
        }
        let pair = Pair()
        pair.$first = pair.$second
        #expect(pair.first == 1)
        pair.first = 3
        #expect(pair.first == 3)
        #expect(pair.second == 2)
        #expect(pair.$first.record().values == [3])
    }

    @Test func assigningToAPublishedPropertyStillWorks() {
        final class Model: ObservableObject { @Published var count = 0 }
        let model = Model()
        let source = PassthroughSubject<Int, Never>()
        source.assign(to: &model.$count)
        source.send(5)
        #expect(model.count == 5)
    }
}
