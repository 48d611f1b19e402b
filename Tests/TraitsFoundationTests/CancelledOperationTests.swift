import Foundation
import Synchronization
import Testing
import TraitsFoundation
import TraitsRuntime

/// A program cancels all operations of the queue on which a stream delivers.
@Suite("Streams whose operations are cancelled")
struct CancelledOperationTests {
    /// Notes what is added to it, and keeps none of it.
    private final class NotingQueue: OperationQueue, @unchecked Sendable {
        private struct Note: @unchecked Sendable { weak var operation: Operation? }
        private let notes = Mutex<[Note]>([])

        /// The number of operations that are still there.
        var alive: Int { notes.withLock { notes in notes.count { $0.operation != nil } } }

        override func addOperation(_ operation: Operation) {
            notes.withLock { $0.append(Note(operation: operation)) }
            super.addOperation(operation)
        }

        override init() {
            super.init()
            maxConcurrentOperationCount = 1
        }

        /// Cancels what waits, and lets the queue come to it.
        func dropAll() {
            cancelAllOperations()
            isSuspended = false
            waitUntilAllOperationsAreFinished()
        }
    }

    private final class Log: Sendable {
        private let values = Mutex<[Int]>([])
        private let ended = Mutex(false)
        var all: [Int] { values.withLock { $0 } }
        var isOver: Bool { ended.withLock { $0 } }
        func add(_ value: Int) { values.withLock { $0.append(value) } }
        func end() { ended.withLock { $0 = true } }
    }

    /// The next operation delivers the values whose operations were cancelled.
    @Test(arguments: [false, true]) func aLaterOperationDeliversWhatWasDropped(delays: Bool) {
        let queue = NotingQueue(), subject = PassthroughSubject<Int, Never>(), log = Log()
        let stream =
            delays
            ? subject.delay(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
            : subject.receive(on: queue).eraseToAnyPublisher()
        let cancellable = stream.sink(receiveCompletion: { _ in log.end() }, receiveValue: log.add)
        subject.send(1)
        queue.waitUntilAllOperationsAreFinished()
        queue.isSuspended = true
        for value in 2...5 { subject.send(value) }
        queue.dropAll()
        #expect(log.all == [1])
        for value in 6...7 {
            subject.send(value)
            queue.waitUntilAllOperationsAreFinished()
            #expect(log.all == Array(1...value))
        }
        subject.send(completion: .finished)
        queue.waitUntilAllOperationsAreFinished()
        #expect(log.isOver)
        withExtendedLifetime(cancellable) {}
    }

    /// The stream goes on, and keeps none of the operations that were cancelled.
    @Test func aDelayKeepsNoCancelledOperation() {
        let queue = NotingQueue(), subject = PassthroughSubject<Int, Never>(), log = Log()
        let cancellable = subject.delay(for: .milliseconds(1), scheduler: queue).sink(receiveValue: log.add)
        queue.isSuspended = true
        for value in 1...20 { subject.send(value) }
        queue.dropAll()
        subject.send(21)
        queue.waitUntilAllOperationsAreFinished()
        #expect(log.all == Array(1...21))
        // The queue may still hold the operation that has just ended.
        #expect(queue.alive <= 2)
        withExtendedLifetime(cancellable) {}
    }
}
