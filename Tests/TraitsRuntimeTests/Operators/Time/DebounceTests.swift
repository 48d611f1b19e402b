import Testing
import TraitsRuntime
import TraitsTesting

@Suite("debounce")
struct DebounceTests {
    @Test func sendsWhatIsFollowedByQuiet() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2-3------4-----", of: Int.self)
        let recorder = source.debounce(for: 3, scheduler: scheduler).record(on: scheduler)
        scheduler.advance(by: 30)
        try recorder.expect("------3------4")
        #expect(scheduler.pendingCount == 0, "no timer is left running")
    }

    @Test func completionDropsTheWaitingValue() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-----2|", of: Int.self)
        let recorder = source.debounce(for: 3, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        try recorder.expect("----1--|")
    }

    @Test func failureComesAtOnce() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1x", of: Int.self, failure: TestFailure.self)
        let recorder = source.debounce(for: 3, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        try recorder.expect("-x")
    }

    @Test func asksForEverythingAndDropsWithoutDemand() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.debounce(for: 1, scheduler: scheduler).record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.unlimited)])
        for value in 1...3 {
            #expect(source.send(value) == .none)
            scheduler.advance(by: 1)
        }
        #expect(recorder.values == [1])
        recorder.request(.max(1))
        scheduler.advance(by: 5)
        #expect(recorder.values == [1], "a dropped value doesn't come back")
        source.send(4)
        scheduler.advance(by: 1)
        #expect(recorder.values == [1, 4])
    }

    @Test func returnedDemandCounts() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(1))
        source.debounce(for: 1, scheduler: scheduler).subscribe(subscriber)
        for value in 1...3 {
            source.send(value)
            scheduler.advance(by: 1)
        }
        #expect(subscriber.history == [.subscription("Debounce"), .value(1), .value(2), .value(3)])
    }

    @Test func cancellationStopsTheTimer() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.debounce(for: 2, scheduler: scheduler).record()
        source.send(1)
        #expect(scheduler.pendingCount == 1)
        recorder.cancel()
        #expect(scheduler.pendingCount == 0)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        source.send(2)
        #expect(scheduler.pendingCount == 0)
        #expect(recorder.values == [])
    }

    @Test func aSchedulerWithoutTimeSendsAtOnce() {
        let recorder = [1, 2].publisher.debounce(for: 1, scheduler: ImmediateScheduler.shared).record()
        #expect(recorder.recording == "12|")
    }

    @Test func releases() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        do {
            let subject = PassthroughSubject<LeakToken, Never>()
            let cancellable = subject.leakTracked(by: leaks, "source")
                .debounce(for: 2, scheduler: scheduler).sink { _ in }
            subject.send(leaks.token("replaced"))
            subject.send(leaks.token("waiting"))
            cancellable.cancel()
        }
        try leaks.expectAllReleased()
    }
}

@Suite("throttle")
struct ThrottleTests {
    static func run(_ marbles: String, latest: Bool) throws -> Recorder<Int, TestFailure> {
        let scheduler = TestScheduler()
        let source = try scheduler.cold(marbles, of: Int.self, failure: TestFailure.self)
        let recorder = source.throttle(for: 4, scheduler: scheduler, latest: latest).record(on: scheduler)
        scheduler.advance(by: 40)
        return recorder
    }

    @Test func latestOfEachStretch() throws {
        try Self.run("-1-2-3-4-----5", latest: true).expect("-1----4----5")
    }

    @Test func firstOfEachStretch() throws {
        try Self.run("-1-2-3-4-----5", latest: false).expect("-1----2----5")
    }

    @Test func whatUpstreamSendsAtOnceGetsThrough() {
        let scheduler = TestScheduler()
        let recorder = Just(1).throttle(for: 4, scheduler: scheduler, latest: true).record(on: scheduler)
        scheduler.advance(by: 0)
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
    }

    @Test func theWaitingValueComesBeforeTheEnd() throws {
        try Self.run("-1-2|", latest: true).expect("-1----2|")
        try Self.run("-1-2x", latest: false).expect("-1----2x")
        try Self.run("-1-|", latest: true).expect("-1-|")
        try Self.run("-1|", latest: true).expect("-1|")
        try Self.run("--|", latest: true).expect("--|")
    }

    @Test(arguments: [true, false])
    func theFirstValueWaitsUntilItIsAskedFor(latest: Bool) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.throttle(for: 2, scheduler: scheduler, latest: latest).record(demand: .none)
        source.send(1)
        source.send(2)
        source.send(completion: .finished)
        scheduler.advance(by: 10)
        #expect(recorder.values == [] && recorder.completion == nil)
        recorder.request(.max(1))
        scheduler.advance(by: 10)
        #expect(recorder.values == [latest ? 2 : 1])
        #expect(recorder.completion == .finished)
    }

    @Test func aThrottledSingleIsZipped() {
        let single = Just(1).throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true)
            .eraseToAnySinglePublisher()
        var seen: [Int] = []
        let cancellable = single.zip(Just(2)).eraseToAnySinglePublisher().sinkSingle {
            if case .success(let pair) = $0 { seen = [pair.0, pair.1] }
        }
        #expect(seen == [1, 2])
        cancellable.cancel()
    }

    @Test func valuesWithoutDemandAreDropped() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.throttle(for: 2, scheduler: scheduler, latest: true)
            .record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        source.send(2)
        scheduler.advance(by: 10)
        #expect(recorder.values == [1])
        source.send(3)
        scheduler.advance(by: 10)
        #expect(recorder.values == [1])
        recorder.request(.max(1))
        source.send(4)
        scheduler.advance(by: 10)
        #expect(recorder.values == [1, 4])
    }

    @Test func cancellation() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.throttle(for: 2, scheduler: scheduler, latest: true).record()
        source.send(1)
        recorder.cancel()
        scheduler.advance(by: 5)
        #expect(recorder.values == [])
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func description() {
        let subscriber = TrackingSubscriber<Int, Never>()
        Just(1).throttle(for: 1, scheduler: TestScheduler(), latest: true).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Throttle")])
    }

    @Test func releases() throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        do {
            let subject = PassthroughSubject<LeakToken, Never>()
            let cancellable = subject.leakTracked(by: leaks, "source")
                .throttle(for: 2, scheduler: scheduler, latest: true).sink { _ in }
            subject.send(leaks.token("replaced"))
            subject.send(leaks.token("waiting"))
            cancellable.cancel()
        }
        scheduler.advance(by: 5)
        try leaks.expectAllReleased()
    }
}
