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
        onThreads(4) { thread in
            for value in 0..<2000 { subject.send(thread * 10_000 + value) }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(received.load(ordering: .relaxed) == 8000)
        onThreads(4) { _ in subject.send(completion: .finished) }
        #expect(completions.load(ordering: .relaxed) == 1)
        cancellable.cancel()
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
            onThreads(4) { thread in
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

    /// Checks the contract of streams from the subscriber's side.
    private final class Checker: Subscriber, Sendable {
        private struct State {
            var subscription: (any Subscription)?
            var hasSubscription = false
            var isFinished = false
            var faults: [String] = []
        }

        // Safe to share: only touched under the lock.
        private nonisolated(unsafe) var state = State()
        private let lock = NSLock()

        private func with<R>(_ body: (inout State) -> R) -> R { lock.withLock { body(&state) } }

        var faults: [String] { with { $0.faults } }
        var isFinished: Bool { with { $0.isFinished } }

        func receive(subscription: any Subscription) {
            with {
                if $0.hasSubscription { $0.faults.append("a second subscription") }
                $0.hasSubscription = true
                $0.subscription = subscription
            }
            subscription.request(.unlimited)
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
