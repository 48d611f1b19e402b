#if TRAITS_SCHEDULES
    import Testing
    import TraitsRuntime

    @_spi(Proof) @testable import TraitsTesting

    extension TaskThreadTests {
        /// Work that suspends a few times, and then has a seven or fails. Whoever has cancelled it is noted.
        private static func work(turns: Int, failing: Bool, _ token: LeakToken, for notes: Notes = Notes())
            -> DeferredTaskSingle<Int, TestFailure>
        {
            DeferredTaskSingle { () async throws(TestFailure) in
                for _ in 0..<turns { await suspend() }
                _ = token.name
                // Whoever sends a failure begins and ends other work in answer to it, and may come between a cancellation and
                // its work.
                if failing { throw TestFailure("x") }
                #expect(Task.isCancelled || !notes.isCancelled, "the work goes on as if somebody wanted it")
                return 7
            }
        }

        /// Subscriptions begin and cancel work on several threads: each has the outcome once, or was cancelled.
        @Test(arguments: Laws.seeds(1...400))
        func workHasOneOutcome(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            do {
                let (turns, fails) = (random.below(4), random.chance(1, of: 3))
                let token = leaks.token("captured by the work")
                let all = (0..<3).map { _ in Notes() }
                let cancelled = all.map { _ in random.chance(1, of: 2) }
                let way = random.below(3)
                Threads.race(
                    zip(all, cancelled).enumerated().map { thread, one in
                        let (notes, isCancelled) = one
                        let work = Self.work(turns: turns, failing: fails, token, for: notes)
                        let token = leaks.token("captured by the subscriber")
                        return {
                            let publisher =
                                switch way {
                                case 0: work.eraseToAnySinglePublisher()
                                case 1: work.retry(1).eraseToAnySinglePublisher()
                                default: work.zip(work).map { $0 + $1 - 7 }.eraseToAnySinglePublisher()
                                }
                            let subscription = publisher.sinkSingle { result in
                                #expect(!notes.isOver, "a second outcome")
                                notes.isOver = true
                                _ = token.name
                                switch result {
                                case .success(let value): notes.values.append(value)
                                case .failure(let error): notes.failure = error
                                }
                            }
                            Self.linger(seed, thread: thread)
                            guard isCancelled else { return subscription.store(in: &notes.kept) }
                            subscription.cancel()
                            notes.isCancelled = true
                        }
                    }, seed: seed)
                for (notes, isCancelled) in zip(all, cancelled) {
                    if !isCancelled { #expect(notes.isOver) }
                    if notes.isOver {
                        #expect(notes.values == (fails ? [] : [7]))
                        #expect(notes.failure == (fails ? "x" : nil))
                    }
                }
            }
            try leaks.expectAllReleased()
        }

        /// Work that goes on until it is cancelled comes to its end, even if that comes while it is being started.
        @Test(arguments: Laws.seeds(1...400))
        func workIsCancelledWheneverThatComes(seed: UInt64) throws {
            let leaks = LeakTracker()
            do {
                let token = leaks.token("captured by the work")
                let notes = Notes()
                let recorder = DeferredTaskSingle<Int, Never> {
                    await Self.untilCancelled()
                    notes.values.append(token.name.count)
                    return 7
                }.record(demand: .none)
                Threads.race(
                    [
                        { recorder.request(.max(1)) }, { recorder.request(.unlimited) },
                        {
                            Self.linger(seed, thread: 2)
                            recorder.cancel()
                        },
                    ], seed: seed)
                #expect(recorder.values.isEmpty)
                #expect(notes.values.count <= 1)
            }
            try leaks.expectAllReleased()
        }

        /// Without a step inside of the handler, which holds a lock of the task.
        private static func untilCancelled() async {
            final class Waiting: @unchecked Sendable {
                var continuation: UnsafeContinuation<Void, Never>?
                var isCancelled = false
            }
            let waiting = Waiting()
            await withTaskCancellationHandler {
                await withUnsafeContinuation { continuation in
                    if waiting.isCancelled {
                        continuation.resume()
                    } else {
                        waiting.continuation = continuation
                    }
                }
            } onCancel: {
                waiting.isCancelled = true
                waiting.continuation?.resume()
            }
        }

        /// `flatMap` over work, with a limit: nothing is lost, and no more than so much runs at the same time.
        @Test(arguments: Laws.seeds(1...400))
        func workOfManyInputs(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            do {
                let (count, limit) = (random.below(7), 1 + random.below(3))
                let notes = Notes()
                let running = Notes()
                let token = leaks.token("captured")
                let isCancelled = random.chance(1, of: 3)
                Threads.race(
                    [
                        {
                            let subscription = (0..<count).publisher
                                .flatMap(maxPublishers: .max(limit)) { number in
                                    DeferredTaskSingle<Int, Never> {
                                        running.values.append(number)
                                        #expect(running.values.count <= limit || isCancelled)
                                        for _ in 0..<(number % 3) { await Self.suspend() }
                                        running.values.removeAll { $0 == number }
                                        return number
                                    }
                                }
                                .sink { _ in
                                    notes.isOver = true
                                    _ = token.name
                                } receiveValue: { value in
                                    notes.take(value)
                                }
                            Self.linger(seed, thread: 0)
                            if isCancelled {
                                subscription.cancel()
                            } else {
                                subscription.store(in: &notes.kept)
                            }
                        }
                    ], seed: seed)
                #expect(Set(notes.values).count == notes.values.count)
                if !isCancelled {
                    #expect(notes.isOver)
                    #expect(notes.values.sorted() == Array(0..<count))
                }
            }
            try leaks.expectAllReleased()
        }

        /// Tasks that wait for the value of a single or a future: each gets it, or ends when it is cancelled.
        @Test(arguments: Laws.seeds(1...400))
        func whoWaitsForAValueGetsIt(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            do {
                let (fails, cancels) = (random.chance(1, of: 3), random.chance(1, of: 2))
                let way = random.below(4)
                let all = (0..<3).map { _ in Notes() }
                let token = leaks.token("captured by the work")
                nonisolated(unsafe) var promise: Future<Int, TestFailure>.Promise?
                let future = Future<Int, TestFailure> { promise = $0 }
                nonisolated(unsafe) var tasks: [Task<Void, Never>] = []
                let kept: @Sendable (Result<Int, TestFailure>) -> Void = { promise?($0) }
                Threads.race(
                    [
                        {
                            for notes in all {
                                tasks.append(
                                    Task {
                                        do {
                                            let value =
                                                switch way {
                                                case 0: try await future.value
                                                case 1: try await future.uncheckedSingle().value
                                                case 2: try await Deferred { future }.uncheckedSingle().value
                                                default:
                                                    try await Self.work(turns: 2, failing: fails, token).value
                                                }
                                            notes.values.append(value)
                                        } catch {
                                            notes.failure = error as? TestFailure
                                            #expect(notes.failure != nil || error is CancellationError)
                                        }
                                        notes.isOver = true
                                    })
                            }
                        },
                        { kept(fails ? .failure("x") : .success(7)) },
                        {
                            Self.linger(seed, thread: 2)
                            if cancels, let task = tasks.first { Threads.withoutSteps { task.cancel() } }
                        },
                    ], seed: seed)
                for (thread, notes) in all.enumerated() {
                    #expect(notes.isOver)
                    if cancels, thread == 0, notes.values.isEmpty, notes.failure == nil { continue }
                    #expect(notes.values == (fails ? [] : [7]))
                    #expect(notes.failure == (fails ? "x" : nil))
                }
                promise = nil
            }
            try leaks.expectAllReleased()
        }
    }
#endif
