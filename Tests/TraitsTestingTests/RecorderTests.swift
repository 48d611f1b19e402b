import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct RecorderTests {
    let scheduler = TestScheduler()

    @Test func recordsWhatHappensAndWhen() throws {
        let recorder = try scheduler.cold("-1-2-|", of: Int.self).map { $0 * 2 }.record(on: scheduler)
        scheduler.advance(by: 2)
        #expect(recorder.values == [2, 4])
        #expect(recorder.completion == nil)
        #expect(recorder.marbles == "-2-4")
        scheduler.advance(by: 2)
        #expect(recorder.completion == .finished)
        #expect(
            recorder.events == [
                TimedSignal(1, .value(2)), TimedSignal(2, .value(4)), TimedSignal(3, .completion(.finished)),
            ])
        #expect(recorder.recording.subscriptionTime == 0)
        #expect(!recorder.isCancelled)
        try recorder.expect("-2-4-|")
    }

    @Test func withoutSchedulerAllTimesAreZero() {
        let recording = Just(1).record().recording
        #expect(recording == "1|")
        #expect(recording.immediateCount == 2)
        #expect(recording.immediateEvents.count == 2)
    }

    @Test func lateSubscribersStartAtZero() throws {
        let source = try scheduler.hot("-1-2-3-|", of: Int.self)
        scheduler.advance(by: 2)
        let recorder = source.record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "-3-|")
        #expect(recorder.recording.immediateCount == 0)
    }

    @Test(arguments: [
        (DemandPolicy.unlimited, "0123|", [Subscribers.Demand.unlimited]),
        (.atOnce(2), "01", [.max(2)]),
        (.none, "", []),
        (.atATime(1), "0123|", [.max(1)]),
        (.replenished(2), "0123|", [.max(2)]),
        (.requested(1), "0123|", [.max(1), .max(1), .max(1), .max(1), .max(1)]),
    ])
    func demandPolicies(_ policy: DemandPolicy, _ marbles: String, _ requests: [Subscribers.Demand]) throws {
        let source = try scheduler.cold("0123|", of: Int.self)
        let recorder = source.record(on: scheduler, demand: policy)
        try recorder.expect(marbles)
        #expect(source.requests == requests)
        recorder.cancel()
    }

    @Test func aBatchIsAskedForWhenTheLastHasCome() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.record(demand: .atATime(2))
        let answers = (1...4).map { source.send($0) }
        #expect(answers == [.none, .max(2), .none, .max(2)])
        #expect(source.uses == [.requested(.max(2))])
        recorder.cancel()
        source.releaseSubscribers()
    }

    @Test func moreIsRequestedByHand() throws {
        let source = try scheduler.cold("012|", of: Int.self)
        let recorder = source.record(on: scheduler, demand: .none)
        #expect(recorder.values == [])
        recorder.request(.max(1))
        #expect(recorder.values == [0])
        recorder.request(.unlimited)
        try recorder.expect("012|")
        recorder.request(.max(1))
        #expect(source.requests == [.max(1), .unlimited])
    }

    @Test func aRequestBeforeTheSubscriptionIsNotLost() {
        let recorder = Recorder<Int, Never>(demand: .none)
        recorder.request(.max(2))
        [1, 2, 3].publisher.subscribe(recorder)
        #expect(recorder.values == [1, 2])
        recorder.cancel()
    }

    @Test func cancellationIsRecorded() throws {
        let source = try scheduler.cold("-1-2-|", of: Int.self)
        let recorder = source.record(on: scheduler)
        scheduler.advance(by: 1)
        recorder.cancel()
        recorder.cancel()
        try scheduler.run()
        try recorder.expect("-1!")
        #expect(recorder.isCancelled)
        #expect(recorder.recording.isOver)
        #expect(source.cancelCount == 1)
        #expect(source.activeCount == 0)
        #expect(scheduler.now == 1, "nothing is left to wait for")
    }

    @Test func cancellationAfterTheEndIsNothing() {
        let recorder = Empty<Int, Never>().record()
        recorder.cancel()
        #expect(recorder.recording == "|")
    }

    @Test func cancellationBeforeTheSubscriptionCancelsIt() {
        let recorder = Recorder<Int, Never>()
        recorder.cancel()
        let subscription = TestSubscription()
        recorder.receive(subscription: subscription)
        #expect(subscription.history == [.cancelled])
    }

    @Test func brokenContractsAreRecordedAsTheyAre() {
        let source = ManualPublisher<Int, Never>(subscribing: .byHand)
        let recorder = source.record()
        source.send(1)
        let first = TestSubscription()
        let second = TestSubscription()
        source.send(subscription: first)
        source.send(subscription: second)
        source.send(completion: .finished)
        source.send(2)
        source.send(completion: .finished)
        #expect(recorder.marbles == "1|2|")
        #expect(first.history == [.requested(.unlimited)])
        #expect(second.history == [.cancelled])
    }

    @Test func recordingsAreEqualIfTheSameHappened() throws {
        let first = try scheduler.cold("-1-|", of: Int.self).record(on: scheduler)
        let second = try scheduler.cold("-1-|", of: Int.self).record(on: scheduler)
        let third = try scheduler.cold("--1|", of: Int.self).record(on: scheduler)
        try scheduler.run()
        #expect(first.recording == second.recording)
        #expect(first.recording != third.recording)
    }

    @Test func theRecorderLetsGoAtTheEnd() throws {
        let leaks = LeakTracker()
        func record() throws {
            let ended = try scheduler.cold("-1|", of: Int.self).leakTracked(by: leaks, "ended")
                .record(on: scheduler)
            let cancelled = try scheduler.cold("-1-", of: Int.self).leakTracked(by: leaks, "cancelled")
                .record(on: scheduler)
            leaks.track(ended)
            leaks.track(cancelled)
            scheduler.advance(by: 1)
            cancelled.cancel()
        }
        try record()
        try leaks.expectAllReleased()
    }
}

@Suite(.timeLimit(.minutes(60))) struct RecorderAsyncTests {  // as long as a whole run may take
    @Test func theCompletionIsAwaited() async {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.record()
        async let completion = wait(recorder)
        source.send(1)
        source.send(completion: .failure("x"))
        #expect(await completion == .failure("x"))
        #expect(await recorder.waitForCompletion() == .failure("x"))
        source.releaseSubscribers()
    }

    @Test func valuesAreAwaitedOneAfterTheOther() async {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.record()
        source.send(1)
        #expect(await recorder.next() == 1)
        async let next = takeTwo(recorder)
        source.send(2)
        source.send(3)
        #expect(await next == [2, 3])
        source.send(4)
        source.send(completion: .finished)
        #expect(await recorder.next(5) == [4])
        #expect(await recorder.next() == nil)
        source.releaseSubscribers()
    }

    @Test func aCancelledRecorderKeepsNobodyWaiting() async {
        let recorder = Recorder<Int, Never>()
        async let completion = wait(recorder)
        recorder.cancel()
        #expect(await completion == nil)
        #expect(await recorder.next() == nil)
    }

    @Test func aCancelledTaskIsNotKeptWaiting() async {
        let recorder = Recorder<Int, Never>()
        let task = Task { await recorder.next(2) }
        task.cancel()
        #expect(await task.value == [])
    }

    @MainActor @Test func valuesThatAreNotSendableStayOnTheirActor() async {
        final class Box { let number = 1 }
        let recorder = Just(Box()).record()
        #expect(await recorder.next()?.number == 1)
        #expect(await recorder.waitForCompletion() == .finished)
    }

    private func wait<Failure: Error>(_ recorder: Recorder<Int, Failure>) async
        -> Subscribers.Completion<Failure>?
    {
        await recorder.waitForCompletion()
    }

    private func takeTwo(_ recorder: Recorder<Int, Never>) async -> [Int] { await recorder.next(2) }
}
