import Testing
import TraitsRuntime
import TraitsTesting

/// What an upstream sends before it has sent its subscription, and what a replacement's subscriber shows.
@Suite("Upstreams that follow each other, as in Combine")
struct EarlyEndTests {
    private let upstream = Manual(subscribing: .byHand)

    @Test func anEndBeforeTheSubscriptionIsIgnored() {
        let caught = IntTracking(demand: .unlimited)
        upstream.catch { _ in Just(1).setFailureType(to: TestError.self) }.subscribe(caught)
        let appended = IntTracking(demand: .unlimited)
        upstream.append(2).subscribe(appended)
        upstream.send(completion: .finished)
        #expect(caught.history == [])
        #expect(appended.history == [])
        upstream.send(subscription: TestSubscription())
        upstream.send(completion: .finished)
        #expect(caught.completions == [.finished])
        #expect(appended.values == [2] && appended.completions == [.finished])
    }

    @Test func aValueBeforeTheSubscriptionOpensButDoesNotStop() {
        let early = Manual(subscribing: .byHand)
        let source = PassthroughSubject<Int, TestError>()
        let stopped = IntTracking(demand: .unlimited)
        source.prefix(untilOutputFrom: early).subscribe(stopped)
        let opened = IntTracking(demand: .unlimited)
        source.drop(untilOutputFrom: early).subscribe(opened)
        early.send(0)
        source.send(1)
        #expect(stopped.values == [1] && opened.values == [1])
    }

    @Test func theReplacementsSubscriberIsThatOfTryCatch() throws {
        let replacement = SubscriberShower()
        Fail<Int, TestError>(error: TestError()).tryCatch { _ in replacement }
            .subscribe(TrackingSubscriber<Int, any Error>())
        let shown = try #require(replacement.subscriber)
        #expect("\(shown)" == "TryCatch")
        let mirror = try #require(shown as? any CustomReflectable).customMirror
        #expect(mirror.children.map(\.label) == ["downstream", "demand"])
    }

    @Test func aChildsSubscriberOfFlatMapNamesItsParent() throws {
        let child = SubscriberShower()
        Just(1).setFailureType(to: TestError.self).flatMap { _ in child }.subscribe(IntTracking())
        let shown = try #require(child.subscriber)
        let mirror = try #require(shown as? any CustomReflectable).customMirror
        #expect(mirror.children.map(\.label) == ["parentSubscription"])
    }

    @Test func noChildrenAtAllAreAskedForAsWell() {
        let outer = Manual()
        outer.flatMap(maxPublishers: .none) { Just($0).setFailureType(to: TestError.self) }
            .subscribe(IntTracking(demand: .unlimited))
        #expect(outer.uses == [.requested(.none)])
    }

    @Test func aChildMaySendInsideOfAnothersValue() {
        let outer = ManualPublisher<Manual, TestError>()
        let children = [Manual(), Manual()]
        var log: [String] = []
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(2)) },
            receiveValue: { value in
                log.append("\(value) begins")
                if value == 1 { #expect(children[1].send(2) == .max(1)) }
                log.append("\(value) ends")
                return .none
            })
        outer.flatMap { $0 }.subscribe(subscriber)
        for child in children { outer.send(child) }
        #expect(children[0].send(1) == .max(1))
        #expect(log == ["1 begins", "2 begins", "2 ends", "1 ends"])
        #expect(children[1].uses == [.requested(.max(1))])
    }
}

/// Sends nothing, and shows its subscriber.
private final class SubscriberShower: Publisher {
    typealias Output = Int
    typealias Failure = TestError
    private(set) var subscriber: Any?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        self.subscriber = subscriber
    }
}
