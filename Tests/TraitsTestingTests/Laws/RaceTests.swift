import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Operators that break a law when threads race are caught, and sound ones are not accused.
@Suite("Threads race on broken publishers")
struct RaceThreadKitTests {
    private func law(_ fault: BrokenOperator<RaceUpstream>.Fault) -> RaceLaw? {
        #expect(throws: RaceViolation.self) {
            try Laws.race(inputs: 1) { $0[0].broken(fault) }
        }?.law
    }

    @Test func soundOnesPass() throws {
        try Laws.race(inputs: 1) { $0[0].map { $0 + 1 } }
        try Laws.race { PassthroughSubject<Int, TestFailure>() }
    }

    @Test func callsThatOverlap() {
        let violation = #expect(throws: RaceViolation.self) {
            try Laws.race(
                "Reckless(upstreams)", inputs: 3, seeds: 1...500, values: 200,
                ignoring: [.demand, .end, .completion, .cancellation, .leak, .release]
            ) {
                RecklessMerge(upstreams: $0)
            }
        }
        #expect(violation?.law == .serialised)
        #expect(violation?.description.contains("publisher: Reckless(upstreams)") == true)
        #expect(violation?.location.hasPrefix("\(#filePath):") == true)
        let seed = violation?.seed ?? 0
        #expect(violation?.description.contains("again: TRAITS_RACE_SEED=\(seed) swift test") == true)
    }

    @Test func eachFaultIsCaught() {
        #expect(law(.emitsAfterCompletion) == .end)
        #expect(law(.completesTwice) == .end)
        #expect(law(.subscribesTwice) == .subscription)
        #expect(law(.ignoresDemand) == .demand)
        #expect(law(.emitsAfterCancel) == .cancellation)
        // What is kept keeps its subscriber too.
        let kept = law(.keepsUpstreamAfterCancel)
        #expect(kept == .release || kept == .leak)
        #expect(law(.leaksItsSubscriber) == .leak)
    }

    @Test func anEndThatDoesNotCome() {
        let violation = #expect(throws: RaceViolation.self) {
            try Laws.race(inputs: 1) { $0[0].append(Empty(completeImmediately: false)) }
        }
        #expect(violation?.law == .completion)
    }
}

/// Hands on what comes from several sides, on whatever thread it comes.
private struct RecklessMerge: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    let upstreams: [RaceUpstream]

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        let hub = Hub(upstreams.count)
        subscriber.receive(subscription: hub)
        for upstream in upstreams {
            upstream.subscribe(
                TrackingSubscriber(
                    receiveSubscription: { hub.add($0) },
                    receiveValue: { value in
                        _ = subscriber.receive(value)
                        return .none
                    }))
        }
        hub.start()
    }

    private final class Hub: Subscription, @unchecked Sendable {
        // Unchecked: all subscriptions are there before values come.
        private var subscriptions: [any Subscription] = []

        init(_ count: Int) { subscriptions.reserveCapacity(count) }

        func add(_ subscription: any Subscription) { subscriptions.append(subscription) }
        func start() { for subscription in subscriptions { subscription.request(.unlimited) } }
        func request(_ demand: Subscribers.Demand) {}
        func cancel() { for subscription in subscriptions { subscription.cancel() } }
    }
}
