import Testing
import TraitsRuntime
import TraitsTesting

/// Operators that keep nothing have no subscription of their own: downstream sees upstream's, as in Combine.
@Suite("Subscriptions that are handed through")
struct SubscriptionHandedThroughTests {
    private func handed<P: Publisher>(_ operate: (Manual) -> P) -> (of: [String], same: Bool) {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<P.Output, P.Failure>()
        operate(upstream).subscribe(subscriber)
        return (
            subscriber.subscriptions.map { "\($0)" },
            subscriber.subscription?.combineIdentifier == upstream.subscription.combineIdentifier
        )
    }

    @Test func byFilterCompactMapAndTheirKind() {
        #expect(handed { $0.filter { $0 > 0 } } == (["ManualPublisher"], true))
        #expect(handed { $0.compactMap { $0 } } == (["ManualPublisher"], true))
        #expect(handed { $0.map { $0 } } == (["ManualPublisher"], true))
        #expect(
            handed { $0.filter { $0 > 0 }.compactMap { $0 }.filter { $0 < 9 } } == (["ManualPublisher"], true)
        )
    }

    @Test func notByThoseThatMayEndByThemselves() {
        #expect(handed { $0.tryFilter { $0 > 0 } } == (["TryFilter"], false))
        #expect(handed { $0.tryCompactMap { $0 } } == (["TryCompactMap"], false))
        #expect(handed { $0.removeDuplicates() } == (["RemoveDuplicates"], false))
    }

    @Test func demandGoesThroughAndASkippedValueIsAskedForAgain() {
        let upstream = Manual()
        let subscriber = IntTracking(demand: .max(2))
        upstream.filter { $0 > 1 }.subscribe(subscriber)
        #expect(upstream.uses == [.requested(.max(2))])
        #expect(upstream.send(1) == .max(1))
        #expect(upstream.send(2) == .none)
        subscriber.cancel()
        #expect(upstream.uses == [.requested(.max(2)), .cancelled])
        #expect(subscriber.values == [2])
    }

    @Test func aSubscriberThatKeepsItsSubscriptionIsReleased() throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<Int, Never>()
        do {
            let token = leaks.token("subscriber")
            let subscriber = TrackingSubscriber<Int, Never>(
                receiveSubscription: { $0.request(.max(1)) },
                receiveValue: { [token] _ in withExtendedLifetime(token) { .none } })
            subject.filter { $0 > 0 }.compactMap { $0 }.subscribe(subscriber)
            subject.send(1)
            #expect(subscriber.values == [1])
            subscriber.cancel()
        }
        try leaks.expectAllReleased()
    }
}
