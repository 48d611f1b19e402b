import Testing
import TraitsRuntime
import TraitsTesting

/// Gives its subscriber no subscription by itself, and shows which subscriber arrived.
final class Onlooker<Output, Failure: Error>: ConnectablePublisher {
    private(set) var subscriber: Any?
    private(set) var send: (any Subscription) -> Void = { _ in }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        self.subscriber = subscriber
        send = subscriber.receive(subscription:)
    }

    func connect() -> any Cancellable { Subscriptions.empty }
}

typealias IntOnlooker = Onlooker<Int, TestError>

/// An operator, and what it does with a subscription that comes after a cancellation.
private struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let uses: [SubscriptionUse]
    private nonisolated(unsafe) let build: (IntOnlooker) -> Void

    var testDescription: String { name }

    init<P: Publisher>(
        _ name: String, _ uses: [SubscriptionUse] = [],
        _ operation: @escaping @Sendable (IntOnlooker) -> P
    ) {
        self.name = name
        self.uses = uses
        build = { operation($0).subscribe(TrackingSubscriber<P.Output, P.Failure>()) }
    }

    func subscription(_ upstream: IntOnlooker) -> (any Subscription)? {
        build(upstream)
        return upstream.subscriber as? any Subscription
    }
}

/// Operators subscribe with what downstream gets as its subscription. Code can take the one for the other before
/// upstream has answered, and finds what it finds in Combine.
@Suite("Subscribers that are subscriptions")
struct OperatorSubscriberTests {
    private static let lenient = [
        Case("TryMap") { $0.tryMap { $0 } },
        Case("TryScan") { $0.tryScan(0) { $0 + $1 } },
        Case("Output") { $0.prefix(2) },
        Case("Collect", [.requested(.unlimited)]) { $0.collect() },
        Case("First", [.requested(.unlimited)]) { $0.first() },
        Case("AllSatisfy", [.requested(.unlimited)]) { $0.allSatisfy { $0 > 0 } },
        Case("CollectByCount") { $0.collect(2) },
        Case("ReplaceEmpty", [.requested(.unlimited)]) { $0.replaceEmpty(with: 0) },
        Case("ReplaceError") { $0.replaceError(with: 0) },
        Case("HandleEvents") { $0.handleEvents() },
        Case("Print") { $0.print("", to: Lines()) },
        Case("Delay") { $0.delay(for: 1, scheduler: TestScheduler()) },
        Case("ReceiveOn") { $0.receive(on: TestScheduler()) },
        Case("MeasureInterval") { $0.measureInterval(using: TestScheduler()) },
        Case("Timeout") { $0.timeout(1, scheduler: TestScheduler()) },
        Case("Debounce", [.requested(.unlimited)]) { $0.debounce(for: 1, scheduler: TestScheduler()) },
        Case("Throttle", [.cancelled]) {
            $0.throttle(for: 1, scheduler: TestScheduler(), latest: true)
        },
        Case("CollectByTime", []) { $0.collect(.byTime(TestScheduler(), 1)) },
        Case("Buffer", [.requested(.max(3))]) {
            $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest)
        },
        Case("DropWhile") { $0.drop { $0 > 0 } },
        Case("TryDropWhile") { $0.tryDrop { $0 > 0 } },
        Case("FlatMap", [.cancelled]) { $0.flatMap { Just($0).setFailureType(to: TestError.self) } },
    ]

    /// Nobody downstream has a subscription yet that could be cancelled, so it isn't. What hands its own to
    /// downstream first, as `flatMap` does, heeds it, and so does `throttle`; as in Combine.
    @Test(arguments: lenient)
    private func aCancellationBeforeASubscriptionIsNotHeeded(row: Case) throws {
        let upstream = IntOnlooker()
        let subscription = try #require(row.subscription(upstream))
        subscription.cancel()
        let late = TestSubscription()
        upstream.send(late)
        #expect(late.history == row.uses)
    }

    @Test(arguments: lenient)
    private func aRequestBeforeASubscriptionIsNoFault(row: Case) {
        let upstream = IntOnlooker()
        row.subscription(upstream)?.request(.max(1))
    }

    @Test func conditionsTakeNoRequest() async {
        await #expect(processExitsWith: .failure) {
            let upstream = IntOnlooker()
            upstream.tryFilter { $0 > 0 }.subscribe(TrackingSubscriber<Int, any Error>())
            (upstream.subscriber as? any Subscription)?.request(.max(1))
        }
        await #expect(processExitsWith: .failure) {
            let upstream = IntOnlooker()
            upstream.removeDuplicates().subscribe(IntTracking())
            (upstream.subscriber as? any Subscription)?.request(.max(1))
        }
    }

    @Test func eventsAreHandledBeforeASubscriptionToo() throws {
        let upstream = IntOnlooker()
        var events: [String] = []
        upstream.handleEvents(
            receiveCancel: { events.append("cancelled") }, receiveRequest: { events.append("\($0)") }
        ).subscribe(IntTracking())
        let subscription = try #require(upstream.subscriber as? any Subscription)
        subscription.request(.max(2))
        subscription.cancel()
        #expect(events == ["max(2)", "cancelled"])
    }

    /// Upstream sees the one that counts subscribers, downstream sees upstream's subscription.
    @Test func autoconnectHasTwoFaces() throws {
        let upstream = Onlooker<Int, Never>()
        let publisher = upstream.autoconnect()
        let subscriber = TrackingSubscriber<Int, Never>()
        publisher.subscribe(subscriber)
        upstream.send(TestSubscription("upstream"))
        #expect(subscriber.history == [.subscription("upstream")])
        let seen = try #require(upstream.subscriber)
        #expect("\(seen)" == "Autoconnect")
        #expect(!(seen is any Subscription))
        let mirror = try #require(seen as? any CustomReflectable).customMirror
        #expect(mirror.children.map(\.label) == ["parent", "downstream"])
        #expect(mirror.children.first.map { "\($0.value)".contains("Autoconnect") } == true)
    }

    /// A sequence makes no subscription of its own for a sink, but does for a subscriber that looks at it.
    @Test func aBreakpointSeesTheSubscription() {
        var seen: [String] = []
        _ = [1, 2].publisher.breakpoint(receiveSubscription: {
            seen.append("\($0)")
            return false
        }).sink { seen.append("\($0)") }
        #expect(seen == ["[1, 2]", "1", "2"])
    }
}
