import Testing
import TraitsRuntime
import TraitsTesting

/// Asynchronous loops over publishers while threads send and cancel.
@Suite("Threads race on asynchronous values", .limited)
struct AsyncRaceTests {
    /// With a buffer no value is lost, repeated or out of order, and the loop always ends. A failure, as in Combine,
    /// doesn't wait for values that nobody has asked for yet.
    @Test(arguments: Laws.seeds(1...16))
    func everyValueComesOnce(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let count = Int.random(in: 0...60, using: &random)
            let (fails, cancels) = (Bool.random(using: &random), Bool.random(using: &random))
            let subject = PassthroughSubject<Int, TestFailure>()
            let token = leaks.token("round \(round)")
            // Safe to hand over: the task alone uses it from here on.
            nonisolated(unsafe) var iterator = subject.handleEvents(receiveOutput: { _ in _ = token.name })
                .buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest).values.makeAsyncIterator()
            let task = Task { () -> (values: [Int], failure: TestFailure?) in
                var values: [Int] = []
                do {
                    while let value = try await iterator.next(isolation: nil) { values.append(value) }
                    return (values, nil)
                } catch {
                    return (values, error as? TestFailure)
                }
            }
            onThreads(2) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(round * 2 + thread))
                if thread == 0 {
                    for value in 0..<count {
                        subject.send(value)
                        Self.pause(&random)
                    }
                    subject.send(completion: fails ? .failure("x") : .finished)
                } else if cancels {
                    for _ in 0..<Int.random(in: 0...60, using: &random) { Self.pause(&random) }
                    task.cancel()
                }
            }
            let (values, failure) = await task.value
            #expect(values == Array(0..<values.count), "seed \(seed), round \(round)")
            if !cancels {
                #expect(fails || values.count == count, "seed \(seed), round \(round)")
                #expect(failure == (fails ? "x" : nil), "seed \(seed), round \(round)")
            }
        }
        // Tasks let go of what they captured some time after they end.
        for _ in 0..<1_000_000 {
            if leaks.alive.isEmpty { break }
            await Task.yield()
        }
        try leaks.expectAllReleased()
    }

    /// A loop without a buffer misses values, but no loop sees one twice, and all of several loops end.
    @Test(arguments: Laws.seeds(1...16))
    func severalLoops(seed: UInt64) async {
        for round in 0..<20 {
            let subject = CurrentValueSubject<Int, Never>(-1)
            let tasks = (0..<3).map { _ in
                Task {
                    var values: [Int] = []
                    for await value in subject.values { values.append(value) }
                    return values
                }
            }
            onThreads(2) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(round * 2 + thread))
                if thread == 0 {
                    for value in 0..<40 {
                        subject.send(value)
                        Self.pause(&random)
                    }
                    subject.send(completion: .finished)
                } else {
                    for _ in 0..<Int.random(in: 0...40, using: &random) { Self.pause(&random) }
                    tasks[0].cancel()
                }
            }
            for task in tasks {
                let values = await task.value
                #expect(
                    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed), round \(round)")
            }
        }
    }

    private static func pause(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<200, using: &random) { _ = random.next() }
    }
}
