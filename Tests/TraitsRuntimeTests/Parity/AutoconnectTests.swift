import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Connections that autoconnect counts")
struct AutoconnectTests {
    /// Writes down when it is connected and disconnected.
    private final class Source: ConnectablePublisher {
        typealias Output = Int
        typealias Failure = Never
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        var insideConnect: (() -> Void)?

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subject.subscribe(subscriber)
        }

        func connect() -> any Cancellable {
            log.append("connect")
            insideConnect.take()?()
            return AnyCancellable { [weak self] in self?.log.append("cancel") }
        }
    }

    @Test func aCancellationAfterTheEndDisconnects() {
        let source = Source()
        let connected = source.autoconnect()
        let subscribers = (0..<2).map { _ in TrackingSubscriber<Int, Never>(demand: .unlimited) }
        for subscriber in subscribers { connected.subscribe(subscriber) }
        source.subject.send(completion: .finished)
        #expect(source.log == ["connect"])
        let subscription = subscribers[0].subscription
        subscription?.cancel()
        subscription?.cancel()
        #expect(source.log == ["connect"])
        subscribers[1].cancel()
        #expect(source.log == ["connect", "cancel"])
    }

    @Test func whoSubscribesInsideOfASubscriptionConnectsAgain() {
        let source = Source()
        let connected = source.autoconnect()
        let inner = TrackingSubscriber<Int, Never>()
        let outer = TrackingSubscriber<Int, Never>(receiveSubscription: { _ in connected.subscribe(inner) })
        connected.subscribe(outer)
        // The inner connection gives way to the outer one: to let go of it cancels it.
        #expect(source.log == ["connect", "connect", "cancel"])
        outer.cancel()
        #expect(source.log == ["connect", "connect", "cancel", "cancel"])
        inner.cancel()
        #expect(source.log == ["connect", "connect", "cancel", "cancel"])
    }

    /// Combine keeps the outer connection, which no cancellation of a subscriber can end any more.
    @Test func aConnectionWithoutSubscribersIsCancelledWhenItHasBeenMade() {
        let source = Source()
        let connected = source.autoconnect()
        let outer = TrackingSubscriber<Int, Never>()
        source.insideConnect = {
            connected.sink { _ in }.cancel()
            outer.cancel()
        }
        connected.subscribe(outer)
        #expect(source.log == ["connect", "connect", "cancel", "cancel"])
    }

    /// One cancellation ends a connection that was made inside a connection, as in Combine. The outermost connection is kept for
    /// the other subscribers.
    @Test func aConnectionIsKeptForSubscribersThatTheCountMisses() {
        let source = Source()
        let connected = source.autoconnect()
        let inner = (0..<2).map { _ in TrackingSubscriber<Int, Never>(demand: .unlimited) }
        source.insideConnect = {
            source.insideConnect = { connected.subscribe(inner[0]) }
            connected.subscribe(inner[1])
            inner[0].cancel()
        }
        let outer = connected.sink { _ in }
        #expect(source.log == ["connect", "connect", "connect", "cancel", "cancel"])
        inner[1].cancel()
        #expect(source.log.last == "cancel")
        #expect(source.log.count { $0 == "cancel" } == 3)
        outer.cancel()
    }

    @Test func whoComesLaterConnectsAnew() {
        let source = Source()
        let connected = source.autoconnect()
        connected.sink { _ in }.cancel()
        let recorder = connected.record()
        source.subject.send(1)
        #expect(recorder.values == [1])
        #expect(source.log == ["connect", "cancel", "connect"])
    }

    /// Hands out what upstream hands out, but for the cancellation.
    @Test func theSubscriptionIsUpstreams() throws {
        let subscriber = TrackingSubscriber<Int, Never>()
        let fixed = Fixed()
        fixed.autoconnect().subscribe(subscriber)
        let subscription = try #require(subscriber.subscription)
        #expect(subscription.combineIdentifier == fixed.subscription.combineIdentifier)
        #expect("\(subscription)" == "\(fixed.subscription)")
        #expect(!(subscription is any CustomReflectable))
        subscriber.cancel()
        subscription.cancel()
        #expect(fixed.subscription.history == [.cancelled, .cancelled])
    }

    /// Has one subscription for all.
    private final class Fixed: ConnectablePublisher {
        typealias Output = Int
        typealias Failure = Never
        let subscription = TestSubscription()

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.receive(subscription: subscription)
        }

        func connect() -> any Cancellable { AnyCancellable {} }
    }
}
