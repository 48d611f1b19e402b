import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Sequences as publishers")
struct SequenceTests {
    @Test func sendsElementsAsTheyAreAskedFor() {
        let subscriber = TrackingSubscriber<Int, Never>()
        [1, 2, 3].publisher.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("[1, 2, 3]")])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
        subscriber.request(.max(2))
        #expect(subscriber.history.suffix(2) == [.value(3), .completion(.finished)])
    }

    @Test func demandReturnedFromReceiveCounts() {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(1))
        (1...5).publisher.subscribe(subscriber)
        #expect(subscriber.values == [1, 2, 3, 4, 5])
        #expect(subscriber.completions == [.finished])
    }

    @Test func anEmptySequenceFinishesWithoutDemand() {
        let subscriber = TrackingSubscriber<Int, Never>()
        [Int]().publisher.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Empty"), .completion(.finished)])
    }

    @Test func requestsFromInsideReceiveDontRecurse() {
        // Were each request to send from inside the last one, a hundred thousand would overflow the stack.
        var subscriber: TrackingSubscriber<Int, Never>!
        subscriber = TrackingSubscriber(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { _ in
                subscriber.request(.max(1))
                return .none
            })
        (0..<100_000).publisher.subscribe(subscriber)
        #expect(subscriber.values.count == 100_000)
        #expect(subscriber.completions == [.finished])
        subscriber.releaseSubscriptions()
        subscriber = nil
    }

    @Test(arguments: [false, true])
    func nothingAfterCancel(viaSink: Bool) {
        var drawn: [Int] = []
        let numbers = sequence(first: 1) { $0 + 1 }.lazy.map { (n: Int) -> Int in
            drawn.append(n)
            return n
        }
        if viaSink {
            var sink: Subscribers.Sink<Int, Never>!
            var seen: [Int] = []
            sink = Subscribers.Sink(
                receiveCompletion: { _ in seen.append(-1) },
                receiveValue: {
                    seen.append($0)
                    if $0 == 3 { sink.cancel() }
                })
            numbers.publisher.subscribe(sink)
            #expect(seen == [1, 2, 3])
            #expect(drawn == [1, 2, 3])
        } else {
            var subscriber: TrackingSubscriber<Int, Never>!
            subscriber = TrackingSubscriber(
                receiveSubscription: { $0.request(.unlimited) },
                receiveValue: {
                    if $0 == 3 { subscriber.cancel() }
                    return .none
                })
            numbers.publisher.subscribe(subscriber)
            #expect(subscriber.values == [1, 2, 3])
            #expect(subscriber.completions.isEmpty)
            subscriber = nil
        }
    }

    @Test func releasesItsSubscriberWhenItIsOver() throws {
        for end in ["finish", "cancel"] {
            let leaks = LeakTracker()
            var kept: (any Subscription)?
            do {
                let subscriber = TrackingSubscriber<Int, Never>(receiveSubscription: { kept = $0 })
                leaks.track(subscriber, "subscriber")
                [1, 2].publisher.subscribe(subscriber)
                if end == "finish" { kept?.request(.unlimited) } else { kept?.cancel() }
                subscriber.releaseSubscriptions()
            }
            try leaks.expectAllReleased()
            withExtendedLifetime(kept) {}
        }
    }
}
