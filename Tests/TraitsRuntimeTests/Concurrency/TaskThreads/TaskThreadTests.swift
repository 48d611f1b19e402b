#if TRAITS_SCHEDULES
    import Testing
    import TraitsRuntime

    @_spi(Proof) @testable import TraitsTesting

    /// What tasks, actors and streams do to each other, where a seed says which thread of the pool goes on at each step.
    ///
    /// A schedule ends when nothing is left that could run. So a task that waits for something that never comes
    /// hasn't ended by then, and no test needs a limit of time to see it.
    @Suite("Tasks under schedules", .limited)
    struct TaskThreadTests {
        /// Touched by one thread at a time, since a schedule runs one at a time.
        final class Notes: @unchecked Sendable {
            var values: [Int] = []
            var failure: TestFailure?
            var isOver = false
            private var isInside = false
            var isCancelled = false
            var kept: Set<AnyCancellable> = []

            /// Takes a value, with room for others to come in between, which they must not.
            func take(_ value: Int) {
                #expect(!isInside)
                isInside = true
                Threads.step()
                values.append(value)
                isInside = false
            }
        }

        /// Lets others go on, as often as a thread's number and the seed say.
        static func linger(_ seed: UInt64, thread: Int) {
            var random = RaceRandom(seed, thread: thread)
            for _ in 0..<random.below(6) { Threads.step() }
        }

        /// Goes on in a later job. `Task.yield()` would go on in the pool, past the schedule.
        static func suspend() async {
            await withUnsafeContinuation { continuation in _ = Task { continuation.resume() } }
        }
    }

    // MARK: - Loops

    extension TaskThreadTests {
        /// What ends the loops before their publisher does.
        enum Canceller: CaseIterable { case nobody, task, sequence }

        @Test(arguments: Laws.seeds(1...400))
        func everyBufferedValueComesOnce(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            let (count, fails) = (random.below(12), random.chance(1, of: 2))
            let canceller = Canceller.allCases[random.below(3)]
            let bound = random.chance(1, of: 2) ? 1 + random.below(3) : nil
            let loops = (0..<(1 + random.below(2))).map { _ in Notes() }
            do {
                let subject = PassthroughSubject<Int, TestFailure>()
                let token = leaks.token("upstream of the loop")
                let source = subject.handleEvents(receiveOutput: { _ in _ = token.name })
                nonisolated(unsafe) var sequence: AsyncThrowingBufferedValues<Int>? =
                    bound.map {
                        source.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
                            .values(buffering: .bounded($0))
                    } ?? source.values(buffering: .unbounded)
                nonisolated(unsafe) var tasks: [Task<Void, Never>] = []
                Threads.race(
                    [
                        {
                            for notes in loops {
                                guard let values = sequence else { return }
                                tasks.append(Task { await Self.take(values, notes) })
                            }
                        },
                        {
                            for value in 0..<count { subject.send(value) }
                            subject.send(completion: fails ? .failure("x") : .finished)
                        },
                        {
                            Self.linger(seed, thread: 2)
                            switch canceller {
                            case .nobody: break
                            case .task: for task in tasks { Threads.withoutSteps { task.cancel() } }
                            case .sequence: sequence = nil
                            }
                        },
                    ], seed: seed)
                for (task, notes) in zip(tasks, loops) {
                    #expect(notes.isOver, "\(task) waits for ever")
                    #expect(notes.values == notes.values.sorted())
                }
                let values = loops.flatMap(\.values).sorted()
                // The failure of a buffer passes what waits there for demand.
                if canceller == .nobody, bound == nil || !fails { #expect(values == Array(0..<count)) }
                #expect(values == Array(0..<values.count))
                if canceller == .nobody { #expect(loops.compactMap(\.failure) == (fails ? ["x"] : [])) }
            }
            try leaks.expectAllReleased()
        }

        private static func take(_ values: AsyncThrowingBufferedValues<Int>, _ notes: Notes) async {
            do {
                for try await value in values {
                    notes.values.append(value)
                    if value % 3 == 0 { await Self.suspend() }
                }
            } catch {
                notes.failure = error as? TestFailure
            }
            notes.isOver = true
        }

        /// A loop that asks for each value misses some, sees none twice or after a newer one, and ends.
        @Test(arguments: Laws.seeds(1...400))
        func aLoopOverACurrentValueEnds(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            let count = random.below(12)
            let cancels = random.chance(1, of: 3)
            let loops = (0..<(1 + random.below(3))).map { _ in Notes() }
            do {
                let token = leaks.token("upstream of the loop")
                let subject = CurrentValueSubject<Int, Never>(-1)
                let source = subject.handleEvents(receiveOutput: { _ in _ = token.name })
                nonisolated(unsafe) var tasks: [Task<Void, Never>] = []
                Threads.race(
                    [
                        {
                            for notes in loops {
                                nonisolated(unsafe) let values = source.values
                                tasks.append(
                                    Task {
                                        for await value in values {
                                            notes.values.append(value)
                                            if value % 4 == 0 { await Self.suspend() }
                                        }
                                        notes.isOver = true
                                    })
                            }
                        },
                        {
                            for value in 0..<count { subject.send(value) }
                            subject.send(completion: .finished)
                        },
                        {
                            Self.linger(seed, thread: 2)
                            if cancels { for task in tasks { Threads.withoutSteps { task.cancel() } } }
                        },
                    ], seed: seed)
                for notes in loops {
                    #expect(notes.isOver)
                    #expect(zip(notes.values, notes.values.dropFirst()).allSatisfy { $0 < $1 })
                }
            }
            try leaks.expectAllReleased()
        }
    }
#endif
