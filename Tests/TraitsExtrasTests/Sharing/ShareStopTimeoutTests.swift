import Dispatch
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
