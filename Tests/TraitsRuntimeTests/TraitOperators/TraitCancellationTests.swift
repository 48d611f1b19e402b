import Testing
import TraitsRuntime
import TraitsTesting

/// `value` and `values` end when their task is cancelled, whatever the failure type is.
@Suite("Cancelled tasks that wait for publishers", .limited)
struct TraitCancellationTests {
    /// How a task that waited has ended.
    enum End: Equatable {
        case value(Int?)
        case returned
        case cancelled
        case failed
    }

    /// Each way to wait, for a source of one kind of failure, and how it ends if its task is cancelled.
    private func ways<Failure: Error>(
        _ name: String, canThrow: Bool
    ) -> [(name: String, wait: @Sendable (CountedSilence<Int, Failure>) async throws -> End, expected: End)] {
        [
            ("\(name) single", { .value(try await $0.uncheckedSingle().value) }, .cancelled),
            (
                "\(name) erased single",
                { .value(try await $0.uncheckedSingle().eraseToAnySinglePublisher().value) }, .cancelled
            ),
            (
                "\(name) single behind an operator",
                { .value(try await $0.uncheckedSingle().map { $0 + 1 }.value) }, .cancelled
            ),
            (
                "\(name) maybe", { .value(try await $0.uncheckedMaybe().value) },
                canThrow ? .cancelled : .value(nil)
            ),
            (
                "\(name) completable",
                {
                    try await $0.ignoreOutput().value
                    return .returned
                }, canThrow ? .cancelled : .returned
            ),
            (
                "\(name) loop",
                {
                    for try await _ in $0.values {}
                    return .returned
                }, .returned
            ),
            (
                "\(name) loop over a single",
                {
                    for try await _ in $0.uncheckedSingle().values {}
                    return .returned
                }, .returned
            ),
            (
                "\(name) buffered loop",
                {
                    for try await _ in $0.values(buffering: .unbounded) {}
                    return .returned
                }, .returned
            ),
        ]
    }

    /// The same where nothing can fail, which has getters of its own.
    private func waysWithoutFailure() -> [(
        name: String, wait: @Sendable (CountedSilence<Int, Never>) async throws -> End, expected: End
    )] {
        [
            (
                "single",
                { source throws(CancellationError) in .value(try await source.uncheckedSingle().value) },
                .cancelled
            ),
            (
                "erased single",
                { source throws(CancellationError) in
                    .value(try await source.uncheckedSingle().eraseToAnySinglePublisher().value)
                }, .cancelled
            ),
            ("maybe", { .value(await $0.uncheckedMaybe().value) }, .value(nil)),
            (
                "completable",
                {
                    await $0.ignoreOutput().value
                    return .returned
                }, .returned
            ),
            (
                "loop",
                {
                    for await _ in $0.values {}
                    return .returned
                }, .returned
            ),
            (
                "buffered loop",
                {
                    for await _ in $0.values(buffering: .unbounded) {}
                    return .returned
                }, .returned
            ),
        ]
    }

    private func end(of task: Task<End, any Error>) async -> End {
        switch await task.result {
        case .success(let end): end
        case .failure(let error): error is CancellationError ? .cancelled : .failed
        }
    }

    /// Cancels one task before it begins and one while it waits; upstream sees as many cancellations as subscriptions.
    private func check<Failure: Error>(
        _ ways: [(
            name: String, wait: @Sendable (CountedSilence<Int, Failure>) async throws -> End, expected: End
        )]
    ) async {
        for (name, wait, expected) in ways {
            let early = CountedSilence<Int, Failure>()
            let first = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await wait(early)
            }
            #expect(await end(of: first) == expected, "\(name), before it began")
            #expect(early.subscriptions == early.cancellations, "\(name), before it began")

            let source = CountedSilence<Int, Failure>()
            let second = Task { try await wait(source) }
            await source.whenSubscribed()
            second.cancel()
            #expect(await end(of: second) == expected, "\(name)")
            #expect([source.subscriptions, source.cancellations] == [1, 1], "\(name)")
        }
    }

    @Test func `a wait for any error ends`() async {
        await check(
            ways("any error,", canThrow: true)
                as [(String, @Sendable (CountedSilence<Int, any Error>) async throws -> End, End)])
    }

    @Test func `a wait for a typed failure ends`() async {
        await check(
            ways("typed,", canThrow: false)
                as [(String, @Sendable (CountedSilence<Int, TestFailure>) async throws -> End, End)])
    }

    @Test func `a wait for what cannot fail ends`() async { await check(waysWithoutFailure()) }

    /// A single that is cancelled before it begins subscribes to nothing.
    @Test func `a task that is cancelled already begins no work`() async {
        let source = CountedSilence<Int, Never>(), typed = CountedSilence<Int, TestFailure>()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try? await source.uncheckedSingle().value
            _ = try? await typed.uncheckedSingle().value
            _ = await source.uncheckedMaybe().value
            await source.ignoreOutput().value
        }
        await task.value
        #expect(source.subscriptions + typed.subscriptions == 0)
    }

    /// What comes immediately is there, so a cancelled task gets it, and needs no `try`.
    @Test func `a cancelled task gets a value that comes immediately`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Just(1).map { $0 + 1 }.value
        }
        #expect(await task.value == 2)
        let failing = Task { () async -> Result<Int, TestFailure> in
            withUnsafeCurrentTask { $0?.cancel() }
            return await Result { () async throws(TestFailure) in
                try await Result<Int, TestFailure>.success(3).publisher.value
            }
        }
        #expect(await failing.value == .success(3))
    }

    /// The value is there before the task is cancelled: it is what the task gets, and upstream is cancelled once.
    @Test func `a cancellation after the value changes nothing`() async throws {
        let subject = Shared(ManualPublisher<Int, Never>())
        let asked = Gate()
        let task = Task {
            try await subject.value.handleEvents(receiveRequest: { _ in asked.open() }).uncheckedSingle()
                .value
        }
        await asked.wait()
        subject.value.send(1)
        task.cancel()
        #expect(try await task.value == 1)
        #expect(subject.value.uses.filter { $0 == .cancelled }.count == 1)
    }

    /// A request against the clock, in a task group: the group ends although the loser would wait for ever.
    @Test func `a task group with a time limit ends`() async throws {
        struct TimedOut: Error {}
        let request = CountedSilence<Int, TestFailure>()
        let clock = Shared(TestScheduler())
        let scheduled = Gate()
        let group = Task {
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask { try await request.uncheckedSingle().value }
                group.addTask {
                    let limit = Just(()).delay(for: .seconds(30), scheduler: clock.value)
                        .handleEvents(receiveRequest: { _ in scheduled.open() })
                    try await limit.value
                    throw TimedOut()
                }
                defer { group.cancelAll() }
                return try await group.next()!
            }
        }
        await request.whenSubscribed()
        await scheduled.wait()
        try clock.value.run()
        await #expect(throws: TimedOut.self) { _ = try await group.value }
        #expect(request.cancellations == 1)
    }

    /// The first answer counts, and the slower requests are cancelled, whatever kind they are of.
    @Test func `a task group ends with its first answer`() async throws {
        let never = CountedSilence<Int, Never>(), typed = CountedSilence<Int, TestFailure>()
        let maybe = CountedSilence<Int, TestFailure>(), loop = CountedSilence<Int, Never>()
        let first = try await withThrowingTaskGroup(of: Int?.self) { group in
            group.addTask { try await never.uncheckedSingle().value }
            group.addTask { try await typed.uncheckedSingle().value }
            group.addTask { try await maybe.uncheckedMaybe().value }
            group.addTask {
                for await value in loop.values { return value }
                return nil
            }
            group.addTask {
                await never.whenSubscribed()
                await typed.whenSubscribed()
                await maybe.whenSubscribed()
                await loop.whenSubscribed()
                return await Just(7).value
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
        #expect(first == 7)
        #expect([never, loop].map(\.cancellations) == [1, 1])
        #expect([typed, maybe].map(\.cancellations) == [1, 1])
    }

    /// The task is cancelled before, while and after the value comes, from another thread: it ends with one of the two, and
    /// everything is released.
    @Test(arguments: Laws.seeds(1...10))
    func `a cancellation at any point of a typed single`(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let subject = Shared(PassthroughSubject<Int, TestFailure>())
            let token = leaks.token("captured")
            let task = Task {
                try await subject.value.handleEvents(receiveOutput: { _ in _ = token.name })
                    .first(orError: TestFailure("e")).value
            }
            switch await task.outcome(sending: subject, using: &random) {
            case .success(let value): #expect(value == 1, "seed \(seed)")
            case .failure(let error):
                // Subscribed after the end, when there is no first value.
                #expect(
                    error is CancellationError || error as? TestFailure == TestFailure("e"), "seed \(seed)")
            }
        }
        try leaks.expectAllReleased()
    }
}

extension Task where Success == Int, Failure == any Error {
    /// What the task ends with that waits for a subject, if it is cancelled before, while or after the subject sends a value
    /// and the end.
    func outcome<F: Error>(
        sending subject: Shared<PassthroughSubject<Int, F>>, using random: inout SeededGenerator
    ) async -> Result<Int, any Error> {
        let sends = Int.random(in: 0..<4, using: &random), cancels = Int.random(in: 0..<4, using: &random)
        let sender = Task<Void, Never> {
            for _ in 0..<sends { await Task<Never, Never>.yield() }
            subject.value.send(1)
            subject.value.send(completion: .finished)
        }
        let canceller = Task<Void, Never> {
            for _ in 0..<cancels { await Task<Never, Never>.yield() }
            cancel()
        }
        await sender.value
        await canceller.value
        return await result
    }
}
