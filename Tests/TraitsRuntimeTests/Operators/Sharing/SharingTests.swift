import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("share")
struct ShareTests {
    @Test func connectsForTheFirstAndCancelsWithTheLast() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share()
        #expect(source.subscriptionCount == 0)
        let first = shared.record()
        let second = shared.record()
        #expect(source.subscriptionCount == 1)
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        first.cancel()
        source.send(2)
        #expect(source.uses == [.requested(.unlimited)])
        second.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        #expect(first.values == [1])
        #expect(second.values == [1, 2])
    }

    @Test func startsAnewAfterTheLastHasGone() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share()
        shared.record().cancel()
        let again = shared.record()
        #expect(source.subscriptionCount == 2)
        source.send(5, to: 1)
        #expect(again.values == [5])
    }

    @Test func lateSubscribersGetTheCompletionOnly() {
        let shared = Just(1).share()
        #expect(shared.record().recording == "1|")
        #expect(shared.record().recording == "|")
        let failed = Fail<Int, TestFailure>(error: "x").share()
        #expect(failed.record().recording == "x")
        #expect(failed.record().recording == "x")
    }

    @Test func aSubscriberWithoutDemandMissesValues() {
        let source = ManualPublisher<Int, Never>()
        let shared = source.share()
        let none = shared.record(demand: .none)
        #expect(source.uses == [], "nobody has asked for anything")
        let one = shared.record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        none.request(.max(1))
        source.send(2)
        #expect(none.values == [2])
        #expect(one.values == [1])
    }

    @Test func cancellingInsideTheConnectingCallCancelsUpstream() {
        let source = ManualPublisher<Int, Never>(subscription: TestSubscription(request: { _ in }))
        let shared = source.prepended(7).share()
        var got: [Int] = []
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { $0.request(.unlimited) })
        let canceller = CancelOnValue(subscriber)
        shared.subscribe(canceller)
        got = subscriber.values
        #expect(got == [7])
        #expect(source.uses.last == .cancelled, "the connection made for a subscriber that is gone")
        #expect(shared.record().values == [7])
    }

    @Test func identityIsEquality() {
        let one = Just(1).share()
        #expect(one == one)
        #expect(one != Just(1).share())
    }

    /// `share()` is documented as a multicast that connects by itself, and prints as one.
    @Test func description() {
        let subscriber = TrackingSubscriber<Int, Never>()
        Just(1).share().subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Multicast")])
    }

    @Test func releasesEverything() throws {
        let leaks = LeakTracker()
        do {
            let shared = leaks.track(
                PassthroughSubject<Int, Never>().leakTracked(by: leaks, "source").share(), "share")
            let token = leaks.token("closure")
            let first = shared.sink { _ in _ = token }
            let second = shared.sink { _ in _ = token }
            first.cancel()
            second.cancel()
        }
        try leaks.expectAllReleased()
    }
}

/// Cancels inside its first value.
private final class CancelOnValue: Subscriber {
    let inner: TrackingSubscriber<Int, Never>
    init(_ inner: TrackingSubscriber<Int, Never>) { self.inner = inner }
    func receive(subscription: any Subscription) { inner.receive(subscription: subscription) }
    func receive(_ input: Int) -> Subscribers.Demand {
        _ = inner.receive(input)
        inner.cancel()
        return .none
    }
    func receive(completion: Subscribers.Completion<Never>) { inner.receive(completion: completion) }
}

/// Sends a value inside the call that subscribes, then what the upstream sends.
private struct Prepended<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure
    let upstream: Upstream
    let value: Output
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(subscriber)
        _ = subscriber.receive(value)
    }
}

extension Publisher {
    fileprivate func prepended(_ value: Output) -> Prepended<Self> { Prepended(upstream: self, value: value) }
}

@Suite("multicast, makeConnectable, autoconnect")
struct ConnectableTests {
    @Test func multicastWaitsForConnect() {
        let source = ManualPublisher<Int, TestFailure>()
        var made = 0
        let multicast = source.multicast { () -> PassthroughSubject<Int, TestFailure> in
            made += 1
            return PassthroughSubject()
        }
        #expect(made == 0)
        let first = multicast.record()
        let second = multicast.record(demand: .atOnce(1))
        #expect(made == 1)
        #expect(source.subscriptionCount == 0)
        let connection = multicast.connect()
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        source.send(2)
        #expect(first.values == [1, 2])
        #expect(second.values == [1])
        second.request(.max(1))
        source.send(3)
        #expect(second.values == [1, 3])
        connection.cancel()
        connection.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        source.send(4)
        source.send(completion: .finished)
        #expect(first.recording == "123")
    }

    @Test func multicastThroughACurrentValueSubject() {
        let source = ManualPublisher<Int, Never>()
        let multicast = source.multicast(subject: CurrentValueSubject(0))
        let first = multicast.record()
        #expect(first.values == [0])
        let connection = multicast.connect()
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        let second = multicast.record()
        #expect(second.values == [1])
        source.send(completion: .finished)
        #expect(first.recording == "01|")
        connection.cancel()
        #expect(source.uses == [.requested(.unlimited)], "it had ended")
    }

    @Test func descriptions() {
        let multicast = TrackingSubscriber<Int, Never>()
        Just(1).multicast(subject: PassthroughSubject()).subscribe(multicast)
        #expect(multicast.history == [.subscription("Multicast")])
        let auto = TrackingSubscriber<Int, Never>()
        Empty<Int, Never>(completeImmediately: false).makeConnectable().autoconnect().subscribe(auto)
        #expect(auto.history == [.subscription("Multicast")])
    }

    @Test func makeConnectableHoldsBack() {
        let connectable = [1, 2].publisher.makeConnectable()
        let first = connectable.record()
        let second = connectable.record()
        #expect(first.values == [])
        let connection = connectable.connect()
        #expect(first.recording == "12|")
        #expect(second.recording == "12|")
        connection.cancel()
    }

    /// No subscriber waits for another thread's cancellation, so two connections overlap for that time.
    @Test func aSubscriberThatArrivesDuringTheCancellationStartsUpstream() {
        let stay = Stay()
        let source = PassthroughSubject<Int, Never>()
        let connections = Atomic<Int>(0)
        let shared = source.handleEvents(
            receiveSubscription: { _ in connections.add(1, ordering: .relaxed) },
            receiveCancel: {
                if connections.load(ordering: .relaxed) == 1 { stay.wait() }
            }
        ).share()
        let first = shared.sink { _ in }
        stay.during({ first.cancel() }) {
            let second = shared.record()
            #expect(connections.load(ordering: .relaxed) == 2)
            source.send(1)
            #expect(second.values == [1])
        }
    }

    @Test func autoconnectCountsSubscribers() {
        let source = ManualPublisher<Int, Never>()
        let auto = source.makeConnectable().autoconnect()
        let first = auto.record()
        let second = auto.record()
        #expect(source.subscriptionCount == 1)
        first.cancel()
        first.cancel()
        #expect(source.uses == [.requested(.unlimited)])
        second.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func subscribingASubject() {
        let source = ManualPublisher<Int, Never>()
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        let cancellable = source.subscribe(subject)
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        cancellable.cancel()
        source.send(2)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        #expect(recorder.recording == "1", "the subject lives on")
        let again = [3].publisher.subscribe(subject)
        #expect(recorder.recording == "13|")
        again.cancel()
    }

    @Test func aFinishedConnectionLetsGoOfTheSubject() throws {
        let leaks = LeakTracker()
        func connect() -> AnyCancellable {
            Empty<Int, Never>().subscribe(leaks.track(PassthroughSubject<Int, Never>(), "subject"))
        }
        let cancellable = connect()
        try leaks.expectAllReleased()
        cancellable.cancel()
    }
}
