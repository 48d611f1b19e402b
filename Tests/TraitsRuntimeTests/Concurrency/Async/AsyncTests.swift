import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("values and Future.value", .limited)
struct AsyncTests {
    @Test func allValuesOneAtATime() async {
        let requests = Mutex<[Subscribers.Demand]>([])
        var got: [Int] = []
        let source = [1, 2, 3].publisher.handleEvents(receiveRequest: { demand in
            requests.withLock { $0.append(demand) }
        })
        for await value in source.values { got.append(value) }
        #expect(got == [1, 2, 3])
        #expect(requests.withLock { $0 } == [.max(1), .max(1), .max(1)])
    }

    /// A cancellation handler runs under a lock of the task, so it calls nothing of the publisher's.
    @Test @MainActor func aCancelledTaskCancelsItsSubscriptionWhenItRunsAgain() async {
        let (looped, awaited) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, any Error>())
        let loop = Task { @MainActor in for await _ in looped.values {} }
        let wait = Task { @MainActor in try await awaited.first(orError: CancellationError()).value }
        while looped.uses.isEmpty || awaited.uses.isEmpty { await Task.yield() }
        loop.cancel()
        wait.cancel()
        #expect(!looped.subscription.isCancelled && !awaited.subscription.isCancelled)
        await loop.value
        _ = await wait.result
        #expect(looped.subscription.isCancelled && awaited.subscription.isCancelled)
    }

    @Test func failureIsThrownOnceThenTheEnd() async throws {
        var iterator = Record<Int, TestFailure>(output: [1], completion: .failure("x"))
            .values.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: TestFailure("x")) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// A loop throws any error by its type, as in Combine; what it throws is the failure.
    @Test func aLoopThrowsTheFailure() async throws {
        func sum(_ numbers: some Publisher<Int, TestFailure>) async throws -> Int {
            var sum = 0
            for try await number in numbers.values { sum += number }
            return sum
        }
        let numbers = [1, 2].publisher.setFailureType(to: TestFailure.self)
        #expect(try await sum(numbers) == 3)
        await #expect(throws: TestFailure()) { _ = try await sum(numbers.append(Fail(error: TestFailure()))) }
    }

    @Test func leavingTheLoopCancels() async {
        let source = ManualPublisher<Int, Never>()
        do {
            let iterator = source.values.makeAsyncIterator()
            #expect(source.subscriptionCount == 1)
            #expect(source.uses == [])
            withExtendedLifetime(iterator) {}
        }
        #expect(source.uses == [.cancelled])
    }

    @Test func breakingOutCancels() async {
        let cancelled = Mutex(0)
        let source = [1, 2, 3].publisher.handleEvents(receiveCancel: { cancelled.withLock { $0 += 1 } })
        for await value in source.values where value == 2 { break }
        #expect(cancelled.withLock { $0 } == 1)
    }

    @Test func cancellingTheTaskEndsTheLoop() async {
        // It has a value for the first request, which may be seen here before it gets to the subject.
        let subject = CurrentValueSubject<Int, Never>(1)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            var got: [Int] = []
            let source = subject.handleEvents(receiveRequest: { _ in started.continuation.yield() })
            for await value in source.values { got.append(value) }
            return got
        }
        var requests = started.stream.makeAsyncIterator()
        await requests.next()
        await requests.next()
        task.cancel()
        #expect(await task.value == [1])
    }

    @Test func futureKeptBefore() async {
        let future = Future<Int, Never> { $0(.success(3)) }
        #expect(await future.value == 3)
    }

    @Test func futureKeptLater() async {
        let promise = Mutex<(@Sendable (Int) -> Void)?>(nil)
        let future = Future<Int, Never> { keep in
            // The promise may be kept from any thread.
            promise.withLock { $0 = { keep(.success($0)) } }
        }
        async let value = future.value
        promise.withLock { $0 }?(7)
        #expect(await value == 7)
    }

    @Test func futureFails() async {
        let future = Future<Int, TestFailure> { $0(.failure("x")) }
        await #expect(throws: TestFailure("x")) { try await future.value }
    }

    @Test func cancelledWaitForAFuture() async {
        let future = Future<Int, TestFailure> { _ in }
        let task = Task { try await future.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
