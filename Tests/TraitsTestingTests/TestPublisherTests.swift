import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct TestPublisherTests {
    let scheduler = TestScheduler()

    @Test func coldBeginsAnewForEachSubscriber() throws {
        let source = try scheduler.cold("1-2|", of: Int.self)
        let first = source.record(on: scheduler)
        try first.expect("1")
        scheduler.advance(by: 5)
        let second = source.record(on: scheduler)
        try scheduler.run()
        try first.expect("1-2|")
        try second.expect("1-2|")
        #expect(
            source.timedUses == [
                TimedUse(0, subscription: 0, .subscribed),
                TimedUse(0, subscription: 0, .requested(.unlimited)),
                TimedUse(5, subscription: 1, .subscribed),
                TimedUse(5, subscription: 1, .requested(.unlimited)),
            ])
        #expect(source.subscriptionCount == 2)
        #expect(source.activeCount == 0)
    }

    @Test func tickZeroIsInsideOfTheRequest() throws {
        let source = try scheduler.cold("1|", of: Int.self)
        var log: [String] = []
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { subscription in
                log.append("before")
                subscription.request(.max(1))
                log.append("after")
            },
            receiveValue: { _ in
                log.append("value")
                return .none
            },
            receiveCompletion: { _ in log.append("completion") })
        source.subscribe(subscriber)
        #expect(log == ["before", "value", "completion", "after"])
    }

    @Test func anEmptyScriptEndsAfterTheSubscription() throws {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        try scheduler.cold("|", of: Int.self).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("TestPublisher"), .completion(.finished)])
    }

    @Test func valuesWaitForDemandAndTheEndWaitsForThem() throws {
        let source = try scheduler.cold("1-2-(3|)", of: Int.self)
        let recorder = source.record(on: scheduler, demand: .atOnce(1))
        try scheduler.run()
        try recorder.expect("1")
        recorder.request(.max(1))
        try recorder.expect("1--2")
        scheduler.advance(by: 1)
        recorder.request(.max(1))
        try recorder.expect("1--2-3|")
    }

    @Test func requestsFromInsideOfAValueDoNotNest() throws {
        let source = TestPublisher<Int, Never>(
            .cold, script: (0..<100_000).map { TimedSignal(0, .value($0)) }, on: scheduler)
        var depth = 0
        var deepest = 0
        var count = 0
        let subscriber = Box()
        subscriber.tracking = TrackingSubscriber(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { _ in
                depth += 1
                deepest = max(deepest, depth)
                count += 1
                subscriber.tracking?.request(.max(1))
                depth -= 1
                return .none
            })
        source.subscribe(subscriber.tracking!)
        #expect(count == 100_000)
        #expect(deepest == 1)
        subscriber.tracking?.cancel()
        subscriber.tracking = nil
    }

    private final class Box {
        var tracking: TrackingSubscriber<Int, Never>?
    }

    @Test func hotHasOneTimeForAll() throws {
        let source = try scheduler.hot("-1-2-3-|", of: Int.self)
        let first = source.record(on: scheduler)
        scheduler.advance(by: 2)
        let second = source.record(on: scheduler)
        try scheduler.run()
        let late = source.record(on: scheduler)
        try first.expect("-1-2-3-|")
        try second.expect("-3-|")
        try late.expect("|")
        #expect(source.activeCount == 0)
    }

    @Test func hotThatNobodyStoresSendsWhatIsDrawn() throws {
        let leaks = LeakTracker()
        do {
            let scheduler = leaks.track(TestScheduler(), "scheduler")
            let recorder = try scheduler.hot("-1-2-|", of: Int.self).map { $0 * 10 }.record(on: scheduler)
            try scheduler.run()
            #expect(recorder.values == [10, 20])
            #expect(recorder.completion == .finished)
        }
        do {
            // Neither keeps the other when the time doesn't go on.
            let scheduler = leaks.track(TestScheduler(), "scheduler that stands still")
            let source = leaks.track(try scheduler.hot("-1-2-|", of: Int.self), "source")
            let recorder = source.record(on: scheduler)
            scheduler.advance(by: 1)
            #expect(recorder.values == [1])
            recorder.cancel()
        }
        try leaks.expectAllReleased()
        let source = try TestScheduler().hot("-1|", of: Int.self)
        let recorder = source.record()
        #expect(recorder.values.isEmpty && recorder.completion == nil)
        #expect(source.uses == [.subscribed, .requested(.unlimited)])
    }

    @Test func hotBuffersForEachSubscriber() throws {
        let source = try scheduler.hot("-1-2-|", of: Int.self)
        let eager = source.record(on: scheduler)
        let lazy = source.record(on: scheduler, demand: .none)
        try scheduler.run()
        try eager.expect("-1-2-|")
        try lazy.expect("")
        lazy.request(.unlimited)
        try lazy.expect("---12|")
    }

    @Test func cancellationInsideOfAValueStopsAtOnce() throws {
        let source = try scheduler.cold("123|", of: Int.self)
        var subscription: (any Subscription)?
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: {
                subscription = $0
                $0.request(.unlimited)
            },
            receiveValue: { value in
                if value == 2 { subscription?.cancel() }
                return .none
            })
        source.subscribe(subscriber)
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions.isEmpty)
        #expect(source.cancelCount == 1)
        subscriber.releaseSubscriptions()
    }

    @Test func brokenScriptsAreSentAsTheyAre() throws {
        let source = TestPublisher<Int, Never>(
            .cold,
            script: [
                TimedSignal(0, .completion(.finished)), TimedSignal(1, .value(1)),
                TimedSignal(2, .completion(.finished)),
            ], on: scheduler)
        let recorder = source.record(on: scheduler)
        try scheduler.run()
        #expect(recorder.marbles == "|-1-|")
        #expect(source.activeCount == 0)
    }

    @Test func nothingIsKept() throws {
        let leaks = LeakTracker()
        func use() throws {
            let cold = leaks.track(try scheduler.cold("1-2|", of: Int.self), "cold")
            let hot = leaks.track(try scheduler.hot("1-2|", of: Int.self), "hot")
            for source in [cold, hot] {
                leaks.track(source.record(on: scheduler), "recorder that ends")
                let other = leaks.track(source.record(on: scheduler), "recorder that cancels")
                other.cancel()
            }
            scheduler.advance(by: 3)
        }
        try use()
        try leaks.expectAllReleased()
    }
}
