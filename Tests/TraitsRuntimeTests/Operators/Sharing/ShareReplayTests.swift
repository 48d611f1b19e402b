import Testing
import TraitsRuntime
import TraitsTesting

@Suite("share(replay:)")
struct ShareReplayTests {
    @Test func theFirstConnectsAndTheLastCancels() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 1)
        #expect(source.subscriptionCount == 0)
        let first = shared.record()
        let second = shared.record()
        #expect(source.subscriptionCount == 1)
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        first.cancel()
        source.send(2)
        #expect(source.uses == [.requested(.unlimited)])
        second.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        #expect(first.values == [1])
        #expect(second.values == [1, 2])
    }

    @Test func whoComesLateGetsTheNewestValues() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.share(replay: 2)
        let first = shared.record()
        source.send(1)
        let second = shared.record()
        #expect(second.values == [1], "there is one")
        source.send(2)
        source.send(3)
        let third = shared.record()
        #expect(third.values == [2, 3])
        source.send(4)
        source.send(completion: .failure("x"))
        #expect(first.recording == "1234x")
        #expect(second.recording == "1234x")
        #expect(third.recording == "234x")
        #expect(source.subscriptionCount == 1)
    }

    @Test func afterTheEndThereAreTheNewestValuesAndTheEnd() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.share(replay: 2)
        let first = shared.record()
        for value in 1...3 { source.send(value) }
        source.send(completion: .failure("x"))
        #expect(first.recording == "123x")
        #expect(shared.record().recording == "23x")
        #expect(shared.record().recording == "23x")
        #expect(source.subscriptionCount == 1, "it is not started again")

        let single = Just(1).share(replay: 3)
        #expect(single.record().recording == "1|")
        #expect(single.record().recording == "1|")
        let empty = Empty<Int, TestFailure>().share(replay: 3)
        #expect(empty.record().recording == "|")
        #expect(empty.record().recording == "|")
    }

    /// What another connection has sent is not replayed.
    @Test func afterTheLastHasGoneAllBeginsAnew() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 3)
        let first = shared.record()
        source.send(1)
        first.cancel()
        let again = shared.record()
        #expect(again.values == [])
        #expect(source.subscriptionCount == 2)
        source.send(5, to: 0)
        #expect(again.values == [], "the first connection is over")
        source.send(6, to: 1)
        #expect(again.values == [6])
        #expect(shared.record().values == [6])
    }

    @Test func aValueThatIsCancelledInsideOfStartsAnew() {
        let shared = Just(1).share(replay: 1)
        #expect(shared.first().record().recording == "1|")
        #expect(shared.record().recording == "1|")
        #expect(shared.record().recording == "1|")
    }

    // MARK: Demand

    @Test func aReplayWaitsForDemand() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 3)
        let first = shared.record()
        for value in 1...4 { source.send(value) }
        let late = shared.record(demand: .none)
        #expect(late.values == [])
        late.request(.max(2))
        #expect(late.values == [2, 3])
        source.send(5)
        #expect(late.values == [2, 3])
        late.request(.max(1))
        #expect(late.values == [2, 3, 4])
        source.send(completion: .finished)
        #expect(late.recording == "234", "5 is before the end")
        late.request(.max(1))
        #expect(late.recording == "2345|")
        #expect(first.recording == "12345|")
    }

    /// As many wait as are replayed.
    @Test func whoDoesNotAskLosesAllButTheNewest() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 2)
        let slow = shared.record(demand: .atOnce(1))
        let fast = shared.record()
        for value in 1...5 { source.send(value) }
        #expect(slow.values == [1])
        slow.request(.max(1))
        #expect(slow.values == [1, 4])
        slow.request(.unlimited)
        #expect(slow.values == [1, 4, 5])
        source.send(6)
        #expect(slow.values == [1, 4, 5, 6])
        #expect(fast.values == [1, 2, 3, 4, 5, 6])
    }

    @Test func anEndWithNothingBeforeItNeedsNoDemand() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.share(replay: 1)
        let none = shared.record(demand: .none)
        source.send(completion: .failure("x"))
        #expect(none.recording == "x")
        #expect(shared.record(demand: .none).recording == "x")
    }

    @Test func aSubscriberAsksByItsAnswers() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share(replay: 3)
        let first = shared.record()
        for value in 1...3 { source.send(value) }
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) }, receiveValue: { $0 < 3 ? .max(1) : .none })
        shared.subscribe(subscriber)
        #expect(subscriber.values == [1, 2, 3])
        source.send(4)
        #expect(subscriber.values == [1, 2, 3])
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [0, -1]) func aReplayOfNothingStopsTheProgram(replay: Int) async {
        await #expect(processExitsWith: .failure) { [replay] in _ = Just(1).share(replay: replay) }
    }

    @Test func thereMayBeRoomForAll() {
        let shared = (1...4).publisher.share(replay: .max)
        #expect(shared.record().recording == "1234|")
        #expect(shared.record().recording == "1234|")
    }

    // MARK: What the types say

    @Test func aSingleStaysASingle() {
        func isSingle<P: SinglePublisher>(_: P) -> Bool { true }
        func isCompletable<P: CompletablePublisher>(_: P) -> Bool { true }
        let subject = CurrentValueSubject<Int, Never>(1)
        #expect(isSingle(Just(1).share(replay: 1)))
        #expect(isCompletable(Just(1).asCompletable().share(replay: 1)))
        var result: [Int] = []
        let cancellable = Just(4).share(replay: 1).sinkSingle { result.append($0.get()) }
        #expect(result == [4])
        #expect(subject.share(replay: 1).map { $0 + 1 }.record().values == [2])
        cancellable.cancel()
    }

    /// A subscriber that arrives while another thread starts upstream has no value when `subscribe` returns.
    @Test func nothingPromisesAValueAtOnce() {
        func isImmediate<P: Publisher>(_ publisher: P) -> Bool { publisher is any ImmediatePublisher }
        #expect(isImmediate(Just(1)))
        #expect(!isImmediate(Just(1).share(replay: 2)))
        let shared: Any = MutableProperty(1).property.allValues.share(replay: 1)
        #expect(!(shared is any CurrentValuePublisher))
    }

    @Test func identityIsEquality() {
        let one = Just(1).share(replay: 1)
        #expect(one == one)
        #expect(one != Just(1).share(replay: 1))
        #expect(one.replay == 1)
    }

    @Test func description() {
        let subscriber = TrackingSubscriber<Int, Never>()
        Just(1).share(replay: 1).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("ShareReplay")])
    }
}
