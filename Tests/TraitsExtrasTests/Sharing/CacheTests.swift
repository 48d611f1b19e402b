import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("cache(for:scheduler:keepsFailures:)")
struct CacheTests {
    private let scheduler = TestScheduler()
    private final class Count { var value = 0 }
    private let count = Count()

    private var source: Deferred<Just<Int>> {
        Deferred { [count] in
            count.value += 1
            return Just(count.value)
        }
    }

    @Test func anOutcomeIsKeptForSomeTime() {
        let cached: MorePublishers.Cache = source.cache(for: 5, scheduler: scheduler)
        let single: some SinglePublisher<Int, Never> = cached
        #expect(single.record().values == [1])
        scheduler.advance(by: 4)
        #expect(single.record().values == [1])
        scheduler.advance(by: 1)
        #expect(single.record().values == [2])
    }

    /// The time begins when the outcome comes.
    @Test func anOutcomeThatIsAwaitedDoesNotExpire() {
        let cached = source.delaySubscription(for: 9, scheduler: scheduler).cache(
            for: 5, scheduler: scheduler)
        let first = cached.record()
        scheduler.advance(by: 7)
        let second = cached.record()
        scheduler.advance(by: 2)
        #expect(first.values == [1])
        #expect(second.values == [1])
        #expect(count.value == 1)
        scheduler.advance(by: 4)
        #expect(cached.record().values == [1])
        #expect(count.value == 1)
    }

    @Test func invalidateForgetsIt() {
        let cached = source.cache(for: 5, scheduler: scheduler)
        #expect(cached.record().values == [1])
        cached.invalidate()
        #expect(cached.record().values == [2])
    }

    /// Subscribers that wait get the failure, and the next subscriber starts upstream again.
    @Test func aFailureIsForgottenIfValuesAloneAreKept() {
        var outcomes: [Result<Int, TestFailure>] = [
            .failure(TestFailure()), .failure(TestFailure()), .success(3), .success(4),
        ]
        let cached = Deferred { outcomes.removeFirst().publisher }
            .delaySubscription(for: 2, scheduler: scheduler)
            .cache(for: 5, scheduler: scheduler, keepsFailures: false)
        let waiting = [cached.record(), cached.record()]
        scheduler.advance(by: 2)
        for subscriber in waiting { #expect(subscriber.completion == .failure(TestFailure())) }
        #expect(outcomes.count == 3)
        let second = cached.record()
        scheduler.advance(by: 2)
        #expect(second.completion == .failure(TestFailure()))
        let third = cached.record()
        scheduler.advance(by: 2)
        #expect(third.values == [3])
        #expect(cached.record().values == [3])
        #expect(outcomes.count == 1)
    }

    @Test func aFailureIsKeptToo() {
        let failing = Deferred { [count] () -> Fail<Int, TestFailure> in
            count.value += 1
            return Fail(error: TestFailure())
        }.cache(for: 5, scheduler: scheduler)
        for _ in 1...2 { #expect(failing.record().completion == .failure(TestFailure())) }
        #expect(count.value == 1)
        scheduler.advance(by: 5)
        #expect(failing.record().completion == .failure(TestFailure()))
        #expect(count.value == 2)
    }
}
