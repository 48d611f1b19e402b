import Testing
import TraitsRuntime
import TraitsTesting

/// `receive(on:)` and `delay` are one machine: what holds for both is tested for both.
@Suite("receive(on:) and delay")
struct RelayTests {
    enum Kind: CaseIterable, Sendable { case receiveOn, delay }

    static func build<P: Publisher>(
        _ kind: Kind, _ source: P, _ scheduler: TestScheduler
    ) -> AnyPublisher<P.Output, P.Failure> {
        switch kind {
        case .receiveOn: source.receive(on: scheduler).eraseToAnyPublisher()
        case .delay: source.delay(for: 2, scheduler: scheduler).eraseToAnyPublisher()
        }
    }

    /// What downstream returns for the last value is still asked of upstream, as in Combine.
    @Test func demandReturnedWhileTheEndIsUnderWayIsRequested() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.delay(for: 2, scheduler: scheduler).record(
            on: scheduler, demand: .atATime(1))
        source.send(1)
        source.send(completion: .finished)
        scheduler.advance(by: 2)
        #expect(recorder.completion == .finished)
        #expect(source.uses == [.requested(.max(1)), .requested(.max(1))])
    }

    @Test func receiveOnWaitsForTheScheduler() {
        let scheduler = TestScheduler()
        let recorder = [1, 2].publisher.receive(on: scheduler).record(on: scheduler)
        #expect(recorder.values == [])
        #expect(scheduler.pendingCount == 3, "two values and the completion, each by itself")
        scheduler.advance()
        #expect(recorder.recording == "(12|)")
    }

    @Test func delayShiftsEverything() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1--2-x", of: Int.self, failure: TestFailure.self)
        let recorder = source.delay(for: 3, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        try recorder.expect("----1--2-x")
    }

    @Test func valuesKeepTheirPlaceAmongOtherWork() {
        let scheduler = TestScheduler()
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let cancellable = subject.receive(on: scheduler).sink { log.append("value \($0)") }
        subject.send(1)
        scheduler.schedule { log.append("work") }
        subject.send(2)
        scheduler.advance()
        #expect(log == ["value 1", "work", "value 2"])
        cancellable.cancel()
    }

    @Test(arguments: Kind.allCases) func demandPassesStraightThrough(_ kind: Kind) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2), thenForEach: .max(3))
        Self.build(kind, source, scheduler).subscribe(subscriber)
        #expect(source.uses == [.requested(.max(2))])
        #expect(source.send(1) == .none)
        #expect(subscriber.values == [])
        scheduler.advance(by: 2)
        #expect(subscriber.values == [1])
        #expect(source.uses == [.requested(.max(2)), .requested(.max(3))])
        subscriber.request(.max(5))
        #expect(source.uses.last == .requested(.max(5)))
    }

    @Test(arguments: Kind.allCases) func finiteDemandDrawsNoMore(_ kind: Kind) {
        let scheduler = TestScheduler()
        let recorder = Self.build(kind, (1...5).publisher, scheduler).record(demand: .atOnce(2))
        scheduler.advance(by: 2)
        #expect(recorder.values == [1, 2])
        recorder.request(.max(1))
        scheduler.advance(by: 2)
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == nil)
    }

    @Test(arguments: Kind.allCases) func cancellationDropsWhatIsScheduled(_ kind: Kind) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = Self.build(kind, source, scheduler).record()
        source.send(1)
        recorder.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        source.send(2)
        scheduler.advance(by: 2)
        #expect(recorder.values == [])
        #expect(scheduler.pendingCount == 0)
    }

    @Test(arguments: Kind.allCases) func cancellationAfterTheEndDropsItToo(_ kind: Kind) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let recorder = Self.build(kind, source, scheduler).record()
        source.send(1)
        source.send(completion: .finished)
        recorder.cancel()
        scheduler.advance(by: 2)
        #expect(recorder.recording == "!")
        #expect(source.uses == [.requested(.unlimited)], "upstream had ended by itself")
    }

    @Test(arguments: Kind.allCases) func valuesBeforeTheEndArrive(_ kind: Kind) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = Self.build(kind, source, scheduler).record()
        source.send(1)
        source.send(completion: .failure("x"))
        source.send(2)
        source.send(completion: .finished)
        scheduler.advance(by: 2)
        #expect(recorder.recording.values == [1])
        #expect(recorder.completion == .failure("x"))
        #expect(recorder.events.count == 2)
    }

    @Test(arguments: Kind.allCases) func cancellingInsideAValueStopsTheRest(_ kind: Kind) {
        let scheduler = TestScheduler()
        var got: [Int] = []
        var cancellable: AnyCancellable?
        cancellable = Self.build(kind, [1, 2, 3].publisher, scheduler).sink { value in
            got.append(value)
            if value == 2 { cancellable?.cancel() }
        }
        scheduler.advance(by: 2)
        #expect(got == [1, 2])
    }

    @Test(arguments: Kind.allCases) func oddUpstreams(_ kind: Kind) {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>(subscribing: .byHand)
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        Self.build(kind, source, scheduler).subscribe(subscriber)
        source.send(1)
        source.send(completion: .finished)
        scheduler.advance(by: 2)
        #expect(subscriber.history == [], "nothing counts before the subscription")
        let first = TestSubscription()
        let second = TestSubscription()
        source.send(subscription: first)
        source.send(subscription: second)
        #expect(first.history == [.requested(.unlimited)])
        #expect(second.history == [.cancelled])
        #expect(subscriber.history == [.subscription(kind == .delay ? "Delay" : "ReceiveOn")])
    }

    @Test(arguments: Kind.allCases) func everythingIsReleased(_ kind: Kind) throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        let subject = PassthroughSubject<Int, Never>()
        do {
            let token = leaks.token("closure")
            let cancellable = Self.build(kind, subject.leakTracked(by: leaks, "source"), scheduler)
                .sink { _ in _ = token }
            subject.send(1)
            cancellable.cancel()
            scheduler.advance(by: 2)
        }
        try leaks.expectAllReleased()
        do {
            let token = leaks.token("closure")
            let cancellable = Self.build(kind, subject.leakTracked(by: leaks, "source"), scheduler)
                .sink { _ in _ = token }
            subject.send(completion: .finished)
            scheduler.advance(by: 2)
            withExtendedLifetime(cancellable) {}
        }
        try leaks.expectAllReleased()
    }

    @Test(arguments: Kind.allCases) func aSubscriberThatKeepsItsSubscriptionIsReleased(_ kind: Kind) throws {
        let leaks = LeakTracker()
        let scheduler = TestScheduler()
        do {
            let subscriber = leaks.track(TrackingSubscriber<Int, Never>(demand: .unlimited), "subscriber")
            Self.build(kind, [1].publisher, scheduler).subscribe(subscriber)
            scheduler.advance(by: 2)
            #expect(subscriber.completions == [.finished])
        }
        try leaks.expectAllReleased()
    }

    @Test func manyValuesInConstantStack() throws {
        let scheduler = TestScheduler()
        var sum = 0
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { value in
                sum += value
                return .max(1)
            })
        (0..<20_000).publisher.receive(on: scheduler).subscribe(subscriber)
        try scheduler.run()
        #expect(sum == 199_990_000)
        #expect(subscriber.completions == [.finished])
    }
}

@Suite("subscribe(on:)")
struct SubscribeOnTests {
    @Test func subscribesRequestsAndCancelsOnTheScheduler() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2))
        source.subscribe(on: scheduler).subscribe(subscriber)
        #expect(source.subscriptionCount == 0)
        #expect(subscriber.history == [])
        scheduler.advance()
        #expect(source.subscriptionCount == 1)
        #expect(subscriber.history == [.subscription("SubscribeOn")])
        #expect(source.uses == [.requested(.max(2))])
        source.send(1)
        #expect(subscriber.values == [1], "values come straight")
        subscriber.request(.max(1))
        #expect(source.uses == [.requested(.max(2))])
        scheduler.advance()
        #expect(source.uses == [.requested(.max(2)), .requested(.max(1))])
        subscriber.cancel()
        #expect(source.uses.last == .requested(.max(1)))
        #expect(source.send(2) == .none)
        #expect(subscriber.values == [1], "cancelled immediately for downstream")
        scheduler.advance()
        #expect(source.uses.last == .cancelled)
    }

    @Test func sendsDemandOnAndFinishes() {
        let scheduler = TestScheduler()
        let source = ManualPublisher<Int, TestFailure>()
        let subscriber = TrackingSubscriber<Int, TestFailure>(demand: .max(1), thenForEach: .max(4))
        source.subscribe(on: scheduler).subscribe(subscriber)
        scheduler.advance()
        #expect(source.send(1) == .max(4))
        source.send(completion: .failure("x"))
        source.send(completion: .finished)
        #expect(subscriber.completions == [.failure("x")])
        #expect(source.send(2) == .none)
    }

    @Test func asynchronousLoopRunsWhenScheduled() {
        let scheduler = TestScheduler()
        let recorder = [1, 2].publisher.subscribe(on: scheduler).record(on: scheduler)
        #expect(recorder.recording == "")
        scheduler.advance()
        #expect(recorder.recording == "(12|)")
    }
}
