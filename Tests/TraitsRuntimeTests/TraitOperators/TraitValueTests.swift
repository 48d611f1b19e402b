import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Traits and async code", .limited)
struct TraitValueTests {
    // MARK: Values

    @Test func theValueOfASingle() async throws {
        let one = await Just(1).value
        #expect(one == 1)
        #expect(try await AnySinglePublisher<Int, TestFailure>.just(2).value == 2)
        await #expect(throws: TestFailure("x")) {
            try await AnySinglePublisher<Int, TestFailure>.fail("x").value
        }
        // The failure of what comes immediately is typed: nothing has to be cast.
        let failure = await Result { () async throws(TestFailure) -> Int in
            try await Fail<Int, TestFailure>(error: "x").value
        }
        #expect(failure == .failure("x"))
    }

    @Test func theValueOfAMaybe() async throws {
        #expect(await AnyMaybePublisher<Int, Never>.just(1).value == 1)
        #expect(await AnyMaybePublisher<Int, Never>.empty().value == nil)
        await #expect(throws: TestFailure.self) {
            try await AnyMaybePublisher<Int, TestFailure>.fail("x").value
        }
    }

    @Test func theEndOfACompletable() async throws {
        await AnyCompletablePublisher<Int, Never>.empty().value
        await #expect(throws: TestFailure.self) {
            try await AnyCompletablePublisher<Int, TestFailure>.fail("x").value
        }
    }

    // MARK: Cancellation

    /// Whatever the failure type is, the caller may choose the error.
    @Test func cancellationEndsTheWaitForWhatCannotFail() async throws {
        let source = CountedSilence<Int, Never>(), ends = CountedSilence<Never, Never>()
        let single = Task { try await source.uncheckedSingle().value(onCancel: TestFailure("s")) }
        await source.whenSubscribed()
        single.cancel()
        await #expect(throws: TestFailure("s")) { try await single.value }
        let maybe = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.uncheckedMaybe().value(onCancel: TestFailure("m"))
        }
        await #expect(throws: TestFailure("m")) { try await maybe.value }
        let typed = CountedSilence<Int, TestFailure>()
        let custom = Task { try await typed.uncheckedSingle().value(onCancel: "c") }
        await typed.whenSubscribed()
        custom.cancel()
        await #expect(throws: TestFailure("c")) { try await custom.value }
        #expect(typed.cancellations == 1)
        let end = Task { try await ends.uncheckedCompletable().value(onCancel: TestFailure("e")) }
        await ends.whenSubscribed()
        end.cancel()
        await #expect(throws: TestFailure("e")) { try await end.value }
        #expect([source.subscriptions, source.cancellations, ends.cancellations] == [1, 1, 1])

        #expect(try await Just(1).value(onCancel: TestFailure("x")) == 1)
        #expect(try await AnyMaybePublisher<Int, Never>.empty().value(onCancel: TestFailure("x")) == nil)
        try await AnyCompletablePublisher<Never, Never>.empty().value(onCancel: TestFailure("x"))
    }

    /// The task is cancelled before, while and after the outcome comes, from another thread: it ends exactly once
    /// with one of the two, and everything is released.
    @Test(arguments: Laws.seeds(1...20))
    func cancellationAtAnyPoint(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let subject = Shared(PassthroughSubject<Int, any Error>())
            let token = leaks.token("captured")
            let task = Task {
                try await subject.value.handleEvents(receiveOutput: { _ in _ = token.name })
                    .first(orError: CancellationError()).value
            }
            switch await task.outcome(sending: subject, using: &random) {
            case .success(let value): #expect(value == 1, "seed \(seed)")
            case .failure(let error):
                // Cancelled, or subscribed after the end, when there is no first value.
                #expect(error is CancellationError, "seed \(seed)")
            }
        }
        try leaks.expectAllReleased()
    }

    // MARK: From async code

    @Test func asyncCodeAsTraits() async throws {
        #expect(try await DeferredTaskSingle<Int, Never> { 1 }.value == 1)
        #expect(await DeferredTaskMaybe<Int, Never> { nil }.value == nil)
        #expect(await DeferredTaskMaybe<Int, Never> { 2 }.value == 2)
        let ran = Atomic<Int>(0)
        await DeferredTaskCompletable<Never> { ran.add(1, ordering: .relaxed) }.value
        #expect(ran.load(ordering: .relaxed) == 1)
        await #expect(throws: TestFailure.self) {
            try await DeferredTaskSingle<Int, TestFailure> { () async throws(TestFailure) in throw "x" }.value
        }
        #expect(try await AnySinglePublisher<Int, Never> { 3 }.value == 3)
        #expect(await AnyMaybePublisher<Int, Never> { nil }.value == nil)
        await AnyCompletablePublisher<Never, Never> {}.value
    }

    @Test func theCodeRunsWhenItIsAskedForAndForEachSubscriber() async throws {
        let runs = Atomic<Int>(0)
        let single = DeferredTaskSingle<Int, Never> { runs.add(1, ordering: .relaxed).newValue }
        let waiting = single.record(demand: .none)
        #expect(runs.load(ordering: .relaxed) == 0)
        waiting.cancel()
        #expect(try await single.value == 1)
        #expect(try await single.value == 2)
    }

    @Test func cancellingTheSubscriptionCancelsTheCode() async {
        let started = Gate()
        let cancelled = Gate()
        let cancellable = DeferredTaskSingle<Int, any Error> {
            started.open()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            return 1
        }.sinkSingle { _ in Issue.record("it was cancelled") }
        await started.wait()
        cancellable.cancel()
        await cancelled.wait()
    }

    @Test func tasksAsTraits() async throws {
        #expect(try await Task { 1 }.asSingle().value == 1)
        #expect(await Task { Int?.none }.asMaybe().value == nil)
        try await Task { () async throws in }.asCompletable().value
        let failing = Task<Int, any Error> { throw TestFailure("x") }
        await #expect(throws: TestFailure.self) { try await failing.asSingle().value }

        let started = Gate()
        let task = Task {
            started.open()
            while !Task.isCancelled { await Task.yield() }
        }
        let cancellable = task.asCompletable().sinkCompletable { _ in Issue.record("it was cancelled") }
        await started.wait()
        cancellable.cancel()
        await task.value  // it runs until it is cancelled
        #expect(task.isCancelled)
    }

    /// The subscription is cancelled while its task starts, runs and ends: what was captured is always released, and
    /// never more than one outcome arrives.
    @Test(arguments: Laws.seeds(1...20))
    func codeCancelledAtAnyPoint(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let outcomes = Counter()
            let done = Gate()
            let token = leaks.token("captured")
            let (yields, waits) = (
                Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random)
            )
            do {
                let cancellable = DeferredTaskSingle<Int, Never> {
                    for _ in 0..<yields { await Task.yield() }
                    _ = token.name
                    done.open()
                    return 1
                }.sinkSingle { _ in outcomes.value.add(1, ordering: .relaxed) }
                for _ in 0..<waits { await Task.yield() }
                cancellable.cancel()
            }
            await done.wait()
            #expect(outcomes.value.load(ordering: .relaxed) <= 1, "seed \(seed)")
        }
        await untilReleased(leaks)
        try leaks.expectAllReleased()
    }

    // MARK: Sequences

    @Test func elementsComeOnDemand() async {
        let pulled = Counter()
        let numbers = AsyncStream<Int>(unfolding: {
            let next = pulled.value.add(1, ordering: .relaxed).newValue
            return next <= 3 ? next : nil
        })
        let received = AsyncStream<Int>.makeStream()
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveValue: {
                received.continuation.yield($0)
                return .none
            },
            receiveCompletion: { _ in received.continuation.finish() })
        numbers.publisher.subscribe(subscriber)
        #expect(pulled.value.load(ordering: .relaxed) == 0)
        var iterator = received.stream.makeAsyncIterator()
        subscriber.request(.max(1))
        #expect(await iterator.next() == 1)
        subscriber.request(.max(2))
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == 3)
        #expect(subscriber.completions.isEmpty)
        #expect(pulled.value.load(ordering: .relaxed) == 3)
        subscriber.request(.unlimited)
        #expect(await iterator.next() == nil)
        #expect(subscriber.values == [1, 2, 3])
    }

    @Test func whatASequenceThrowsIsAFailure() async {
        let stream = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.finish(throwing: TestFailure("x"))
        }
        var values: [Int] = []
        await #expect(throws: TestFailure.self) {
            for try await value in stream.publisher.values { values.append(value) }
        }
        #expect(values == [1])
    }

    /// The subscription is cancelled while elements come.
    @Test(arguments: Laws.seeds(1...20))
    func sequenceCancelledAtAnyPoint(seed: UInt64) async throws {
        let leaks = LeakTracker()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let token = leaks.token("captured")
            let after = Counter()
            let stopped = Gate()
            let stream = AsyncStream<Int>(
                unfolding: {
                    await Task.yield()
                    return 1
                }, onCancel: { stopped.open() })
            do {
                let cancellable = stream.publisher.sink { _ in
                    _ = token.name
                    after.value.add(1, ordering: .relaxed)
                }
                for _ in 0..<Int.random(in: 0..<6, using: &random) { await Task.yield() }
                cancellable.cancel()
            }
        }
        await untilReleased(leaks)
        try leaks.expectAllReleased()
    }

    /// Tasks let go of what they captured some time after they end, so the test lets them run until they have.
    private func untilReleased(_ leaks: LeakTracker) async {
        for _ in 0..<1_000_000 {
            if leaks.alive.isEmpty { return }
            await Task.yield()
        }
    }
}

// MARK: - Tools

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}
