import Dispatch
import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Inner publishers that end on other threads than the one that sends the values they are made of.
@Suite("Following inner publishers on several threads")
struct FlatteningThreadTests {
    @Test func concatMapKeepsTheOrder() async throws {
        let numbers = try await (0..<300).publisher
            .concatMap { [$0, $0].publisher.receive(on: DispatchQueue.global()) }
            .collect()
            .value
        #expect(numbers == (0..<300).flatMap { [$0, $0] })
    }

    /// An inner publisher that ends where it begins, behind one that ends on another thread.
    @Test func concatMapGoesOnWhereThePreviousOneEnded() async throws {
        let numbers = try await (0..<300).publisher
            .concatMap { number in
                number.isMultiple(of: 3)
                    ? Just(number).receive(on: DispatchQueue.global()).eraseToAnyPublisher()
                    : Just(number).eraseToAnyPublisher()
            }
            .collect()
            .value
        #expect(numbers == Array(0..<300))
    }

    @Test func flatMapFirstRunsOneAtATime() async throws {
        let tally = Tally()
        let count = try await (0..<300).publisher
            .receive(on: DispatchQueue.global())
            .flatMapFirst { number in
                tally.begin()
                return Just(number).receive(on: DispatchQueue.global())
                    .handleEvents(receiveCompletion: { _ in tally.end() })
            }
            .count()
            .value
        #expect((1...300).contains(count))
        #expect(tally.most.load(ordering: .relaxed) == 1)
    }

    @Test func createTakesValuesFromSeveralThreads() async throws {
        let sum = try await AnyPublisher<Int, Never>.create { subject in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: 100) { subject.send($0) }
                subject.send(completion: .finished)
            }
            return AnyCancellable {}
        }.reduce(0, +).value
        #expect(sum == 4950)
    }
}

/// How many run, and how many did so at most.
private final class Tally: Sendable {
    private let running = Atomic<Int>(0)
    let most = Atomic<Int>(0)

    func begin() { most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
    func end() { running.subtract(1, ordering: .relaxed) }
}
