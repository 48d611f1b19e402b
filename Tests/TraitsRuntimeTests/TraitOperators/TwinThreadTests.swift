import Dispatch
import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// The operators of the traits while a publisher sends, time passes, and a subscriber asks and cancels: each on a thread
/// of its own.
@Suite("Operators of the traits, from many threads")
struct TwinThreadTests {
    typealias Source = PassthroughSubject<Int, TestFailure>
    typealias Stream = AnyPublisher<Int, TestFailure>

    /// An operator, over a source, another one, and a clock.
    struct Operator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The most values that may come.
        let most: Int
        let build: @Sendable (_ source: Stream, _ other: Stream, _ clock: TestScheduler) -> Stream

        init(
            _ name: String, most: Int = 1,
            _ build: @escaping @Sendable (_ source: Stream, _ other: Stream, _ clock: TestScheduler) -> Stream
        ) {
            testDescription = name
            self.most = most
            self.build = build
        }
    }

    static let operators: [Operator] = [
        Operator("shareReplay", most: 2) { source, _, _ in
            let shared = source.uncheckedMaybe().shareReplay()
            return shared.append(shared).eraseToAnyPublisher()
        },
        Operator("timeout") { source, _, clock in
            source.uncheckedMaybe().timeout(3, scheduler: clock, error: TestFailure()).eraseToAnyPublisher()
        },
        Operator("first(orError:)") { source, _, _ in
            source.first(orError: TestFailure()).eraseToAnyPublisher()
        },
        Operator("replaceEmpty(withError:)", most: 8) { source, _, _ in
            source.replaceEmpty(withError: TestFailure()).eraseToAnyPublisher()
        },
        Operator("ifEmpty(switchTo:)", most: 16) { source, other, _ in
            source.filter { $0 < 0 }.ifEmpty(switchTo: other).eraseToAnyPublisher()
        },
        Operator("andThen(_:)", most: 8) { source, other, _ in
            source.asCompletable().andThen(other).eraseToAnyPublisher()
        },
        Operator("retry(when:)", most: 100) { source, other, _ in
            source.tryMap { value in
                if value % 3 == 0 { throw TestFailure() }
                return value
            }.mapError { _ in TestFailure() }.retry { _ in other }.eraseToAnyPublisher()
        },
        Operator("delaySubscription", most: 8) { source, _, clock in
            source.delaySubscription(for: 2, scheduler: clock).eraseToAnyPublisher()
        },
        Operator("race(with:)", most: 8) { source, other, _ in source.race(with: other).eraseToAnyPublisher()
        },
        Operator("race()", most: 8) { source, other, _ in [source, other].race().eraseToAnyPublisher() },
        Operator("zipMaybe()") { source, other, _ in
            [source.first(), other.first()].zipMaybe().map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
        Operator("zipCompletable()", most: 0) { source, other, _ in
            [source.asCompletable(), other.asCompletable()].zipCompletable().asMaybe(of: Int.self)
                .eraseToAnyPublisher()
        },
        Operator("materialize()", most: 9) { source, _, _ in
            source.materialize().map { _ in 1 }.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
        },
        Operator("mapToResult()", most: 9) { source, _, _ in
            source.mapToResult().map { _ in 1 }.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
        },
        Operator("dematerialize()", most: 8) { source, _, _ in
            source.materialize().dematerialize().eraseToAnyPublisher()
        },
        Operator("preventCancellation()", most: 8) { source, _, _ in
            source.preventCancellation().eraseToAnyPublisher()
        },
        Operator("Timer") { _, _, clock in
            AnySinglePublisher.timer(after: 3, scheduler: clock, failureType: TestFailure.self).map { _ in 1 }
                .eraseToAnyPublisher()
        },
    ]

    @Test(arguments: operators, UInt64(1)...4)
    func eventsDemandAndCancellationAtOnce(_ tested: Operator, seed: UInt64) throws {
        let leaks = LeakTracker()
        for round in 0..<40 {
            let clock = TestScheduler()
            let watch = Watch(leaks.token("subscriber"))
            let sources = [Source(), Source()]
            do {
                let streams = sources.map { $0.leakTracked(by: leaks, "source").eraseToAnyPublisher() }
                tested.build(streams[0], streams[1], clock).subscribe(watch)
            }
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                var random = SeededGenerator(seed: seed &* 1009 &+ UInt64(round * 4 + thread))
                switch thread {
                case 0, 1: Self.send(to: sources[thread], &random)
                case 2: for _ in 0..<6 { clock.advance(by: 1) }
                default: Self.consume(watch, &random)
                }
            }
            for source in sources { source.send(completion: .finished) }
            try clock.run()
            watch.cancel()
            #expect(watch.faults.load(ordering: .acquiring) == 0, "seed \(seed), round \(round)")
            #expect(watch.values.load(ordering: .acquiring) <= tested.most, "seed \(seed), round \(round)")
            #expect(watch.completions.load(ordering: .acquiring) <= 1, "seed \(seed), round \(round)")
        }
        try leaks.expectAllReleased()
    }

    /// The resource is released once, whoever ends first.
    @Test(arguments: UInt64(1)...8) func aResourceIsReleasedOnce(seed: UInt64) {
        for round in 0..<100 {
            let source = Source()
            let released = Atomic<Int>(0)
            let cancellable = Using {
                0
            } product: { _ in
                source
            } release: { _ in
                released.add(1, ordering: .relaxed)
            }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                var random = SeededGenerator(seed: seed &* 31 &+ UInt64(round * 3 + thread))
                Self.pause(&random)
                if thread == 0 { source.send(completion: .finished) } else { cancellable.cancel() }
            }
            #expect(released.load(ordering: .relaxed) == 1, "seed \(seed), round \(round)")
        }
    }

    private static func send(to source: Source, _ random: inout SeededGenerator) {
        for value in 0..<Int.random(in: 0...8, using: &random) {
            source.send(value)
            pause(&random)
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: source.send(completion: .failure("x"))
        case 1, 2: source.send(completion: .finished)
        default: break
        }
    }

    private static func consume(_ watch: Watch, _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            watch.request(.max(Int.random(in: 1...3, using: &random)))
            pause(&random)
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: watch.cancel()
        case 1: watch.request(.unlimited)
        default: break
        }
    }

    private static func pause(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<200, using: &random) { _ = random.next() }
    }
}

/// Counts what must not be: calls that overlap, values that were not demanded, anything after the end.
private final class Watch: Subscriber, @unchecked Sendable {
    // Unchecked: the subscription is touched under `lock` only, the rest is atomic.

    let faults = Atomic<Int>(0)
    let values = Atomic<Int>(0)
    let completions = Atomic<Int>(0)
    private let inside = Atomic<Int>(0)
    private let demand = Atomic<Int>(0)
    private let token: LeakToken
    // An NSLock, and no Mutex, since the thread sanitizer knows the one and not the other.
    private let lock = NSLock()
    private var subscription: (any Subscription)?

    init(_ token: LeakToken) { self.token = token }

    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand.max ?? 1_000_000, ordering: .acquiringAndReleasing)
        lock.withLock { subscription }?.request(demand)
    }

    func cancel() {
        let old = lock.withLock {
            let old = subscription
            subscription = nil
            return old
        }
        old?.cancel()
    }

    func receive(subscription: any Subscription) { lock.withLock { self.subscription = subscription } }

    func receive(_ input: Int) -> Subscribers.Demand {
        enter()
        values.add(1, ordering: .acquiringAndReleasing)
        if demand.subtract(1, ordering: .acquiringAndReleasing).oldValue <= 0 { fault() }
        inside.subtract(1, ordering: .acquiringAndReleasing)
        return .none
    }

    func receive(completion: Subscribers.Completion<TestFailure>) {
        enter()
        completions.add(1, ordering: .acquiringAndReleasing)
        inside.subtract(1, ordering: .acquiringAndReleasing)
        let old = lock.withLock {
            let old = subscription
            subscription = nil
            return old
        }
        withExtendedLifetime(old) {}
    }

    private func enter() {
        if inside.add(1, ordering: .acquiringAndReleasing).oldValue != 0 { fault() }
        if completions.load(ordering: .acquiring) != 0 { fault() }
    }

    private func fault() { faults.add(1, ordering: .relaxed) }
}
