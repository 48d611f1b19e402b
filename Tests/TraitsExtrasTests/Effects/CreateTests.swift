import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("create(_:) and interval(_:scheduler:)")
struct CreateTests {
    @Test func sendsImmediatelyAndReleasesOnce() {
        var released = 0
        let publisher = AnyPublisher<Int, TestFailure>.create { subject in
            subject.send(1)
            subject.send(2)
            subject.send(completion: .finished)
            return AnyCancellable { released += 1 }
        }
        for count in 1...2 {
            let recorder = publisher.record()
            #expect(recorder.values == [1, 2])
            #expect(recorder.completion == .finished)
            #expect(released == count)
        }
    }

    @Test func valuesWaitUntilTheyAreAskedFor() {
        let publisher = AnyPublisher<Int, Never>.create { subject in
            for value in 1...3 { subject.send(value) }
            return AnyCancellable {}
        }
        let recorder = publisher.record(demand: .atOnce(1))
        #expect(recorder.values == [1])
        recorder.request(.max(5))
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func whatDoesNotFitIsLeftOut() {
        let publisher = AnyPublisher<Int, Never>.create(bufferSize: 1) { subject in
            for value in 1...3 { subject.send(value) }
            return AnyCancellable {}
        }
        let recorder = publisher.record(demand: .none)
        recorder.request(.unlimited)
        #expect(recorder.values == [3])
    }

    @Test func aCancellationReachesWhatTheClosureReturned() {
        var released = 0
        let cancellable = AnyPublisher<Int, Never>.create { _ in AnyCancellable { released += 1 } }.sink {
            _ in
        }
        #expect(released == 0)
        cancellable.cancel()
        cancellable.cancel()
        #expect(released == 1)
    }

    @Test func aCancellationInsideOfTheClosureIsHeeded() {
        var released = 0
        var values: [Int] = []
        let cancellable = AnyPublisher<Int, Never>.create { subject in
            for value in 1...3 { subject.send(value) }
            return AnyCancellable { released += 1 }
        }.prefix(1).sink { values.append($0) }
        #expect(values == [1])
        #expect(released == 1)
        cancellable.cancel()
    }

    @Test func requestsAreToldOfUntilTheEnd() {
        for isCancelled in [false, true] {
            var told: [Subscribers.Demand] = []
            var sender: PassthroughSubject<Int, Never>?
            var subscription: (any Subscription)?
            AnyPublisher<Int, Never>.create(onRequest: { told.append($1) }) { subject in
                sender = subject
                return AnyCancellable {}
            }.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
            for demand in [.max(1), .none, .max(2)] as [Subscribers.Demand] { subscription?.request(demand) }
            if isCancelled { subscription?.cancel() } else { sender?.send(completion: .finished) }
            subscription?.request(.max(3))
            #expect(told == [.max(1), .max(2)])
        }
    }

    @Test func intervalCountsOnAnyScheduler() throws {
        let scheduler = TestScheduler()
        let recorder = AnyPublisher.interval(3, scheduler: scheduler).prefix(2).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [0, 1])
        #expect(scheduler.now == VirtualTime(ticks: 6))
    }
}
