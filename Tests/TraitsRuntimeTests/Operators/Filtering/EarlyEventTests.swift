import Testing
import TraitsRuntime
import TraitsTesting

/// Events that come before a subscription break the contract of streams. Some operators leave them out, some
/// stop the program, each as in Combine.
@Suite("Events before a subscription")
struct EarlyEventTests {
    static let lenient = OperatorRow.all.filter {
        ["TryMap", "TryScan", "Prefix", "OutputAt", "Encode"].contains($0.name)
    }

    @Test(arguments: lenient)
    func areLeftOut(row: OperatorRow) {
        let upstream = Manual(subscribing: .byHand)
        let run = row.run(upstream, .unlimited)
        #expect(upstream.send(1) == .none)
        upstream.send(completion: .finished)
        #expect(run.log == [])
    }

    @Test func areLeftOutByThoseThatDrop() {
        let upstream = Manual(subscribing: .byHand)
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

    /// Who takes the operator's subscriber for a subscription can cancel before there is one.
    @Test func aCancellationCountsWhereEventsWouldStopTheProgram() throws {
        #expect(try usesAfterEarlyCancellation { $0.removeDuplicates() } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.prefix { _ in true } } == [.cancelled])
        #expect(try usesAfterEarlyCancellation { $0.tryFilter { _ in true } } == [.cancelled])
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
