import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// A repeatable source of random numbers: a failure names its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

@Suite("Subjects, from many threads", .limited)
struct SubjectThreadTests {
    @Test(arguments: Laws.seeds(1...8))
    func deliveriesToOneSubscriberNeverOverlap(seed: UInt64) {
        let subject = PassthroughSubject<Int, Never>()
        let inside = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        let received = Atomic<Int>(0)
        let completions = Atomic<Int>(0)
        let cancellable = subject.sink(
            receiveCompletion: { _ in completions.add(1, ordering: .relaxed) },
            receiveValue: { _ in
                if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add(1, ordering: .relaxed) }
                received.add(1, ordering: .relaxed)
                inside.subtract(1, ordering: .relaxed)
            })
        onThreads(4, seed: seed) { thread in
            for value in 0..<2000 { subject.send(thread * 10_000 + value) }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(received.load(ordering: .relaxed) == 8000)
        onThreads(4, seed: seed) { _ in subject.send(completion: .finished) }
        #expect(completions.load(ordering: .relaxed) == 1)
        cancellable.cancel()
    }

    /// A subscriber that asks inside `receive(subscription:)` may get a value on another thread before that method returns.
    @Test func aValueMayComeWhileTheSubscriptionIsHandedOver() {
        final class Reader: Subscriber, @unchecked Sendable {
            let subject: PassthroughSubject<Int, Never>
            private(set) var log: [String] = []

            init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }

            func receive(subscription: any Subscription) {
                subscription.request(.unlimited)
                onThreads([{ [subject] in subject.send(1) }])
                log.append("subscribed")
            }

            func receive(_ input: Int) -> Subscribers.Demand {
                log.append("\(input)")
                return .none
            }

            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let subject = PassthroughSubject<Int, Never>()
        let reader = Reader(subject)
        subject.subscribe(reader)
        #expect(reader.log == ["1", "subscribed"])
    }

    /// A value follows everything that its subscriber has done before the request. For the thread sanitizer.
    @Test func aValueFollowsTheWritesBeforeTheRequest() {
        /// A subscriber with a state that no lock guards.
        final class Reader: Subscriber, @unchecked Sendable {
            private var isReady = false
            private(set) var subscription: (any Subscription)?

            func receive(subscription: any Subscription) {
                isReady = true
                self.subscription = subscription
                subscription.request(.unlimited)
            }

            func receive(_ input: Int) -> Subscribers.Demand {
                #expect(isReady)
                return .none
            }

            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let subject = PassthroughSubject<Int, Never>()
        onThreads(2) { thread in
            if thread == 0 {
                for value in 0..<5_000 { subject.send(value) }
            } else {
                for _ in 0..<50 {
                    let readers = (0..<20).map { _ in Reader() }
                    for reader in readers { subject.subscribe(reader) }
                    for reader in readers { reader.subscription?.cancel() }
                }
            }
        }
    }

    /// Subscribers come and go, values and at last a completion are sent, all at the same time. Each
    /// subscriber must see its subscription first, at most one completion and nothing after it, and
    /// whoever was not cancelled must see the completion.
    @Test(arguments: Laws.seeds(1...12))
    func comingAndGoingWhileSending(seed: UInt64) throws {
        let leaks = LeakTracker()
        do {
            let subject = CurrentValueSubject<Int, Never>(0)
            leaks.track(subject, "subject")
            // An NSLock, and no Mutex, since the thread sanitizer knows the one and not the other.
            let lock = NSLock()
            nonisolated(unsafe) var kept: [Checker] = []
            onThreads(4, seed: seed) { thread in
                var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
                for step in 0..<300 {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        subject.send(step)
                    case 1:
                        let checker = Checker()
                        subject.subscribe(checker)
                        checker.cancel()
                    default:
                        let checker = Checker()
                        subject.subscribe(checker)
                        lock.withLock { kept.append(checker) }
                    }
                }
                if thread == 0 { subject.send(completion: .finished) }
            }
            for checker in lock.withLock({ kept }) {
                #expect(checker.faults == [], "seed \(seed)")
                #expect(checker.isFinished, "seed \(seed)")
            }
        }
        try leaks.expectAllReleased()
    }

    /// The subscribers are completed when the subject's lock is free again: others find them over before they have their
    /// completion. Each gets it, and is released, whether it came before the end, in the middle of it or after it.
    @Test(arguments: Laws.seeds(1...30))
    func comingAndGoingDuringTheEnd(seed: UInt64) throws {
        let leaks = LeakTracker()
        do {
            let rounds = (0..<400).map { Round(seed: seed &* 1000 &+ UInt64($0), leaks) }
            onThreads(3) { thread in for round in rounds { round.run(thread) } }
            for round in rounds {
                for checker in round.checkers {
                    #expect(checker.faults == [], "seed \(seed)")
                    #expect(checker.isFinished, "seed \(seed)")
                }
            }
        }
        try leaks.expectAllReleased()
    }

    /// A subject that one thread ends while two others are inside of subscribers that get their subscription.
    private final class Round: Sendable {
        private let seed: UInt64
        private let arrived = Atomic<Int>(0)
        // Safe to share: the one is a subject, the others keep their state under a lock.
        private nonisolated(unsafe) let subject: any Subject<Int, Never>
        let checkers: [Checker]
        private let leaving: [Checker]

        init(seed: UInt64, _ leaks: LeakTracker) {
            self.seed = seed
            if seed.isMultiple(of: 4) {
                subject = leaks.track(CurrentValueSubject<Int, Never>(0), "current value")
            } else {
                subject = leaks.track(PassthroughSubject<Int, Never>(), "events")
            }
            let demand: Subscribers.Demand = seed % 3 < 2 ? .unlimited : .none
            checkers = (0..<5).map { _ in leaks.track(Checker(demand: demand), "subscriber") }
            leaving = (0..<4).map { _ in leaks.track(Checker(), "subscriber that cancels") }
            for checker in [checkers[4], leaving[2], leaving[3]] { subject.subscribe(checker) }
        }

        func run(_ thread: Int) {
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            let delay = Int.random(in: 0..<40, using: &random)
            if thread == 2 {
                meet(delay)
                subject.send(completion: .finished)
                return
            }
            checkers[thread].onSubscription { self.meet(delay) }
            subject.subscribe(checkers[thread])
            subject.subscribe(leaving[thread])
            leaving[thread].cancel()
            leaving[thread + 2].cancel()
            subject.subscribe(checkers[thread + 2])
        }

        /// Waits for the other two, and for a few instructions.
        private func meet(_ delay: Int) {
            arrived.add(1, ordering: .acquiringAndReleasing)
            while arrived.load(ordering: .acquiring) < 3 { sched_yield() }
            for _ in 0..<delay { _ = arrived.load(ordering: .acquiring) }
        }
    }

    /// Checks the contract of streams from the subscriber's side.
    private final class Checker: Subscriber, Sendable {
        private struct State {
            var subscription: (any Subscription)?
            var hasSubscription = false
            var isFinished = false
            var faults: [String] = []
            var onSubscription: (@Sendable () -> Void)?
        }

        // Safe to share: only touched under the lock.
        private nonisolated(unsafe) var state = State()
        private let lock = NSLock()
        private let demand: Subscribers.Demand

        init(demand: Subscribers.Demand = .unlimited) { self.demand = demand }

        private func with<R>(_ body: (inout State) -> R) -> R { lock.withLock { body(&state) } }

        /// Calls a closure when the subscription has come and nothing is asked for yet.
        func onSubscription(_ body: @escaping @Sendable () -> Void) { with { $0.onSubscription = body } }

        var faults: [String] { with { $0.faults } }
        var isFinished: Bool { with { $0.isFinished } }

        func receive(subscription: any Subscription) {
            let body = with { state in
                if state.hasSubscription { state.faults.append("a second subscription") }
                state.hasSubscription = true
                state.subscription = subscription
                defer { state.onSubscription = nil }
                return state.onSubscription
            }
            body?()
            if demand != .none { subscription.request(demand) }
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            with {
                if !$0.hasSubscription { $0.faults.append("a value before the subscription") }
                if $0.isFinished { $0.faults.append("a value after the completion") }
            }
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) {
            with {
                if !$0.hasSubscription { $0.faults.append("a completion before the subscription") }
                if $0.isFinished { $0.faults.append("a second completion") }
                $0.isFinished = true
                $0.subscription = nil
            }
        }

        func cancel() {
            let subscription = with { state in
                let subscription = state.subscription
                state.subscription = nil
                return subscription
            }
            subscription?.cancel()
        }
    }
}
