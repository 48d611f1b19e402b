import Testing
import TraitsRuntime
import TraitsTesting

@Suite("collect by time")
struct CollectByTimeTests {
    @Test func byTime() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2---3---------4-|", of: Int.self)
        let recorder = source.collect(.byTime(scheduler, 4)).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.events.map(\.time) == [4, 8, 15, 15])
        #expect(recorder.values == [[1, 2], [3], [4]])
        #expect(recorder.completion == .finished)
    }

    @Test func byTimeOrCount() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2-3------4-|", of: Int.self)
        let recorder = source.collect(.byTimeOrCount(scheduler, 8, 2)).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [[1, 2], [3], [4]])
        #expect(recorder.events.map(\.time) == [2, 8, 10, 10])
    }

    @Test func failureDropsWhatIsCollected() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-x", of: Int.self, failure: TestFailure.self)
        let recorder = source.collect(.byTime(scheduler, 8)).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [])
        #expect(recorder.completion == .failure("x"))
        #expect(scheduler.pendingCount == 0)
    }

    @Test func demandCountsArrays() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.collect(.byTimeOrCount(scheduler, 4, 2)).record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.max(2))])
        for value in 1...5 { source.send(value) }
        #expect(recorder.values == [], "the scheduler delivers")
        scheduler.advance(by: 0)
        #expect(recorder.values == [[1, 2]])
        recorder.request(.max(1))
        #expect(source.uses == [.requested(.max(2)), .requested(.max(2))])
        scheduler.advance(by: 4)
        #expect(recorder.values == [[1, 2], [3, 4]])
        source.send(completion: .finished)
        scheduler.advance(by: 0)
        #expect(recorder.completion == nil, "the rest waits for demand")
        recorder.request(.max(1))
        scheduler.advance(by: 0)
        #expect(recorder.values == [[1, 2], [3, 4], [5]])
        #expect(recorder.completion == .finished)
    }

    @Test func cancellationStopsTheClock() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.collect(.byTime(scheduler, 4)).record()
        source.send(1)
        recorder.cancel()
        #expect(scheduler.pendingCount == 0)
        #expect(source.uses == [.requested(.max(1)), .cancelled])
        #expect(recorder.values == [])
    }

    @Test func byTimeAsksForOneValueAfterTheOther() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<[Int], Never>(demand: .max(1), thenForEach: .max(2))
        source.collect(.byTime(scheduler, 4)).subscribe(subscriber)
        #expect(source.uses == [.requested(.max(1))])
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .max(1))
        scheduler.advance(by: 4)
        #expect(subscriber.values == [[1, 2]])
        #expect(source.uses == [.requested(.max(1))], "what is returned asks for nothing")
        subscriber.request(.max(3))
        #expect(source.uses == [.requested(.max(1)), .requested(.max(1))])
    }

    @Test func manyArraysThatWaitNeedNoStack() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.collect(.byTimeOrCount(scheduler, 4, 1)).record(demand: .none)
        // More than was asked for.
        for value in 1...50_000 { source.send(value) }
        recorder.request(.unlimited)
        scheduler.advance(by: 4)
        #expect(recorder.values.count == 50_000)
    }

    /// Also what waits for a request after upstream has finished.
    @Test func theSchedulerDeliversTheRest() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<[Int], Never>(demand: .max(1))
        source.collect(.byTime(scheduler, 4)).subscribe(subscriber)
        source.send(1)
        scheduler.advance(by: 4)
        source.send(2)
        source.send(completion: .finished)
        scheduler.advance(by: 0)
        subscriber.request(.max(1))
        #expect(subscriber.values == [[1]])
        scheduler.advance(by: 0)
        #expect(subscriber.values == [[1], [2]])
        #expect(subscriber.history.last == .completion(.finished))
    }

    @Test func theSchedulerDeliversTheEnd() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.collect(.byTime(scheduler, 4)).record()
        source.send(1)
        source.send(completion: .failure("x"))
        #expect(recorder.completion == nil)
        scheduler.advance(by: 0)
        #expect(recorder.values == [])
        #expect(recorder.completion == .failure("x"))
    }

    @Test func description() {
        let subscriber = TrackingSubscriber<[Int], Never>()
        Just(1).collect(.byTime(TestScheduler(), 1)).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("CollectByTime")])
    }

    @Test func releases() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        do {
            let subject = PassthroughSubject<LeakToken, Never>()
            let cancellable = subject.leakTracked(by: leaks, "source")
                .collect(.byTime(scheduler, 4)).sink { _ in }
            subject.send(leaks.token("collected"))
            cancellable.cancel()
        }
        try leaks.expectAllReleased()
    }
}

@Suite("buffer")
struct BufferTests {
    @Test func keepFullPrefetchesAndRefills() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
            .record(demand: .none)
        #expect(source.uses == [.requested(.max(2))])
        #expect(source.send(1) == .none)
        #expect(source.send(2) == .none)
        recorder.request(.max(1))
        #expect(recorder.values == [1])
        #expect(source.uses == [.requested(.max(2)), .requested(.max(1))])
        recorder.request(.max(5))
        #expect(recorder.values == [1, 2])
        #expect(source.send(3) == .max(1), "what goes straight on makes room immediately")
        #expect(recorder.values == [1, 2, 3])
    }

    /// As in Combine: what waits and isn't asked for is lost.
    @Test func aFailureDoesNotWaitForDemand() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
            .record(demand: .none)
        source.send(1)
        source.send(completion: .failure("x"))
        #expect(recorder.values == [])
        #expect(recorder.completion == .failure("x"))
    }

    @Test func aFullBufferFailsWhenItIsNextAsked() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { "x" })
            .record(demand: .none)
        for value in 1...4 { source.send(value) }
        #expect(source.uses == [.requested(.max(2)), .cancelled])
        #expect(recorder.recording == "")
        recorder.request(.max(1))
        #expect(recorder.values == [1])
        #expect(recorder.completion == .failure("x"))
    }

    @Test func aFullBufferFailsAtOnceIfItIsAskedAlready() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.buffer(size: 0, prefetch: .byRequest, whenFull: .customError { "x" })
            .record()
        source.send(1)
        #expect(recorder.completion == .failure("x"))
    }

    @Test func aFailedBufferWithRoomForWhatIsAskedSendsAllOfIt() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { "x" })
            .record(demand: .none)
        for value in 1...3 { source.send(value) }
        recorder.request(.unlimited)
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .failure("x"))
    }

    @Test func aFinishFollowsTheLastValueAndWaitsForARequest() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
            .record(demand: .atOnce(1))
        source.send(1)
        source.send(completion: .finished)
        #expect(recorder.values == [1])
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.completion == .finished)
    }

    @Test func byRequestAsksForEverything() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
            .record(demand: .none)
        #expect(source.uses == [.requested(.unlimited)])
        for value in 1...3 { #expect(source.send(value) == .none) }
        recorder.request(.unlimited)
        #expect(recorder.values == [1, 2])
        #expect(source.uses == [.requested(.unlimited)])
    }

    @Test func dropsTheOldest() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
            .record(demand: .none)
        for value in 1...3 { source.send(value) }
        recorder.request(.unlimited)
        #expect(recorder.values == [2, 3])
    }

    @Test func failsWhenFull() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.buffer(
            size: 1, prefetch: .byRequest, whenFull: .customError { TestFailure("x") }
        ).record(demand: .none)
        source.send(1)
        source.send(2)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        recorder.request(.max(1))
        #expect(recorder.recording == "1x")
    }

    @Test func completionFollowsTheValuesKept() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
            .record(demand: .none)
        source.send(1)
        source.send(completion: .finished)
        // As in Combine one that comes too late still comes before a finish which downstream hasn't heard of.
        source.send(2)
        #expect(recorder.recording == "")
        recorder.request(.max(2))
        #expect(recorder.recording == "12")
        recorder.request(.max(1))
        #expect(recorder.recording == "12|")
        source.send(3)
        #expect(recorder.recording == "12|")
        let empty = Empty<Int, Never>().buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)
            .record(demand: .none)
        #expect(empty.recording == "")
        empty.request(.max(1))
        #expect(empty.recording == "|")
    }

    @Test func demandFromInsideAValueIsNoRecursion() {
        let count = 50_000
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(1))
        (0..<count).publisher.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
            .subscribe(subscriber)
        #expect(subscriber.values == Array(0..<count))
        #expect(subscriber.completions == [.finished])
        #expect(subscriber.history.first == .subscription("Buffer"))
    }

    @Test func cancellationInsideAValue() {
        let source = ManualPublisher<Int, Never>()
        var subscription: (any Subscription)?
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { subscription = $0 },
            receiveValue: { _ in
                subscription?.cancel()
                return .none
            })
        source.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest).subscribe(subscriber)
        for value in 1...3 { source.send(value) }
        subscription?.request(.unlimited)
        #expect(subscriber.values == [1])
        #expect(source.uses.last != .requested(.unlimited))
        #expect(source.uses.contains(.cancelled))
    }

    @Test func releases() throws {
        let leaks = LeakTracker()
        do {
            let subject = PassthroughSubject<LeakToken, Never>()
            let recorder = subject.leakTracked(by: leaks, "source")
                .buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
            subject.send(leaks.token("kept"))
            recorder.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func strategiesCompare() {
        #expect(Publishers.PrefetchStrategy.keepFull != .byRequest)
        #expect(Set([Publishers.PrefetchStrategy.keepFull, .keepFull]).count == 1)
    }
}
