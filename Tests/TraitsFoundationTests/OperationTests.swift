import Synchronization
import Testing
import TraitsFoundation
import TraitsTesting

@Suite("Publishers as operations", .timeLimit(.minutes(60)))  // as long as a whole run may take
struct OperationTests {
    private struct Failed: Error, Equatable {}

    /// Waits for an operation without a thread that does nothing else.
    private func finish(_ operation: Operation, in queue: OperationQueue = OperationQueue()) async {
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            queue.addOperation(operation)
        }
    }

    @Test func anOperationHasTheOutcome() async {
        let good = Just(1).makeOperation()
        #expect(good.outcome == nil)
        await finish(good)
        #expect(good.outcome == .success(1))
        #expect(good.isFinished && !good.isExecuting)
        let empty = AnyMaybePublisher<Int, Never>.empty().makeOperation()
        await finish(empty)
        #expect(empty.outcome == .finished)
        let bad = AnySinglePublisher<Int, Failed>.fail(Failed()).makeOperation()
        await finish(bad)
        #expect(bad.outcome == .failure(Failed()))
    }

    @Test func anOperationLastsAsLongAsItsPublisher() async {
        // Sends to a subscriber whose request is seen here before it gets there.
        let subject = ManualPublisher<Int, Never>()
        let started = AsyncStream<Void>.makeStream()
        let operation =
            subject
            .handleEvents(receiveRequest: { _ in started.continuation.yield() })
            .uncheckedSingle().makeOperation()
        let queue = OperationQueue()
        queue.addOperation(operation)
        for await _ in started.stream { break }
        #expect(operation.isExecuting && !operation.isFinished)
        subject.send(1)
        subject.send(completion: .finished)
        #expect(operation.isFinished)
        #expect(operation.outcome == .success(1))
    }

    @Test func aCancelledOperationCancelsAndIsFinished() async {
        let source = ManualPublisher<Int, Never>()
        let started = AsyncStream<Void>.makeStream()
        let operation =
            source
            .handleEvents(receiveRequest: { _ in started.continuation.yield() })
            .uncheckedSingle().makeOperation()
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            OperationQueue().addOperation(operation)
            Task {
                for await _ in started.stream { break }
                operation.cancel()
            }
        }
        #expect(operation.isFinished && operation.isCancelled)
        #expect(operation.outcome == nil)
        #expect(source.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func anOperationThatIsCancelledBeforeItStartsSubscribesToNothing() async {
        let source = ManualPublisher<Int, Never>()
        let operation = source.uncheckedSingle().makeOperation()
        operation.cancel()
        await finish(operation)
        #expect(operation.isFinished)
        #expect(source.subscriptionCount == 0)
    }

    @Test func subscriptionsTakeTurns() async throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let running = Mutex((now: 0, most: 0))
        let work = DeferredTaskSingle<Int, Never> {
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            for _ in 0..<20 { await Task.yield() }
            return running.withLock {
                $0.now -= 1
                return $0.now
            }
        }
        let turns = work.asOperation(in: queue)
        // Compiles because the table says that the promise is kept.
        let all = (0..<10).map { _ in turns.eraseToAnySinglePublisher() }.zipSingle()
        #expect(try await all.value == Array(repeating: 0, count: 10))
        #expect(running.withLock { $0.most } == 1)
    }

    @Test func aSubscriptionThatIsCancelledLeavesTheQueue() async {
        let queue = OperationQueue()
        queue.isSuspended = true
        let source = ManualPublisher<Int, Never>()
        let recorder = source.uncheckedSingle().asOperation(in: queue, queuePriority: .high).record()
        #expect(queue.operations.map(\.queuePriority) == [.high])
        recorder.cancel()
        #expect(queue.operations.allSatisfy { $0.isCancelled })
        queue.isSuspended = false
        await finish(BlockOperation {}, in: queue)
        #expect(source.subscriptionCount == 0)
        #expect(recorder.values.isEmpty)
    }

    /// An operation that the program cancels has no outcome to send: silence is all that each trait allows.
    @Test func aStreamWhoseOperationIsCancelledStaysSilentAndIsReleased() async throws {
        let leaks = LeakTracker()
        let queue = OperationQueue()
        queue.isSuspended = true
        do {
            let token = leaks.token("closure")
            let source = ManualPublisher<Int, Never>()
            let cancellable = source.uncheckedSingle().asOperation(in: queue)
                .sink(receiveCompletion: { _ in Issue.record("an end") }, receiveValue: { _ in _ = token })
            queue.cancelAllOperations()
            queue.isSuspended = false
            await finish(BlockOperation {}, in: queue)
            #expect(source.subscriptionCount == 0)
            cancellable.cancel()
        }
        while !leaks.alive.isEmpty { await Task.yield() }
    }
}
