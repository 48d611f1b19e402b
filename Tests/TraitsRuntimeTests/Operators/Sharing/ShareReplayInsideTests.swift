import Testing
import TraitsRuntime
import TraitsTesting

/// Subscribers of `share(replay:)` that do something from inside what they are sent, and what is released.
@Suite("share(replay:), from inside")
struct ShareReplayInsideTests {
    /// A subject nests: whoever stands further back would get 2 before 1.
    @Test func whatIsSentFromInsideFollows() {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 1)
        var log: [String] = []
        let first = shared.sink {
            log.append("first \($0)")
            if $0 < 3 { subject.send($0 + 1) }
        }
        let second = shared.sink { log.append("second \($0)") }
        subject.send(1)
        #expect(log == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func manyAnswersNeedNoStack() {
        let subject = PassthroughSubject<Int, Never>()
        var last = -1
        let cancellable = subject.share(replay: 1).sink { value in
            #expect(value == last + 1)
            last = value
            if value < 200_000 { subject.send(value + 1) }
        }
        subject.send(0)
        #expect(last == 200_000)
        cancellable.cancel()
    }

    @Test func whoSubscribesInsideOfAValueGetsItOnce() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 2)
        var inner: [Recorder<Int, Never>] = []
        let outer = shared.sink { value in
            if value < 3 { inner.append(shared.record()) }
        }
        for value in 1...3 { source.send(value) }
        #expect(inner.map(\.values) == [[1, 2, 3], [1, 2, 3]])
        outer.cancel()
    }

    /// The inner subscriber is the first that is ready for values, so it is the one to connect.
    @Test func whoSubscribesInsideOfASubscriptionConnects() {
        let shared = [1, 2].publisher.share(replay: 2)
        var inner: Recorder<Int, Never>?
        let outer = TrackingSubscriber<Int, Never>(receiveSubscription: {
            inner = shared.record()
            $0.request(.unlimited)
        })
        shared.subscribe(outer)
        #expect(inner?.values == [1, 2])
        #expect(inner?.completion == .finished)
        #expect(outer.values == [1, 2])
        #expect(outer.completions == [.finished])
    }

    @Test func whoCancelsInsideOfItsSubscriptionConnectsNothing() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 1)
        shared.subscribe(TrackingSubscriber<Int, Never>(receiveSubscription: { $0.cancel() }))
        #expect(source.subscriptionCount == 0)
        let recorder = shared.record()
        source.send(1)
        #expect(recorder.values == [1])
    }

    @Test func whoCancelsInsideOfTheReplayGetsNoMore() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 3)
        let first = shared.record()
        for value in 1...3 { source.send(value) }
        #expect(shared.prefix(2).record().recording == "12|")
        var seen: [Int] = []
        var subscription: (any Subscription)?
        shared.subscribe(
            AnySubscriber<Int, Never>(
                receiveSubscription: {
                    subscription = $0
                    $0.request(.unlimited)
                },
                receiveValue: {
                    seen.append($0)
                    subscription?.cancel()
                    return .none
                }))
        #expect(seen == [1])
        source.send(4)
        #expect(seen == [1])
        #expect(first.values == [1, 2, 3, 4])
    }

    /// All go inside of a value; those behind don't get it.
    @Test func whoIsCancelledByAnotherGetsNoMore() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 1)
        var others: [AnyCancellable] = []
        var seen = 0
        let first = shared.sink { _ in others = [] }
        for _ in 0..<10 { others.append(shared.sink { _ in seen += 1 }) }
        source.send(1)
        #expect(seen == 0)
        source.send(2)
        #expect(source.uses == [.requested(.unlimited)])
        first.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func aRequestForAnotherIsMetAtOnce() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 1)
        var waiting: Recorder<Int, Never>?
        let first = shared.sink { _ in waiting?.request(.max(1)) }
        waiting = shared.record(demand: .none)
        source.send(1)
        source.send(2)
        #expect(waiting?.values == [1, 2])
        first.cancel()
    }

    // MARK: What is kept

    @Test func releasesEverything() throws {
        let leaks = LeakTracker()
        do {
            let shared = leaks.track(
                PassthroughSubject<Int, Never>().leakTracked(by: leaks, "source").share(replay: 2), "share")
            let token = leaks.token("closure")
            let first = shared.sink { _ in _ = token }
            let second = shared.sink { _ in _ = token }
            first.cancel()
            second.cancel()
        }
        try leaks.expectAllReleased()
    }

    /// The publisher lives on, and so does a subscription that its subscriber never drops.
    @Test func valuesGoWithTheLastSubscriber() throws {
        let leaks = LeakTracker()
        let source = PassthroughSubject<AnyObject, Never>()
        let shared = source.share(replay: 2)
        var kept: [any Subscription] = []
        func subscribe() {
            let token = leaks.token("closure")
            shared.subscribe(
                AnySubscriber<AnyObject, Never>(
                    receiveSubscription: {
                        kept.append($0)
                        $0.request(.unlimited)
                    },
                    receiveValue: { _ in
                        _ = token
                        return .none
                    }))
        }
        subscribe()
        subscribe()
        for _ in 0..<3 { source.send(leaks.token("value")) }
        for subscription in kept { subscription.cancel() }
        try leaks.expectAllReleased()
        #expect(kept.count == 2)
    }

    @Test func theBufferKeepsNoMoreThanItReplays() throws {
        let leaks = LeakTracker()
        let source = PassthroughSubject<AnyObject, Never>()
        let cancellable = source.share(replay: 1).sink { _ in }
        source.send(leaks.token("pushed out"))
        let newest = Newest()
        source.send(newest)
        try leaks.expectAllReleased()
        cancellable.cancel()
    }

    private final class Newest {}

    /// A value that is pushed out sends from its `deinit`: it follows what is being sent.
    @Test func aValueThatIsReleasedMaySend() {
        final class Speaking {
            let number: Int
            let last: () -> Void
            init(_ number: Int, _ last: @escaping () -> Void) {
                self.number = number
                self.last = last
            }
            deinit { last() }
        }
        let subject = PassthroughSubject<Speaking, Never>()
        var seen: [Int] = []
        let cancellable = subject.share(replay: 1).sink { seen.append($0.number) }
        subject.send(Speaking(1) { subject.send(Speaking(9) {}) })
        #expect(seen == [1])
        subject.send(Speaking(2) {})
        #expect(seen == [1, 2, 9])
        cancellable.cancel()
    }
}
