import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct TrackingSubscriberTests {
    @Test func demandIsProgrammable() {
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { $0 < 10 ? .max(1) : .none })
        let source = ManualPublisher<Int, Never>()
        source.subscribe(subscriber)
        #expect(source.send(1) == .max(1))
        #expect(source.send(20) == .none)
        subscriber.request(.max(5))
        subscriber.cancel()
        #expect(source.uses == [.requested(.max(1)), .requested(.max(5)), .cancelled])
        #expect(subscriber.history == [.subscription("ManualPublisher"), .value(1), .value(20)])
        #expect(subscriber.subscription == nil)
        source.releaseSubscribers()
    }

    @Test func theEndIsTracked() {
        var completed = false
        let subscriber = TrackingSubscriber<Int, TestFailure>(receiveCompletion: { _ in completed = true })
        Fail<Int, TestFailure>(error: "x").subscribe(subscriber)
        #expect(completed)
        #expect(subscriber.completions == [.failure("x")])
        #expect(subscriber.values == [])
        subscriber.clearHistory()
        #expect(subscriber.history == [])
        #expect(subscriber.subscriptions.count == 1)
    }

    @Test func failuresThatCannotBeComparedAreComparedByAClosure() {
        let subscriber = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        let source = ManualPublisher<Int, any Error>()
        source.subscribe(subscriber)
        source.send(1)
        source.send(completion: .failure(TestFailure("y")))
        let expected: [TrackingSubscriber<Int, any Error>.Event] = [
            .subscription("ManualPublisher"), .value(1), .completion(.failure(TestFailure("y"))),
        ]
        #expect(subscriber.historyEquals(expected) { "\($0)" == "\($1)" })
        #expect(!subscriber.historyEquals(expected) { _, _ in false })
        #expect(!subscriber.historyEquals(expected.dropLast()) { _, _ in true })
        #expect(
            subscriber.history.map(\.description) == [
                "subscription(\"ManualPublisher\")", "value(1)", "completion(failure(failure y))",
            ])
        source.releaseSubscribers()
    }
}

@Suite struct ManualPublisherTests {
    @Test func theTestDrivesEverything() {
        var subscribed = 0
        let source = ManualPublisher<Int, Never>(willSubscribe: { subscribed += 1 })
        let first = source.record()
        let second = source.record(demand: .atOnce(1))
        source.send(1)
        source.send(2, to: 1)
        source.send(completion: .finished, to: 0)
        #expect(first.recording == "1|")
        #expect(second.recording == "12", "no demand is looked at")
        #expect(source.uses == [.requested(.unlimited), .requested(.max(1))])
        #expect(source.subscription.requested == .unlimited)
        #expect(source.subscriptionCount == 2)
        #expect(subscribed == 2)
        second.cancel()
        #expect(source.subscription.isCancelled)
        source.releaseSubscribers()
        source.send(3)
        #expect(second.values == [1, 2])
        #expect(source.subscriberCount == 0)
    }

    @Test func theContractIsBrokenOnPurpose() {
        let source = ManualPublisher<Int, Never>(subscribing: .byHand)
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1))
        source.subscribe(subscriber)
        source.send(1)
        source.send(subscription: TestSubscription("first"))
        source.send(subscription: TestSubscription("second"))
        source.send(completion: .finished)
        source.send(2)
        source.send(completion: .finished)
        #expect(
            subscriber.history == [
                .value(1), .subscription("first"), .subscription("second"), .completion(.finished), .value(2),
                .completion(.finished),
            ])
        subscriber.cancel()
    }

    @Test func aTestSubscriptionCallsItsClosures() {
        var log: [String] = []
        let subscription = TestSubscription(
            "mine", request: { log.append("\($0)") }, cancel: { log.append("cancel") })
        subscription.request(.max(2))
        subscription.request(.max(3))
        subscription.cancel()
        subscription.cancel()
        #expect(log == ["max(2)", "max(3)", "cancel", "cancel"])
        #expect(subscription.requested == .max(5))
        #expect(
            subscription.history.map(\.description) == [
                "requested(max(2))", "requested(max(3))", "cancelled", "cancelled",
            ])
    }

    @Test func voidIsSentWithoutArgument() {
        let source = ManualPublisher<Void, Never>()
        let recorder = source.record()
        source.send()
        #expect(recorder.recording == "o")
        recorder.cancel()
        source.releaseSubscribers()
    }
}

@Suite struct LeakTrackerTests {
    @Test func whatIsReleasedIsFine() throws {
        let leaks = LeakTracker()
        _ = leaks.token("gone")
        try leaks.expectAllReleased()
    }

    @Test func aLeakIsNamed() {
        let leaks = LeakTracker()
        final class Node { var next: Node? }
        func leak() -> Node {
            let node = leaks.track(Node(), fileID: "M/F.swift", line: 12)
            node.next = node
            return node
        }
        let kept = leaks.token("kept", fileID: "M/F.swift", line: 10)
        let node = leak()
        let error = #expect(throws: LeakError.self) { try leaks.expectAllReleased() }
        #expect(
            error?.description == """
                still alive:
                  kept (tracked at M/F.swift:10)
                  Node (tracked at M/F.swift:12)
                """)
        #expect(kept.name == "kept")
        node.next = nil
    }

    @Test func aSubscriptionThatIsKeptIsFound() throws {
        let leaks = LeakTracker()
        var subscriber: TrackingSubscriber<Int, Never>? = TrackingSubscriber(demand: .unlimited)
        Just(1).leakTracked(by: leaks, "just").subscribe(subscriber!)
        #expect(subscriber?.values == [1])
        #expect(leaks.alive.map(\.name).contains("just: subscription"))
        subscriber = nil
        try leaks.expectAllReleased()
    }

    @Test func trackingChangesNothing() throws {
        let leaks = LeakTracker()
        let source = ManualPublisher<Int, Never>()
        let recorder = source.leakTracked(by: leaks, "source").record(demand: .atATime(1))
        #expect(source.send(1) == .max(1))
        source.send(completion: .finished)
        #expect(recorder.recording == "1|")
        #expect(source.uses == [.requested(.max(1))])
        #expect(
            leaks.alive.map(\.name) == ["source: subscriber"], "the manual publisher keeps its subscribers")
        source.releaseSubscribers()
        try leaks.expectAllReleased()
    }
}
