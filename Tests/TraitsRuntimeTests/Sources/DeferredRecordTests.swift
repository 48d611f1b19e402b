import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Deferred")
struct DeferredTests {
    @Test func makesAPublisherForEachSubscriber() {
        var made = 0
        let deferred = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        #expect(made == 0)
        #expect(deferred.record().recording == "1|")
        #expect(deferred.record().recording == "2|")
        var got: [Int] = []
        deferred.sink { got.append($0) }.cancel()
        #expect(got == [3])
    }

    @Test func theClosureRunsOnceThoughThereIsNoValueYet() {
        var made = 0
        let subject = PassthroughSubject<Int, Never>()
        let deferred = Deferred { () -> AnyPublisher<Int, Never> in
            made += 1
            return subject.eraseToAnyPublisher()
        }
        var got: [Int] = []
        let cancellable = deferred.sink { got.append($0) }
        #expect(made == 1)
        subject.send(4)
        #expect(got == [4])
        cancellable.cancel()
    }

    @Test func handsTheSubscriberOn() {
        let subscriber = TrackingSubscriber<Int, Never>()
        Deferred { Just(1) }.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Just")])
    }
}

@Suite("Record")
struct RecordTests {
    @Test func playsBack() {
        let record = Record<Int, TestFailure> {
            $0.receive(1)
            $0.receive(2)
            $0.receive(completion: .failure("x"))
        }
        #expect(record.recording.output == [1, 2])
        #expect(record.record().recording == "12x")
        #expect(record.record().recording == "12x")
        #expect(Record<Int, Never> { _ in }.record().recording == "|")
        #expect(Record<Int, Never>(output: [3], completion: .finished).record().recording == "3|")
    }

    @Test func playsWhatIsDemanded() {
        let recorder = Record<Int, Never>(output: [1, 2, 3], completion: .finished).record(demand: .none)
        #expect(recorder.values == [])
        recorder.request(.max(2))
        #expect(recorder.recording == "12")
        recorder.request(.max(1))
        #expect(recorder.recording == "123|", "the completion needs no demand of its own")
    }

    @Test func demandFromInsideAddsUpWithoutRecursion() {
        let count = 100_000
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(1))
        Record<Int, Never>(output: Array(0..<count), completion: .finished).subscribe(subscriber)
        #expect(subscriber.values.count == count)
        #expect(subscriber.completions == [.finished])
        let nested = TrackingSubscriber<Int, Never>()
        let requesting = Requesting(nested)
        Record<Int, Never>(output: Array(0..<count), completion: .finished).subscribe(requesting)
        #expect(nested.values.count == count)
    }

    /// Requests inside `receive` instead of returning a demand.
    private final class Requesting: Subscriber {
        let inner: TrackingSubscriber<Int, Never>
        init(_ inner: TrackingSubscriber<Int, Never>) { self.inner = inner }
        func receive(subscription: any Subscription) {
            inner.receive(subscription: subscription)
            subscription.request(.max(1))
        }
        func receive(_ input: Int) -> Subscribers.Demand {
            _ = inner.receive(input)
            inner.request(.max(1))
            return .none
        }
        func receive(completion: Subscribers.Completion<Never>) { inner.receive(completion: completion) }
    }

    @Test func stopsWhenCancelled() {
        var got: [Int] = []
        var subscription: (any Subscription)?
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: {
                subscription = $0
                $0.request(.unlimited)
            },
            receiveValue: {
                got.append($0)
                if $0 == 2 { subscription?.cancel() }
                return .none
            })
        Record<Int, Never>(output: [1, 2, 3], completion: .finished).subscribe(subscriber)
        #expect(got == [1, 2])
        #expect(subscriber.completions == [])
    }

    @Test func releasesItsSubscriber() throws {
        let leaks = LeakTracker()
        do {
            let subscriber = leaks.track(TrackingSubscriber<Int, Never>(demand: .max(1)))
            Record<Int, Never>(output: [1, 2], completion: .finished).subscribe(subscriber)
            subscriber.subscription?.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func aCompleteRecordingTakesNoMore() async {
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording()
            recording.receive(completion: .finished)
            recording.receive(1)
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording(output: [])
            recording.receive(completion: .finished)
        }
    }
}
