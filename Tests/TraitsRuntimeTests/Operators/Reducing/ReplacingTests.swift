import Testing
import TraitsRuntime
import TraitsTesting

/// `replaceEmpty` and `replaceError`: upstream's values pass, and one value of the operator's may follow.
@Suite("Operators that put a value in place of an end")
struct ReplacingTests {
    @Test func theReplacementWaitsForDemand() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        upstream.send(completion: .finished)
        #expect(subscriber.history == [.subscription("ReplaceEmpty")])
        subscriber.request(.max(1))
        #expect(subscriber.history == [.subscription("ReplaceEmpty"), .value(9), .completion(.finished)])
    }

    @Test func demandMadeBeforeTheEndCounts() {
        let upstream = Manual()
        let subscriber = IntTracking(demand: .max(1))
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        #expect(upstream.uses == [.requested(.max(1)), .requested(.unlimited)])
        upstream.send(completion: .finished)
        #expect(subscriber.values == [9])
        #expect(subscriber.completions == [.finished])
    }

    /// Demand that values have used up is not there for the replacement of the failure.
    @Test func replacingAnErrorCountsWhatIsLeft() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2))
        upstream.replaceError(with: 9).subscribe(subscriber)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .failure(TestError()))
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 2, 9])
        #expect(subscriber.completions == [.finished])
    }

    @Test func cancellingDropsTheReplacement() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.replaceEmpty(with: 9).subscribe(subscriber)
        upstream.send(completion: .finished)
        let subscription = subscriber.subscription
        subscriber.cancel()
        subscription?.request(.unlimited)
        #expect(subscriber.history == [.subscription("ReplaceEmpty")])
    }

    @Test func replacementsAtOnce() {
        #expect(Empty<Int, Never>().replaceEmpty(with: 9).record().values == [9])
        #expect(Fail<Int, TestError>(error: TestError()).replaceError(with: 9).record().values == [9])
        #expect(Fail<Int, TestError>(error: TestError()).replaceEmpty(with: 9).record().values == [])
    }
}
