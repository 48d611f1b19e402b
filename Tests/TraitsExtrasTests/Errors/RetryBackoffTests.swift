import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("retry(_:backoff:scheduler:) and timeout(_:scheduler:fallback:)")
struct RetryBackoffTests {
    private let scheduler = TestScheduler()

    /// Fails some times, then sends the number of the attempt.
    private func source(failures: Int, at times: Times) -> AnySinglePublisher<Int, TestFailure> {
        Deferred { [scheduler] () -> AnySinglePublisher<Int, TestFailure> in
            times.all.append(scheduler.now.ticks)
            return times.all.count > failures ? .just(times.all.count) : .fail(TestFailure())
        }.eraseToAnySinglePublisher()
    }

    private final class Times { var all: [Int] = [] }

    @Test func waitsGrow() throws {
        let times = Times()
        var hook: [Int] = []
        let single: some SinglePublisher<Int, TestFailure> = source(failures: 3, at: times)
            .retry(
                5, backoff: .exponential(initial: 0.001), scheduler: scheduler,
                onFailure: { hook.append($1) })
        let recorder = single.record(on: scheduler)
        try scheduler.run()
        #expect(times.all == [0, 1, 3, 7])
        #expect(hook == [1, 2, 3])
        #expect(recorder.values == [4])
        #expect(recorder.completion == .finished)
    }

    @Test func theLastFailureGoesOn() throws {
        let times = Times()
        let recorder = source(failures: 9, at: times)
            .retry(2, backoff: .constant(0.002), scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(times.all == [0, 2, 4])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func aFailureThatIsRefusedGoesOn() throws {
        let times = Times()
        let recorder = source(failures: 9, at: times)
            .retry(9, backoff: .none, scheduler: scheduler, when: { _ in false }).record(on: scheduler)
        try scheduler.run()
        #expect(times.all == [0])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func jitterTakesAPartOfTheWait() throws {
        let times = Times()
        var chances = [0.0, 0.5, 1.0]
        let recorder = source(failures: 3, at: times)
            .retry(
                3, backoff: Backoff(initial: 0.008, jitter: 0.5), scheduler: scheduler,
                random: { chances.removeFirst() }
            ).record(on: scheduler)
        try scheduler.run()
        #expect(times.all == [0, 8, 14, 18])
        #expect(recorder.values == [4])
    }

    @Test func nothingIsLeftToChanceWithoutAJitter() throws {
        let times = Times()
        var asked = 0
        let recorder = source(failures: 2, at: times)
            .retry(
                2, backoff: .constant(0.001), scheduler: scheduler,
                random: {
                    asked += 1
                    return 0.5
                }
            ).record(on: scheduler)
        try scheduler.run()
        #expect(times.all == [0, 1, 2])
        #expect(recorder.values == [3])
        #expect(asked == 0)
    }

    @Test func aWaitHasAMaximum() {
        let backoff = Backoff.exponential(initial: 1, multiplier: 10, maximum: 50)
        #expect((1...4).map { backoff.wait(after: $0, chance: 0) } == [1, 10, 50, 50])
        #expect(backoff.wait(after: .max, chance: 0) == 50)
        #expect(Backoff.exponential(initial: 0).wait(after: .max, chance: 1) == 0)
    }

    @Test func aCancellationEndsTheWait() throws {
        let times = Times()
        let cancellable = source(failures: 9, at: times)
            .retry(9, backoff: .constant(0.005), scheduler: scheduler)
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        cancellable.cancel()
        try scheduler.run()
        #expect(times.all == [0])
    }

    // MARK: timeout

    @Test func theFallbackTakesOver() throws {
        let source = try scheduler.cold("-1-----2|", of: Int.self, failure: TestFailure.self)
        let fallback = Just(9).setFailureType(to: TestFailure.self)
        let recorder = source.timeout(3, scheduler: scheduler, fallback: fallback).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [1, 9])
        #expect(recorder.completion == .finished)
    }

    @Test func aFailureIsNoTimeout() throws {
        let source = try scheduler.cold("-1-x", of: Int.self, failure: TestFailure.self)
        let fallback = Just(9).setFailureType(to: TestFailure.self)
        let recorder = source.timeout(9, scheduler: scheduler, fallback: fallback).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [1])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func aSingleStaysASingle() throws {
        let single: some SinglePublisher<Int, Never> = AnySinglePublisher<Int, Never>.never()
            .timeout(3, scheduler: scheduler, fallback: Just(9))
        let recorder = single.record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [9])
        #expect(recorder.completion == .finished)
    }

    @Test func aWaitThatShrinksIsFoundWithoutEnd() {
        #expect(Backoff(initial: 1, multiplier: 0.9).wait(after: .max, chance: 0) < 1e-300)
        #expect(Backoff(initial: 1, multiplier: 2).wait(after: .max, chance: 0) == .infinity)
    }

    @Test func aLongestWaitIsNotNegative() async {
        await #expect(processExitsWith: .failure) { _ = Backoff(initial: 1, maximum: -1) }
        await #expect(processExitsWith: .failure) { _ = Backoff(initial: 1, maximum: .nan) }
    }

    @Test func aBackoffTakesDurationsOrSeconds() {
        let backoff = Backoff.exponential(initial: .milliseconds(100), maximum: .seconds(3), jitter: 0.5)
        #expect(backoff.initial == 0.1 && backoff.maximum == 3 && backoff.multiplier == 2)
        #expect(Backoff.exponential(initial: .seconds(1)).maximum == .infinity)
        #expect(Backoff.constant(.milliseconds(2)).wait(after: 4, chance: 0) == 0.002)
        #expect(Backoff.constant(0.002).wait(after: 4, chance: 0) == 0.002)
        #expect(Backoff(initial: .seconds(2)).wait(after: 9, chance: 0) == 2)
    }
}
