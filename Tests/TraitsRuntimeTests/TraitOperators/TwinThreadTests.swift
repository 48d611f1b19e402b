import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// The operators of the traits while publishers send, time passes, and subscribers come, ask and cancel: each on a thread
/// of its own.
@Suite("Operators of the traits, from many threads", .limited)
struct TwinThreadTests {
    typealias Stream = AnyPublisher<Int, TestFailure>

    /// An operator, over a source, another one, and a clock.
    struct Operator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The most values that may come, if the traits say it.
        let most: Int?
        let ignored: Set<RaceLaw>
        let build: @Sendable (_ source: Stream, _ other: Stream, _ clock: TestScheduler) -> Stream

        init(
            _ name: String, most: Int? = 1, ignoring ignored: Set<RaceLaw> = [],
            _ build: @escaping @Sendable (_ source: Stream, _ other: Stream, _ clock: TestScheduler) -> Stream
        ) {
            testDescription = name
            self.most = most
            self.ignored = ignored
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
        Operator("replaceEmpty(withError:)", most: nil) { source, _, _ in
            source.replaceEmpty(withError: TestFailure()).eraseToAnyPublisher()
        },
        Operator("ifEmpty(switchTo:)", most: nil) { source, other, _ in
            source.filter { $0 < 0 }.ifEmpty(switchTo: other).eraseToAnyPublisher()
        },
        Operator("andThen(_:)", most: nil) { source, other, _ in
            source.asCompletable().andThen(other).eraseToAnyPublisher()
        },
        Operator("retry(when:)", most: nil) { source, other, _ in
            source.tryMap { value in
                if value % 3 == 0 { throw TestFailure() }
                return value
            }.mapError { _ in TestFailure() }.retry { _ in other }.eraseToAnyPublisher()
        },
        Operator("delaySubscription", most: nil) { source, _, clock in
            source.delaySubscription(for: 2, scheduler: clock).eraseToAnyPublisher()
        },
        Operator("race(with:)", most: nil) { source, other, _ in
            source.race(with: other).eraseToAnyPublisher()
        },
        Operator("race()", most: nil) { source, other, _ in [source, other].race().eraseToAnyPublisher() },
        Operator("zipMaybe()") { source, other, _ in
            [source.first(), other.first()].zipMaybe().map { $0.reduce(0, +) }.eraseToAnyPublisher()
        },
        Operator("zipCompletable()", most: 0) { source, other, _ in
            [source.asCompletable(), other.asCompletable()].zipCompletable().asMaybe(of: Int.self)
                .eraseToAnyPublisher()
        },
        Operator("materialize()", most: nil) { source, _, _ in
            source.materialize().map { _ in 1 }.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
        },
        Operator("mapToResult()", most: nil) { source, _, _ in
            source.mapToResult().map { _ in 1 }.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
        },
        Operator("dematerialize()", most: nil) { source, _, _ in
            source.materialize().dematerialize().eraseToAnyPublisher()
        },
        // Upstream is not to hear of a cancellation: that is what it is for.
        Operator("preventCancellation()", most: nil, ignoring: [.release]) { source, _, _ in
            source.preventCancellation().eraseToAnyPublisher()
        },
        Operator("Timer") { _, _, clock in
            AnySinglePublisher.timer(after: 3, scheduler: clock, failureType: TestFailure.self).map { _ in 1 }
                .eraseToAnyPublisher()
        },
    ]

    @Test(arguments: operators)
    func eventsDemandTimeAndCancellationAtOnce(_ tested: Operator) throws {
        let surplus = Surplus()
        try Laws.race(
            tested.testDescription, inputs: 2, seeds: 1...128, values: 8, ignoring: tested.ignored
        ) { upstreams, clock in
            let streams = upstreams.map { $0.eraseToAnyPublisher() }
            let publisher = tested.build(streams[0], streams[1], clock)
            return Deferred {
                let count = Counter()
                return publisher.handleEvents(receiveOutput: { _ in
                    let now = count.value.add(1, ordering: .relaxed).newValue
                    if let most = tested.most, now > most { surplus.value.add(1, ordering: .relaxed) }
                })
            }
        }
        #expect(surplus.value.load(ordering: .relaxed) == 0, "more values than the trait allows")
    }

    /// The resource is released once, whoever ends first.
    @Test(arguments: Laws.seeds(1...8)) func aResourceIsReleasedOnce(seed: UInt64) {
        for round in 0..<100 {
            let source = PassthroughSubject<Int, TestFailure>()
            let released = Atomic<Int>(0)
            let cancellable = Using {
                0
            } product: { _ in
                source
            } release: { _ in
                released.add(1, ordering: .relaxed)
            }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            onThreads(3) { thread in
                var random = SeededGenerator(seed: seed &* 31 &+ UInt64(round * 3 + thread))
                Self.pause(&random)
                if thread == 0 { source.send(completion: .finished) } else { cancellable.cancel() }
            }
            #expect(released.load(ordering: .relaxed) == 1, "seed \(seed), round \(round)")
        }
    }

    private static func pause(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<200, using: &random) { _ = random.next() }
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}

private typealias Surplus = Counter
