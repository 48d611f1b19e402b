import Testing
import TraitsRuntime
import TraitsTesting

@Suite("timeout")
struct TimeoutTests {
    /// A timer that fires synchronously, as another thread's clock may make it do, waits for the subscription.
    @Test func theEndDoesNotComeBeforeTheSubscription() {
        let subscriber = TrackingSubscriber<Int, Never>()
        PassthroughSubject<Int, Never>().timeout(1, scheduler: ImmediateScheduler.shared)
            .subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Timeout"), .completion(.finished)])
    }

    @Test func finishesWithoutAnError() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1--2-------3", of: Int.self)
        let recorder = source.timeout(4, scheduler: scheduler).record(on: scheduler)
        scheduler.advance(by: 20)
        try recorder.expect("-1--2----|")
        #expect(source.uses.last == .cancelled)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func failsWithTheCustomError() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("------1", of: Int.self, failure: TestFailure.self)
        var made = 0
        let recorder = source.timeout(4, scheduler: scheduler) {
            made += 1
            return TestFailure("x")
        }.record(on: scheduler)
        scheduler.advance(by: 20)
        try recorder.expect("----x")
        #expect(made == 1)
    }

    @Test func passesEverythingThatIsInTime() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("---1---2---|", of: Int.self)
        let recorder = source.timeout(4, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        try recorder.expect("---1---2---|")
    }

    @Test func upstreamIsCancelledBeforeDownstreamIsTold() {
        let scheduler = TestScheduler()
        var log: [String] = []
        let source = ManualPublisher<Int, Never>(
            subscription: TestSubscription(cancel: { log.append("cancel") }))
        let cancellable = source.timeout(1, scheduler: scheduler).sink(
            receiveCompletion: { _ in log.append("completion") }, receiveValue: { _ in })
        scheduler.advance(by: 1)
        #expect(log == ["cancel", "completion"])
        cancellable.cancel()
    }

    /// As in Combine: a subscriber that asks late doesn't learn that time was up before.
    @Test func theFirstRequestStartsTheTimeAnew() {
        let scheduler = TestScheduler()
        let recorder = ManualPublisher<Int, Never>().timeout(4, scheduler: scheduler)
            .record(on: scheduler, demand: .none)
        scheduler.advance(by: 3)
        recorder.request(.max(1))
        scheduler.advance(by: 2)
        recorder.request(.max(1))
        #expect(recorder.completion == nil)
        scheduler.advance(by: 2)
        #expect(recorder.completion == .finished)
    }

    @Test func aRequestForNothingIsHandedOn() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.timeout(4, scheduler: TestScheduler()).record(demand: .none)
        recorder.request(.none)
        #expect(source.uses == [.requested(.none)])
    }

    @Test func aCancellationCancelsUpstreamWhileTheEndIsUnderWay() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.timeout(4, scheduler: scheduler).record(on: scheduler)
        source.send(completion: .finished)
        recorder.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        scheduler.advance(by: 10)
        #expect(recorder.completion == nil)
    }

    @Test func demandPassesThrough() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(2))
        source.timeout(5, scheduler: scheduler).subscribe(subscriber)
        #expect(source.uses == [.requested(.max(1))])
        #expect(source.send(1) == .none)
        #expect(subscriber.values == [])
        scheduler.advance()
        #expect(subscriber.history == [.subscription("Timeout"), .value(1)])
        #expect(source.uses == [.requested(.max(1)), .requested(.max(2))])
    }

    @Test func cancellationStopsTheTimer() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.timeout(5, scheduler: scheduler).record()
        source.send(1)
        recorder.cancel()
        scheduler.advance(by: 10)
        #expect(recorder.recording == "!")
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func releases() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        do {
            let subject = PassthroughSubject<Int, Never>()
            let token = leaks.token("closure")
            let cancellable = subject.leakTracked(by: leaks, "source")
                .timeout(2, scheduler: scheduler).sink { _ in _ = token }
            scheduler.advance(by: 2)
            withExtendedLifetime(cancellable) {}
        }
        try leaks.expectAllReleased()
    }
}

@Suite("measureInterval")
struct MeasureIntervalTests {
    @Test func measures() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("--a---b-c--|", of: String.self)
        let recorder = source.measureInterval(using: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [2, 3, 1])
        #expect(recorder.completion == .finished)
    }

    /// The clock of a client isn't asked once downstream has cancelled.
    @Test func cancelledAsItGetsItsSubscription_asksNoClock() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<VirtualTime.Stride, TestFailure>(
            receiveSubscription: { $0.cancel() })
        source.measureInterval(using: scheduler).subscribe(subscriber)
        source.send(1)
        #expect(subscriber.values == [] && source.uses == [.cancelled])
    }

    @Test func demandAndCancellation() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<VirtualTime.Stride, TestFailure>(
            demand: .max(1), thenForEach: .max(2))
        source.measureInterval(using: scheduler).subscribe(subscriber)
        scheduler.advance(by: 3)
        source.send(1)
        #expect(subscriber.history == [.subscription("MeasureInterval"), .value(3)])
        #expect(source.uses == [.requested(.max(1)), .requested(.max(2))])
        subscriber.cancel()
        source.send(2)
        #expect(subscriber.values == [3])
        #expect(source.uses.last == .cancelled)
    }

    @Test func failurePasses() {
        let recorder = Fail<Int, TestFailure>(error: "x").measureInterval(using: TestScheduler()).record()
        #expect(recorder.completion == .failure("x"))
    }
}
