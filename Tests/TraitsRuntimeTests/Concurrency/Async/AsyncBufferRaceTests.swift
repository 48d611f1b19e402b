import Testing
import TraitsRuntime
import TraitsTesting

/// Loops over `values(buffering:)` while threads send and cancel.
@Suite("Threads race on buffered values", .limited)
struct AsyncBufferRaceTests {
    /// The side that cancels in a round.
    private enum Canceller: CaseIterable { case nobody, task, sequence }

    @Test(arguments: Laws.seeds(1...16))
    func everyValueComesOnce(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let count = Int.random(in: 0...60, using: &random)
            let fails = Bool.random(using: &random)
            let canceller = Canceller.allCases.randomElement(using: &random)!
            let bound = Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : nil
            let subject = PassthroughSubject<Int, TestFailure>()
            let token = leaks.token("round \(round)")
            let source = subject.handleEvents(receiveOutput: { _ in _ = token.name })
            // Behind a publisher that can wait, a bound loses nothing.
            let values = Locked<AsyncThrowingBufferedValues<Int>?>(
                bound.map {
                    source.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
                        .values(buffering: .bounded($0))
                } ?? source.values(buffering: .unbounded))
            let task = Task { () -> (values: [Int], failure: TestFailure?)? in
                guard var iterator = values.withLock({ $0?.makeAsyncIterator() }) else { return nil }
                var values: [Int] = []
                do {
                    while let value = try await iterator.next() { values.append(value) }
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
                } else {
                    for _ in 0..<Int.random(in: 0...60, using: &random) { Self.pause(&random) }
                    if canceller == .task { task.cancel() }
                    if canceller == .sequence { values.withLock { $0 = nil } }
                }
            }
            if let (values, failure) = await task.value {
                #expect(values == Array(0..<values.count), "seed \(seed), round \(round)")
                if canceller != .task {
                    // The failure of a buffer passes what waits for demand there.
                    if bound == nil || !fails {
                        #expect(values.count == count, "seed \(seed), round \(round)")
                    }
                    #expect(failure == (fails ? "x" : nil), "seed \(seed), round \(round)")
                }
            } else {
                #expect(canceller == .sequence)
            }
        }
        // Tasks let go of what they captured some time after they end.
        for _ in 0..<1_000_000 {
            if leaks.alive.isEmpty { break }
            await Task.yield()
        }
        try leaks.expectAllReleased()
    }

    /// Several loops over one sequence share its values, and all of them end.
    @Test(arguments: Laws.seeds(1...8))
    func severalLoopsShare(seed: UInt64) async {
        for round in 0..<20 {
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.values(buffering: .unbounded)
            let tasks = (0..<3).map { _ in
                Task {
                    var got: [Int] = []
                    for await value in values { got.append(value) }
                    return got
                }
            }
            onThreads(2) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(round * 2 + thread))
                for value in 0..<30 {
                    subject.send(thread * 30 + value)
                    Self.pause(&random)
                }
            }
            subject.send(completion: .finished)
            var got: [Int] = []
            for task in tasks {
                let values = await task.value
                for thread in 0..<2 {
                    let own = values.filter { $0 / 30 == thread }
                    #expect(own == own.sorted(), "seed \(seed), round \(round)")
                }
                got += values
            }
            #expect(got.sorted() == Array(0..<60), "seed \(seed), round \(round)")
        }
    }

    /// The newest value is never lost, and none comes after a newer one.
    @Test(arguments: Laws.seeds(1...8))
    func theNewestArrives(seed: UInt64) async {
        for round in 0..<20 {
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.values(buffering: .bufferingNewest(1))
            let task = Task {
                var got: [Int] = []
                for await value in values { got.append(value) }
                return got
            }
            onThreads(1) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(round))
                for value in 0..<40 {
                    subject.send(value)
                    Self.pause(&random)
                }
                subject.send(completion: .finished)
            }
            let got = await task.value
            #expect(got == got.sorted(), "seed \(seed), round \(round)")
            #expect(got.last == 39, "seed \(seed), round \(round)")
        }
    }

    private static func pause(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<200, using: &random) { _ = random.next() }
    }
}
