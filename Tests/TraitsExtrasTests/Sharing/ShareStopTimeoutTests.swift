import Dispatch
import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("share(replay:stopTimeout:scheduler:)")
struct ShareStopTimeoutTests {
    private let scheduler = TestScheduler()
    private let source = ManualPublisher<Int, TestFailure>()

    private var starts: Int { source.uses.count { $0 == .subscribed } }

    @Test func upstreamGoesOnForSomeTime() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        let first = shared.record()
        source.send(1)
        first.cancel()
        scheduler.advance(by: 4)
        #expect(source.uses.last != .cancelled)
        let second = shared.record()
        scheduler.advance(by: 9)
        source.send(2)
        #expect(first.values == [1])
        #expect(second.values == [2])
        second.cancel()
        scheduler.advance(by: 5)
        #expect(source.uses.last == .cancelled)
    }

    /// An absence that ended in time doesn't stop upstream, though another one has begun.
    @Test func theTimeBeginsAgain() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        shared.record().cancel()
        scheduler.advance(by: 4)
        shared.record().cancel()
        scheduler.advance(by: 4)
        #expect(source.uses.last != .cancelled)
        scheduler.advance(by: 1)
        #expect(source.uses.last == .cancelled)
    }

    @Test func theNewestValuesAreReplayed() {
        let shared = source.share(replay: 1, stopTimeout: 5, scheduler: scheduler)
        let first = shared.record()
        source.send(1)
        first.cancel()
        source.send(2)
        #expect(shared.record().values == [2])
    }

    @Test func startsAgainAfterTheTime() {
        var count = 0
        let shared = Deferred { () -> CurrentValueSubject<Int, Never> in
            count += 1
            return CurrentValueSubject(count)
        }.share(replay: 1, stopTimeout: 5, scheduler: scheduler)
        #expect(shared.record().values == [1])
        scheduler.advance(by: 6)
        #expect(shared.record().values == [1])
        #expect(count == 1)
    }

    @Test func aNewConnectionHasNoOldValues() {
        var count = 0
        let shared = Deferred { () -> CurrentValueSubject<Int, Never> in
            count += 1
            return CurrentValueSubject(count)
        }.share(replay: 1, stopTimeout: 5, scheduler: scheduler)
        let first = shared.record()
        first.cancel()
        scheduler.advance(by: 6)
        #expect(shared.record().values == [2])
    }

    /// After the time nobody owns the values, even if upstream keeps its subscriber.
    @Test func theValuesAreReleasedAfterTheTime() {
        final class Object {}
        let keeper = ManualPublisher<Object, Never>()
        let shared = keeper.share(replay: 1, stopTimeout: 5, scheduler: scheduler)
        weak var value: Object?
        do {
            let object = Object()
            value = object
            let subscriber = shared.sink { _ in }
            keeper.send(object)
            subscriber.cancel()
        }
        scheduler.advance(by: 4)
        #expect(value != nil)
        scheduler.advance(by: 1)
        #expect(value == nil)
    }

    /// No value is replayed: a subscriber that comes inside a value, or asks after it, gets the next one.
    @Test func withoutReplayASubscriberMissesEarlierValues() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        var inner: Recorder<Int, TestFailure>?
        let first = shared.handleEvents(receiveOutput: { _ in inner = inner ?? shared.record() }).record()
        let patient = shared.record(demand: .none)
        source.send(1)
        patient.request(.unlimited)
        source.send(2)
        #expect(first.values == [1, 2])
        #expect(inner?.values == [2])
        #expect(patient.values == [2])
        source.send(completion: .finished)
        #expect(shared.record().completion == .finished)
    }

    /// There is no work to go on with.
    @Test func aSubscriberThatCancelsItsSubscriptionStartsNothing() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        shared.subscribe(
            TrackingSubscriber<Int, TestFailure>(receiveSubscription: { $0.cancel() }))
        #expect(source.subscriptionCount == 0)
        #expect(scheduler.pendingCount == 0)
        _ = shared.record()
        #expect(source.subscriptionCount == 1)
    }

    /// The end ends the wait, too.
    @Test func anEndStopsTheTimer() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        shared.record().cancel()
        #expect(scheduler.pendingCount == 1)
        source.send(completion: .finished)
        #expect(scheduler.pendingCount == 0)
        #expect(shared.record().completion == .finished)
    }

    @Test func anEndStays() {
        let shared = source.share(replay: 1, stopTimeout: 5, scheduler: scheduler)
        let first = shared.record()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        scheduler.advance(by: 9)
        let late = shared.record()
        for recorder in [first, late] {
            #expect(recorder.values == [1])
            #expect(recorder.completion == .failure(TestFailure()))
        }
    }

    /// However often the last subscriber cancels, one timer waits, and the newest absence counts.
    @Test func oneTimerWaits() {
        let shared = source.share(stopTimeout: 5, scheduler: scheduler)
        for _ in 0..<100 { shared.record().cancel() }
        #expect(scheduler.pendingCount == 1)
        scheduler.advance(by: 3)
        shared.record().cancel()
        scheduler.advance(by: 4)
        #expect(source.uses.last != .cancelled)
        #expect(scheduler.pendingCount == 1)
        scheduler.advance(by: 1)
        #expect(source.uses.last == .cancelled)
        #expect(scheduler.pendingCount == 0)
    }

    /// A queue can cancel what waits for its time, which would keep the publisher until then.
    @Test func aSubscriberCancelsTheTimer() {
        weak var shared: MorePublishers.ShareStopTimeout<ManualPublisher<Int, TestFailure>, DispatchQueue>?
        do {
            let made = source.share(replay: 1, stopTimeout: .seconds(1000), scheduler: DispatchQueue.global())
            shared = made
            for _ in 0..<100 { made.record().cancel() }
            let last = made.record()
            source.send(completion: .finished)
            last.cancel()
        }
        #expect(shared == nil)
    }

    /// Whatever a timer meets, each connection is cancelled in the end, and none is cancelled while it has a subscriber.
    @Test func subscribersAndTimersMeetOnSeveralThreads() async {
        let running = Atomic<Int>(0)
        let (stops, stop) = AsyncStream<Void>.makeStream()
        func shared(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
            upstream.handleEvents(
                receiveSubscription: { _ in running.add(1, ordering: .relaxed) },
                receiveCancel: {
                    running.subtract(1, ordering: .relaxed)
                    stop.yield()
                }
            ).share(replay: 1, stopTimeout: .microseconds(20), scheduler: DispatchQueue.global())
        }
        /// Waits until no more than so many connections run.
        func wait(for count: Int) async {
            var stops = stops.makeAsyncIterator()
            while running.load(ordering: .relaxed) > count { await stops.next() }
        }
        let subject = PassthroughSubject<Int, Never>()
        nonisolated(unsafe) let numbers = shared(subject)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<500 {
                let cancellable = numbers.sink { _ in }
                if thread == 0 { subject.send(1) }
                cancellable.cancel()
            }
        }
        let last = numbers.record()
        // A timer that starts now is due after those that may still run.
        shared(Empty(completeImmediately: false)).sink { _ in }.cancel()
        await wait(for: 1)
        subject.send(2)
        #expect(last.values.last == 2)
        last.cancel()
        await wait(for: 0)
        #expect(running.load(ordering: .relaxed) == 0)
    }

    @Test func nothingIsLeftWhenItIsReleased() throws {
        weak var shared: MorePublishers.ShareStopTimeout<ManualPublisher<Int, TestFailure>, TestScheduler>?
        do {
            let made = source.share(stopTimeout: 5, scheduler: scheduler)
            shared = made
            made.record().cancel()
        }
        scheduler.advance(by: 6)
        #expect(shared == nil)
        #expect(source.uses.last == .cancelled)
    }
}
