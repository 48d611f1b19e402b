import Testing
import TraitsRuntime
import TraitsTesting

/// `dropFirst`, `prefix` and `output`, which count.
@Suite("Operators that count positions")
struct PositionTests {
    @Test func droppingAsksForWhatItDrops() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.dropFirst(2).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Drop")])
        #expect(upstream.uses == [.requested(.max(2))])
        subscriber.request(.max(3))
        #expect(upstream.uses == [.requested(.max(2)), .requested(.max(3))])
        for value in 1...3 { #expect(upstream.send(value) == .none) }
        #expect(subscriber.values == [3])
    }

    @Test func droppingNothingAsksForNothing() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.dropFirst(0).subscribe(subscriber)
        #expect(upstream.uses == [])
        subscriber.request(.max(1))
        upstream.send(1)
        #expect(upstream.uses == [.requested(.max(1))])
        #expect(subscriber.values == [1])
    }

    /// `dropFirst` hands out its subscription before upstream has sent one: requests are kept and added up.
    @Test func requestsBeforeUpstreamsSubscription() {
        let upstream = Manual(subscribing: .byHand)
        let subscriber = IntTracking()
        upstream.dropFirst(2).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Drop")])
        subscriber.request(.max(3))
        subscriber.request(.max(4))
        #expect(upstream.uses == [])
        upstream.send(subscription: upstream.subscription)
        #expect(upstream.uses == [.requested(.max(9))])
    }

    @Test func cancellingBeforeUpstreamsSubscription() {
        let upstream = Manual(subscribing: .byHand)
        let subscriber = IntTracking()
        upstream.dropFirst().subscribe(subscriber)
        subscriber.cancel()
        upstream.send(subscription: upstream.subscription)
        #expect(upstream.uses == [.cancelled])
        upstream.send(completion: .finished)
        #expect(subscriber.completions == [])
    }

    @Test func theLastWantedValueEndsTheStream() {
        let upstream = Manual()
        let subscriber = IntTracking(demand: .unlimited)
        upstream.prefix(2).subscribe(subscriber)
        upstream.send(1)
        #expect(upstream.uses == [.requested(.unlimited)])
        upstream.send(2)
        #expect(
            subscriber.history == [
                .subscription("Output"), .value(1), .value(2), .completion(.finished),
            ])
        #expect(upstream.uses.last == .cancelled)
    }

    /// A subscriber that makes upstream send from inside the last value gets no value too many.
    @Test func aValueSentFromInsideTheLastOne() {
        let subject = IntSubject()
        var values: [Int] = []
        let cancellable = subject.prefix(1).sink(
            receiveCompletion: { _ in values.append(-1) },
            receiveValue: { value in
                values.append(value)
                if values.count < 5 { subject.send(value + 1) }
            })
        subject.send(1)
        #expect(values == [1, -1])
        withExtendedLifetime(cancellable) {}
    }

    /// Between values, a skipped one asks for its replacement, so that demand is for values that arrive.
    @Test func skippedPositionsAreAskedForOneByOne() {
        let upstream = Manual()
        let subscriber = IntTracking(demand: .max(1))
        upstream.output(in: 2..<4).subscribe(subscriber)
        #expect(upstream.send(0) == .max(1))
        #expect(upstream.send(1) == .max(1))
        #expect(upstream.send(2) == .none)
        #expect(subscriber.values == [2])
        #expect(upstream.uses == [.requested(.max(1))])
    }

    @Test(arguments: [(0..<0, []), (0..<2, [0, 1]), (1..<3, [1, 2]), (2..<9, [2, 3, 4]), (7..<9, [])])
    func ranges(range: Range<Int>, expected: [Int]) {
        let recorder = (0..<5).publisher.eraseToAnyPublisher().output(in: range).record()
        #expect(recorder.values == expected)
        #expect(recorder.completion == .finished)
        let slow = (0..<5).publisher.eraseToAnyPublisher().output(in: range).record(demand: .atATime(1))
        #expect(slow.values == expected)
        #expect(slow.completion == .finished)
    }
}
