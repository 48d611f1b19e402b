import Testing
import TraitsRuntime
import TraitsTesting

/// Events that come before a subscription break the contract of streams. Some operators pass them on, some leave them
/// out, some stop the program, each as in Combine.
@Suite("Events before a subscription")
struct EarlyEventTests {
    private let upstream = Manual(subscribing: .byHand)

    @Test func valuesPassWhereOnlyASubscriptionIsKnownByItsEnd() {
        let mapped = TrackingSubscriber<Int, any Error>(receiveValue: { _ in .max(42) })
        upstream.tryMap { $0 * 2 }.subscribe(mapped)
        #expect(upstream.send(1) == .max(42))
        upstream.send(completion: .finished)
        #expect(mapped.values == [2] && mapped.completions.isEmpty)
        upstream.releaseSubscribers()
        let sums = TrackingSubscriber<Int, any Error>(receiveValue: { _ in .max(42) })
        upstream.tryScan(10) { $0 + $1 }.subscribe(sums)
        #expect(upstream.send(1) == .max(42))
        #expect(upstream.send(2) == .max(42))
        upstream.send(completion: .finished)
        #expect(sums.values == [11, 13] && sums.completions.isEmpty)
    }

    @Test func aRangeOfValuesPassesAndDoesNotEndBeforeTheSubscription() {
        let subscriber = IntTracking(receiveValue: { _ in .max(42) })
        upstream.output(in: 1..<3).subscribe(subscriber)
        #expect((1...4).map { upstream.send($0) } == [.max(1), .max(42), .max(42), .none])
        upstream.send(completion: .finished)
        #expect(subscriber.values == [2, 3] && subscriber.completions == [])
    }

    @Test func aValueThatThrowsFailsBeforeTheSubscription() {
        let subscriber = TrackingSubscriber<Int, any Error>()
        upstream.tryMap { _ throws -> Int in throw TestError() }.subscribe(subscriber)
        upstream.send(1)
        upstream.send(2)
        #expect(subscriber.completions.count == 1)
    }

    @Test func codersPassTheCompletionToo() {
        struct Doubler: TopLevelEncoder {
            func encode<T: Encodable>(_ value: T) throws -> Int { (value as? Int ?? 0) * 2 }
        }
        let subscriber = TrackingSubscriber<Int, any Error>()
        upstream.encode(encoder: Doubler()).subscribe(subscriber)
        upstream.send(21)
        upstream.send(completion: .finished)
        upstream.send(22)
        #expect(subscriber.values == [42] && subscriber.completions.count == 1)
    }

    /// An end is the end: a subscription that comes after it is cancelled.
    @Test func anEndPassesThoseThatObserve() {
        let (handling, printing) = (IntTracking(), IntTracking())
        var text = ""
        upstream.handleEvents(receiveCompletion: { _ in text += "end" }).subscribe(handling)
        upstream.print(to: Lines()).subscribe(printing)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        #expect(handling.values == [1] && handling.completions.count == 1 && text == "end")
        #expect(printing.values == [1] && printing.completions.count == 1)
    }

    private struct Lines: TextOutputStream {
        mutating func write(_ string: String) {}
    }

    @Test func areLeftOutByThoseThatDrop() {
        let dropping = IntTracking()
        upstream.drop { _ in true }.subscribe(dropping)
        let trying = TrackingSubscriber<Int, any Error>()
        upstream.tryDrop { _ in true }.subscribe(trying)
        #expect(upstream.send(1) == .none)
        upstream.send(completion: .finished)
        #expect(dropping.history == [])
        #expect(trying.values == [] && trying.completions.isEmpty)
    }

    @Test func stopTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let upstream = Manual(subscribing: .byHand)
            upstream.tryFilter { $0 > 0 }.subscribe(TrackingSubscriber<Int, any Error>())
            upstream.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let upstream = Manual(subscribing: .byHand)
            upstream.removeDuplicates().subscribe(IntTracking())
            upstream.send(completion: .finished)
        }
    }

    /// Code that takes the operator's subscriber for a subscription can cancel before there is one.
    @Test func aCancellationCountsWhereEventsWouldStopTheProgram() throws {
        #expect(try usesAfterEarlyCancellation { $0.removeDuplicates() } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.prefix { _ in true } } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.tryFilter { _ in true } } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.retry(1) } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.prefix(untilOutputFrom: Manual()) } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.drop(untilOutputFrom: Manual()) } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.drop { _ in true } } == [])
        #expect(try usesAfterEarlyCancellation { $0.tryMap { $0 } } == [])
    }

    private func usesAfterEarlyCancellation<P: Publisher>(
        of operate: (SubscriberKeeper) -> P
    ) throws -> [SubscriptionUse] {
        let upstream = SubscriberKeeper()
        operate(upstream).subscribe(TrackingSubscriber<P.Output, P.Failure>())
        let subscriber = try #require(upstream.subscriber as? any Subscription)
        subscriber.cancel()
        let subscription = TestSubscription()
        upstream.subscribe?(subscription)
        return subscription.history
    }
}

/// Sends nothing by itself, and shows its subscriber.
private final class SubscriberKeeper: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    private(set) var subscriber: Any?
    private(set) var subscribe: ((any Subscription) -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        self.subscriber = subscriber
        subscribe = subscriber.receive(subscription:)
    }
}
