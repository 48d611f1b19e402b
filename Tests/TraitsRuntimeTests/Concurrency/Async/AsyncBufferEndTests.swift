import Testing
import TraitsRuntime
import TraitsTesting

/// How the subscription behind `values(buffering:)` ends, and that nothing is kept.
@Suite("Ends of values(buffering:)", .limited)
struct AsyncBufferEndTests {
    @Test func droppingTheSequenceCancels() {
        let source = ManualPublisher<Int, Never>()
        var values: AsyncBufferedValues<Int>? = source.values(buffering: .unbounded)
        source.send(1)
        #expect(values != nil)
        #expect(source.uses == [.requested(.unlimited)])
        values = nil
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func anIteratorKeepsTheSubscription() async {
        let source = ManualPublisher<Int, Never>()
        do {
            var iterator = source.values(buffering: .unbounded).makeAsyncIterator()
            source.send(1)
            #expect(await iterator.next() == 1)
            #expect(source.uses == [.requested(.unlimited)])
        }
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func breakingOutOfTheOnlyLoopCancels() async {
        let cancelled = Locked(0)
        let source = (1...3).publisher.handleEvents(receiveCancel: { cancelled.withLock { $0 += 1 } })
        for await value in source.values(buffering: .bounded(1)) where value == 1 { break }
        #expect(cancelled.withLock { $0 } == 1)
    }

    @Test func breakingOutOfALoopOverAVariableDoesNot() async {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.values(buffering: .unbounded)
        subject.send(1)
        for await _ in values { break }
        subject.send(2)
        for await value in values {
            #expect(value == 2)
            break
        }
    }

    @Test func cancellingTheTaskEndsALoopThatWaits() async {
        let (subject, echo) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let cancelled = Locked(0)
        let values = subject.handleEvents(receiveCancel: { cancelled.withLock { $0 += 1 } })
            .values(buffering: .unbounded)
        var echoes = echo.values(buffering: .unbounded).makeAsyncIterator()
        let task = Task {
            var got: [Int] = []
            for await value in values {
                got.append(value)
                echo.send(value)
            }
            return got
        }
        subject.send(1)
        #expect(await echoes.next() == 1)
        task.cancel()
        #expect(await task.value == [1])
        #expect(cancelled.withLock { $0 } == 1)
        // Its sequence is over for all.
        subject.send(2)
        for await value in values { Issue.record("\(value) came after the cancellation") }
    }

    /// Also if values wait: they are dropped.
    @Test func aTaskThatIsCancelledTakesNothing() async throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<LeakToken, Never>()
        let values = subject.values(buffering: .unbounded)
        for number in 1...3 { subject.send(leaks.token("value \(number)")) }
        #expect(leaks.alive.count == 3)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = values.makeAsyncIterator()
            return await iterator.next() == nil
        }
        #expect(await task.value)
        try leaks.expectAllReleased()
    }

    @Test func nothingIsKeptAfterTheEnd() async throws {
        let leaks = LeakTracker()
        let source = ManualPublisher<LeakToken, TestFailure>(subscribing: .byHand)
        let values = source.values(buffering: .bounded(10))
        source.send(subscription: leaks.track(IdleSubscription(), "subscription"))
        source.send(leaks.token("value 1"))
        source.send(leaks.token("value 2"))
        source.send(completion: .failure("x"))
        #expect(leaks.alive.map(\.name) == ["value 1", "value 2"])
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next()?.name == "value 1")
        #expect(try await iterator.next()?.name == "value 2")
        try leaks.expectAllReleased()
        await #expect(throws: TestFailure("x")) { try await iterator.next() }
        // Nothing comes after the end, whoever breaks the rules.
        source.send(leaks.token("late"))
        source.send(completion: .finished)
        #expect(try await iterator.next() == nil)
        try leaks.expectAllReleased()
    }

    @Test func whatWaitsIsReleasedWithTheSequence() throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<LeakToken, Never>()
        for policy in [AsyncBufferingPolicy.unbounded, .bufferingNewest(5), .bufferingOldest(5), .bounded(5)]
        {
            let values = subject.map { $0 }.values(buffering: policy)
            for number in 1...9 { subject.send(leaks.token("value \(number)")) }
            #expect(leaks.alive.count == (policy == .unbounded ? 9 : 5))
            withExtendedLifetime(values) {}
        }
        try leaks.expectAllReleased()
    }

    @Test func aBufferHasRoomForOneValue() async {
        await #expect(processExitsWith: .failure) { buffer(.bufferingNewest(0)) }
        await #expect(processExitsWith: .failure) { buffer(.bufferingOldest(0)) }
        await #expect(processExitsWith: .failure) { buffer(.bounded(-1)) }
        await #expect(processExitsWith: .failure) {
            _ = Fail<Int, TestError>(error: TestError()).values(buffering: .bounded(0))
        }
        buffer(.bounded(1))
    }
}

private func buffer(_ policy: AsyncBufferingPolicy) { _ = Just(1).values(buffering: policy) }

private final class IdleSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}
