import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Operators that break a law when threads race are caught, and sound ones are not accused.
@Suite("Threads race on broken publishers", .allPlans)
struct RaceThreadKitTests {
    private func law(_ fault: BrokenOperator<RaceUpstream>.Fault) -> RaceLaw? {
        #expect(throws: RaceViolation.self) {
            try Laws.race(inputs: 1) { $0[0].broken(fault) }
        }?.law
    }

    @Test func soundOnesPass() throws {
        try Laws.race(inputs: 1) { $0[0].map { $0 + 1 } }
        // The form that a row prints.
        try Laws.race(inputs: 2, seeds: 1...4) { inputs, scheduler in
            let first = inputs[0]
            let second = inputs[1]
            let publisher = first.merge(with: second.delay(for: 1, scheduler: scheduler))
            return publisher
        }
        try Laws.race { PassthroughSubject<Int, TestFailure>() }
        try Laws.race(inputs: 0) { _ in [1, 2].publisher.setFailureType(to: TestFailure.self) }
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

    /// What a thread does on which time passes is watched like all else.
    @Test func faultsThatTakeTime() {
        func law(_ build: ([RaceUpstream], TestScheduler) -> some Publisher<Int, TestFailure>) -> RaceLaw? {
            #expect(throws: RaceViolation.self) { try Laws.race(inputs: 1, build) }?.law
        }
        #expect(law { $0[0].delay(for: 1, scheduler: $1).broken(.emitsAfterCompletion) } == .end)
        #expect(law { $0[0].receive(on: $1).broken(.ignoresDemand) } == .demand)
        #expect(
            law { upstreams, clock in
                upstreams[0].append(Empty(completeImmediately: false)).receive(on: clock)
            } == .completion)
        // Subscribes when it is due, also if nobody wants it any more.
        #expect(
            law { upstreams, clock in
                Stubborn(upstream: upstreams[0], clock: clock)
            } == .release)
    }

    /// What threads do follows from the seed: the same sends and subscriptions each time, others for another seed.
    @Test func aSeedIsAPlan() throws {
        func plan(_ seed: UInt64) throws -> [String] {
            let notes = Notes()
            try Laws.race(seeds: seed...seed) { NotingSubject(notes) }
            return notes.all.sorted()
        }
        for seed in UInt64(1)...5 { #expect(try plan(seed) == plan(seed)) }
        #expect(Set(try (1...5).map { try plan($0) }).count == 5)
    }

    @Test func seedsFromTheEnvironment() {
        #expect(Laws.seeds(3...5, chosen: nil) == [3, 4, 5])
        #expect(Laws.seeds(3...5, chosen: "8-10") == [8, 9, 10])
        #expect(Laws.seeds(3...5, chosen: "7") == Array(repeating: 7, count: Threads.areScheduled ? 1 : 500))
    }

    @Test func seedsOfTestsOfTheKit() {
        #expect(Laws.seeds(3...5) == [3, 4, 5])
        #expect(LawPlans.all.seeds(1...9) == 1...9)
        #expect(LawPlans.short.seeds(1...9) == 1...3)
    }

    @Test func anEndThatDoesNotCome() {
        let violation = #expect(throws: RaceViolation.self) {
            try Laws.race(inputs: 1) { $0[0].append(Empty(completeImmediately: false)) }
        }
        #expect(violation?.law == .completion)
    }
}

/// Runs all seeds and plans that a test names, whatever `TRAITS_RACE_SEED` and `TRAITS_PLANS` say: a documented command for one seed
/// runs tests of the kit too, and a fault shows in some seeds and plans alone.
struct AllPlans: TestTrait, SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Laws.$asksTheEnvironment.withValue(false) { try await function() }
    }
}

extension Trait where Self == AllPlans {
    static var allPlans: Self { AllPlans() }
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

/// Subscribes to its upstream some time after it is subscribed to, and keeps the subscription whatever happens.
private struct Stubborn: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    let upstream: RaceUpstream
    let clock: TestScheduler

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        subscriber.receive(subscription: Nothing())
        clock.schedule(after: clock.now.advanced(by: 1), tolerance: 0, options: nil) {
            upstream.subscribe(TrackingSubscriber())
        }
        subscriber.receive(completion: .finished)
    }

    private final class Nothing: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }
}

private final class Notes: @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var list: [String] = []

    var all: [String] { lock.withLock { list } }

    func add(_ note: String) { lock.withLock { list.append(note) } }
}

/// A subject that writes down what it is told.
private final class NotingSubject: Subject, Sendable {
    typealias Output = Int
    typealias Failure = TestFailure

    private let subject = PassthroughSubject<Int, TestFailure>()
    private let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    func send(_ value: Int) {
        // How many answers there are depends on which thread has got what.
        if value != -3 { notes.add("\(value)") }
        subject.send(value)
    }

    func send(completion: Subscribers.Completion<TestFailure>) {
        notes.add("\(completion)")
        subject.send(completion: completion)
    }

    func send(subscription: any Subscription) { subject.send(subscription: subscription) }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        notes.add("subscriber")
        subject.subscribe(subscriber)
    }
}
