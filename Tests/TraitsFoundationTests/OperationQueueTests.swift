import Foundation
import Synchronization
import Testing
import TraitsFoundation

/// What an operation queue is given when it is used as a scheduler.
@Suite("Operations of scheduled work")
struct OperationQueueTests {
    /// Keeps what is added to it, and runs it too.
    private final class KeepingQueue: OperationQueue, @unchecked Sendable {
        private let kept = Mutex<[Operation]>([])

        var added: [Operation] { kept.withLock { $0 } }

        override func addOperation(_ operation: Operation) {
            kept.withLock { $0.append(operation) }
            super.addOperation(operation)
        }
    }

    /// For asynchronous tests, whose operations are over by then or end immediately.
    private func waitForAll(of queue: OperationQueue) { queue.waitUntilAllOperationsAreFinished() }

    @Test func workOfTheMomentIsABlock() {
        let queue = KeepingQueue()
        let count = Atomic<Int>(0)
        queue.schedule { count.add(1, ordering: .relaxed) }
        #expect(queue.added.count == 1)
        #expect(queue.added.first is BlockOperation)
        queue.waitUntilAllOperationsAreFinished()
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func laterWorkIsInTheQueueFromTheStart() throws {
        let queue = KeepingQueue()
        let count = Atomic<Int>(0)
        queue.schedule(after: queue.now.advanced(by: .milliseconds(50))) { count.add(1, ordering: .relaxed) }
        let operation = try #require(queue.added.first)
        #expect(operation is any Cancellable)
        queue.waitUntilAllOperationsAreFinished()
        #expect(operation.isFinished)
        #expect(count.load(ordering: .relaxed) == 1)
        operation.main()
        #expect(count.load(ordering: .relaxed) == 1)
    }

    /// Whenever anything in a queue changes, Foundation calls `isReady` of each waiting operation without unfinished dependencies.
    @Test func pendingWorkHasAnUnfinishedDependency() throws {
        let queue = KeepingQueue()
        let later = queue.now.advanced(by: .seconds(3600))
        for _ in 0..<3 { queue.schedule(after: later) {} }
        let repeating = queue.schedule(after: later, interval: .seconds(1)) {}
        #expect(queue.added.count == 4)
        for operation in queue.added {
            let dependency = try #require(operation.dependencies.first)
            #expect(!operation.isReady)
            #expect(!dependency.isFinished)
        }
        queue.added[0].cancel()
        queue.added[0].waitUntilFinished()
        #expect(queue.added[0].dependencies.allSatisfy { $0.isFinished })
        #expect(queue.added[1...].allSatisfy { !$0.isReady })
        queue.cancelAllOperations()
        repeating.cancel()
        queue.waitUntilAllOperationsAreFinished()
        #expect(queue.added.count == 4)
    }

    /// A barrier waits for all work that was scheduled before it.
    @Test func aBarrierWaitsForLaterWork() {
        let queue = OperationQueue()
        let log = Mutex<[String]>([])
        queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) {
            log.withLock { $0.append("later") }
        }
        queue.addBarrierBlock { log.withLock { $0.append("barrier") } }
        queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) {
            log.withLock { $0.append("behind") }
        }
        queue.waitUntilAllOperationsAreFinished()
        #expect(log.withLock { $0 } == ["later", "barrier", "behind"])
    }

    @Test func cancelledWorkNeedNotBeWaitedFor() throws {
        let queue = KeepingQueue()
        let count = Atomic<Int>(0)
        queue.schedule(after: queue.now.advanced(by: .seconds(3600))) { count.add(1, ordering: .relaxed) }
        let repeating = queue.schedule(after: queue.now.advanced(by: .seconds(3600)), interval: .seconds(1)) {
            count.add(1, ordering: .relaxed)
        }
        queue.cancelAllOperations()
        repeating.cancel()
        queue.waitUntilAllOperationsAreFinished()
        #expect(count.load(ordering: .relaxed) == 0)
    }

    @Test(.timeLimit(.minutes(60)))  // as long as a whole run may take
    func eachRunAddsTheNext() async {
        let queue = KeepingQueue()
        let count = Atomic<Int>(0)
        let keeper = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let repeating = AnyCancellable(
                queue.schedule(after: queue.now, interval: .milliseconds(1)) {
                    if count.add(1, ordering: .relaxed).newValue == 3 { done.resume() }
                })
            keeper.withLock { $0 = repeating }
        }
        keeper.withLock { $0 }?.cancel()
        waitForAll(of: queue)
        #expect(queue.added.count >= 3)
        #expect(!queue.added.contains { $0 is BlockOperation })
    }

    @Test func anOperationTellsItsResult() async {
        let operation = Just("Alice").makeOperation()
        let result = await withCheckedContinuation { continuation in
            operation.handleCompletion(onQueue: nil) { continuation.resume(returning: $0) }
            OperationQueue().addOperation(operation)
        }
        #expect(result == .success("Alice"))
        #expect(operation.result == .success("Alice"))
        let empty = AnyMaybePublisher<Int, Never>.empty().makeOperation()
        let queue = OperationQueue()
        queue.addOperation(empty)
        waitForAll(of: queue)
        #expect(empty.result == nil)
        #expect(empty.outcome == .finished)
    }

    @Test func aQueuesStrideIsWrittenAsCombineWritesIt() throws {
        let text = try JSONEncoder().encode(DispatchQueue.SchedulerTimeType.Stride.nanoseconds(7))
        #expect(String(decoding: text, as: UTF8.self) == #"{"_nanoseconds":7}"#)
        #expect(
            try JSONDecoder().decode(DispatchQueue.SchedulerTimeType.Stride.self, from: text)
                == .nanoseconds(7))
    }

    @Test func aRecordingIsWrittenIntoAnEncoder() throws {
        struct Wrapper: Encodable {
            let recording: Record<Int, Never>.Recording
            func encode(to encoder: any Encoder) throws {
                try recording.encode(to: encoder)
            }
        }
        struct Into: Encodable {
            let recording: Record<Int, Never>.Recording
            func encode(to encoder: any Encoder) throws { try recording.encode(into: encoder) }
        }
        let recording = Record<Int, Never>.Recording(output: [1, 2], completion: .finished)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            try encoder.encode(Wrapper(recording: recording)) == encoder.encode(Into(recording: recording)))
    }
}
