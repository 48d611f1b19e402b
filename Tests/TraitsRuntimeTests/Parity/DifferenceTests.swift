import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

/// What is otherwise than in Combine, on purpose: the page "Differences from Combine" names these tests, and others.
@Suite("Differences from Combine")
struct DifferenceTests {
    /// Hands its subscriber out, and sends nothing by itself.
    private let upstream = Manual(subscribing: .byHand)

    // MARK: - What comes too late, too early, or unasked

    @Test func whatFollowsTheEndIsDropped() {
        let upstream = Manual()
        let mapped = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        upstream.tryMap { $0 }.subscribe(mapped)
        let counted = IntTracking(demand: .unlimited)
        upstream.dropFirst(0).subscribe(counted)
        let collected = TrackingSubscriber<[Int], TestError>(demand: .unlimited)
        upstream.collect(2).subscribe(collected)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        upstream.send(completion: .failure(TestError()))
        #expect(mapped.values == [1] && mapped.completions.count == 1)
        #expect(counted.values == [1] && counted.completions == [.finished])
        #expect(collected.values == [[1]] && collected.completions == [.finished])
    }

    @Test func whatFollowsACancellationIsDropped() {
        let upstream = Manual()
        let printed = IntTracking(demand: .unlimited)
        upstream.handleEvents().subscribe(printed)
        let scanned = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        upstream.tryScan(0) { $0 + $1 }.subscribe(scanned)
        printed.cancel()
        scanned.cancel()
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(printed.values == [] && printed.completions == [])
        #expect(scanned.values == [] && scanned.completions.isEmpty)
    }

    @Test func whatComesBeforeTheSubscriptionIsDropped() {
        let mapped = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        upstream.tryMap { $0 }.subscribe(mapped)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(mapped.values == [] && mapped.completions.isEmpty)
    }

    // MARK: - What stops the program in Combine

    @Test func anUpstreamOfCatchMayFailTwice() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        upstream.catch { _ in Just(1) }.subscribe(subscriber)
        upstream.send(completion: .failure(TestError()))
        upstream.send(completion: .failure(TestError()))
        #expect(subscriber.values == [1])
        #expect(subscriber.completions == [.finished])
    }

    @Test func aValueBeforeTheSubscriptionDoesNotStopDropUntilOutput() {
        let subscriber = IntTracking(demand: .unlimited)
        upstream.drop(untilOutputFrom: Manual()).subscribe(subscriber)
        upstream.send(1)
        #expect(subscriber.values == [])
    }

    @Test func aRangeOfAnOptionalMayEndAnywhere() {
        #expect(Optional(12).publisher.output(in: 0..<(.max - 1)).record().values == [12])
    }

    @Test func subscribeOnMayBeAskedFromInsideARequest() {
        let subscriber = IntTracking()
        var left = 5
        let subscription = TestSubscription(request: { _ in
            if left == 0 { return }
            left -= 1
            subscriber.request(.max(1))
        })
        let upstream = Manual(subscription: subscription)
        upstream.subscribe(on: ImmediateScheduler.shared).subscribe(subscriber)
        subscriber.request(.max(1))
        #expect(subscription.requested == .max(6))
    }

    @Test func timeoutRunsOnTheImmediateScheduler() {
        let subscriber = IntTracking()
        Manual().timeout(.nanoseconds(10), scheduler: ImmediateScheduler.shared).subscribe(subscriber)
        #expect(subscriber.subscriptions.count == 1)
        subscriber.cancel()
    }

    @Test func anUpstreamOfFlatMapMayFailWhileItsChildIsCancelled() {
        let outer = ManualPublisher<Manual, TestError>()
        let child = Manual(
            subscription: TestSubscription(cancel: { outer.send(completion: .failure(TestError())) }))
        let subscriber = IntTracking(demand: .unlimited)
        outer.flatMap { $0 }.subscribe(subscriber)
        outer.send(child)
        outer.send(completion: .failure(TestError()))
        #expect(subscriber.completions == [.failure(TestError())])
    }

    @Test(.timeLimit(.minutes(1)))
    func aValueNobodyAskedForIsDroppedByAnIterator() async {
        let upstream = ManualPublisher<Int, Never>()
        var iterator = upstream.values.makeAsyncIterator()
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(await iterator.next() == nil)
    }

    // MARK: - What is released earlier

    @Test func sinkReleasesItsClosuresWithoutASubscription() throws {
        let leaks = LeakTracker()
        var sink: Subscribers.Sink<Int, Never>?
        do {
            let token = leaks.token("closure")
            sink = Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { [token] _ in _ = token })
        }
        sink?.cancel()
        try leaks.expectAllReleased()
        withExtendedLifetime(sink) {}
    }

    // MARK: - What is shown

    @Test func aCancelledSubscriptionShowsNoDemand() throws {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(10))
        subject.subscribe(subscriber)
        let given = try #require(subscriber.subscription)
        let subscription = try #require(given as? any CustomReflectable)
        let demand = { "\(subscription.customMirror.children.first { $0.label == "demand" }?.value ?? "")" }
        #expect(demand() == "max(10)")
        subscriber.cancel()
        #expect(demand() == "max(0)")
    }

    @Test func autoconnectHasASubscriptionOfItsOwn() throws {
        let upstream = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>()
        upstream.makeConnectable().autoconnect().subscribe(subscriber)
        let subscription = try #require(subscriber.subscription)
        #expect("\(subscription)" == "Multicast")
        #expect(subscription.combineIdentifier == CombineIdentifier(subscription as AnyObject))
    }

    // MARK: - What is asked of the user's own types

    /// A collection that counts how often it is asked for its indices.
    private struct Counted: Collection {
        final class Log { var indices = 0 }
        let base = [10, 20, 30]
        let log = Log()
        var startIndex: Int { 0 }
        var endIndex: Int { 3 }
        var indices: Range<Int> {
            log.indices += 1
            return 0..<3
        }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> Int { base[index] }
    }

    @Test func aCollectionIsNotAskedForItsIndices() {
        let collection = Counted()
        let publisher = Publishers.Sequence<Counted, Never>(sequence: collection)
        #expect(publisher.output(at: 1).record().values == [20])
        #expect(collection.log.indices == 0)
    }

    // MARK: - Arithmetic and timers

    @Test func lengthsOfTimeAreMultipliedAndHaveASign() {
        typealias Time = DispatchQueue.SchedulerTimeType
        #expect(Time.Stride.nanoseconds(18) * .nanoseconds(2) == .nanoseconds(36))
        let early = Time(DispatchTime(uptimeNanoseconds: 10))
        let late = Time(DispatchTime(uptimeNanoseconds: UInt64.max / 2))
        #expect(early.distance(to: late) > .nanoseconds(0))
        #expect(late.distance(to: early) < .nanoseconds(0))
    }

    // MARK: - Sharing

    @Test func whoSubscribesWhileAShareConnectsSharesThatConnection() {
        let upstream = ManualPublisher<Int, Never>()
        let shared = upstream.share()
        let inner = TrackingSubscriber<Int, Never>(demand: .unlimited)
        let outer = TrackingSubscriber<Int, Never>(receiveSubscription: { subscription in
            subscription.request(.unlimited)
            shared.subscribe(inner)
        })
        shared.subscribe(outer)
        #expect(upstream.uses == [.requested(.unlimited)])
        upstream.send(1)
        #expect(outer.values == [1] && inner.values == [1])
    }

    /// The one who writes is the one who sends.
    @Test func assignWritesWhereTheValueComes() async {
        final class Label {
            var thread: Thread?
            var text = "" {
                didSet { thread = Thread.current }
            }
        }
        func isWrittenHere() -> Bool {
            let label = Label()
            let subject = PassthroughSubject<String, Never>()
            let cancellable = subject.assign(to: \.text, on: label)
            subject.send("text")
            cancellable.cancel()
            return label.text == "text" && label.thread == Thread.current
        }
        #expect(await Task.detached { isWrittenHere() }.value)
        #expect(await MainActor.run { isWrittenHere() })
    }

    // MARK: - Names

    @Test func eventsAreWatchedWithHandleEvents() {
        var log: [String] = []
        let cancellable = [1].publisher
            .handleEvents(
                receiveSubscription: { _ in log.append("subscription") },
                receiveOutput: { log.append("\($0)") },
                receiveCompletion: { log.append("\($0)") },
                receiveRequest: { log.append("\($0)") }
            )
            .sink { _ in }
        #expect(log == ["subscription", "unlimited", "1", "finished"])
        cancellable.cancel()
    }

    @Test func aPropertyOfAProgramIsToldApartByItsModule() {
        let ours = TraitsRuntime.Property(1)
        #expect(ours.value == 1)
        struct Property { let text: String }
        #expect(Property(text: "a flat").text == "a flat")
    }
}
