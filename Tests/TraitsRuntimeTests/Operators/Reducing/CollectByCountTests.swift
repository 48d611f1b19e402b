import Testing
import TraitsRuntime
import TraitsTesting

@Suite("collect(_:)")
struct CollectByCountTests {
    @Test func demandIsMultiplied() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<[Int], TestError>(
            receiveValue: { _ in .max(2) })
        upstream.collect(3).subscribe(subscriber)
        #expect(upstream.uses == [])
        subscriber.request(.max(4))
        #expect(upstream.uses == [.requested(.max(12))])
        #expect(upstream.send(1) == .none)
        #expect(upstream.send(2) == .none)
        #expect(upstream.send(3) == .max(6))
        #expect(subscriber.values == [[1, 2, 3]])
        subscriber.request(.unlimited)
        #expect(upstream.uses.last == .requested(.unlimited))
    }

    /// What is left when upstream finishes is sent with no regard to demand, as in Combine.
    @Test func theRestIsSentAtTheEnd() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<[Int], TestError>()
        upstream.collect(2).subscribe(subscriber)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(
            subscriber.history == [
                .subscription("CollectByCount"), .value([1]), .completion(.finished),
            ])
    }

    @Test func cancellingInsideOfTheLastGroupIsTheEnd() {
        let upstream = Manual()
        var subscription: (any Subscription)?
        let subscriber = TrackingSubscriber<[Int], TestError>(
            receiveSubscription: {
                subscription = $0
                $0.request(.unlimited)
            },
            receiveValue: { _ in
                subscription?.cancel()
                return .none
            })
        upstream.collect(2).subscribe(subscriber)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(subscriber.values == [[1]])
        #expect(subscriber.completions.isEmpty, "it cancelled inside of the group that the end brought")
    }

    @Test func aFailureDropsTheRest() {
        let upstream = Manual()
        let recorder = upstream.collect(2).record()
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .failure(TestError()))
        #expect(recorder.values == [[1, 2]])
        #expect(recorder.completion == .failure(TestError()))
    }

    @Test func aCompletionWithoutASubscriptionIsPassedOn() {
        let upstream = Manual(subscribing: .byHand)
        let subscriber = TrackingSubscriber<[Int], TestError>()
        upstream.collect(2).subscribe(subscriber)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(subscriber.history == [.completion(.finished)])
    }

    @Test func cancellingDropsTheRest() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<[Int], TestError>(demand: .unlimited)
        upstream.collect(2).subscribe(subscriber)
        upstream.send(1)
        subscriber.cancel()
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(subscriber.history == [.subscription("CollectByCount")])
        #expect(upstream.uses == [.requested(.unlimited), .cancelled])
    }
}
