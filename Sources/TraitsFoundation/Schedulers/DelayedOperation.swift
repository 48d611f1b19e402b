import Dispatch
import Foundation
import TraitsRuntime

/// Work that is in its queue from the start and becomes ready at its time.
final class DelayedOperation: Operation, Cancellable, @unchecked Sendable {
    // Unchecked: `lock` guards what changes.

    private let lock = TraitLock()
    private var isDue = false
    /// While the time runs. Unlike a closure that is to run after a delay, it can be cancelled.
    private var timer: (any DispatchSourceTimer)?
    /// Until it has run or is cancelled: it runs once, however often `main()` is called.
    private var work: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Starts the time after which it becomes ready.
    ///
    /// - Parameter delay: in seconds; a time in the past is due immediately.
    func wait(_ delay: TimeInterval) {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { [weak self] in self?.becomeDue() }
        timer.schedule(deadline: .now() + Swift.max(0, delay))
        let isWanted = lock.withLock {
            if !isDue { self.timer = timer }
            return !isDue
        }
        timer.activate()
        if !isWanted { timer.cancel() }
    }

    override var isReady: Bool { super.isReady && lock.withLock { isDue } }

    /// A queue releases only what is ready; what is cancelled need not wait for its time.
    override func cancel() {
        super.cancel()
        let work = lock.withLock { self.work.take() }
        becomeDue()
        withExtendedLifetime(work) {}
    }

    override func main() {
        let work = lock.withLock { self.work.take() }
        if !isCancelled { work?() }
    }

    private func becomeDue() {
        // The queue looks at it when it is told of the change.
        willChangeValue(for: \.isReady)
        let timer = lock.withLock {
            isDue = true
            return self.timer.take()
        }
        timer?.cancel()
        didChangeValue(for: \.isReady)
    }
}

/// Work that comes again and again: each run puts the next one into the queue, whose time starts when the run is over.
final class Repetition: @unchecked Sendable {
    // Unchecked: `lock` guards what changes.

    private let work: @Sendable () -> Void
    private let interval: TimeInterval
    private let queue: OperationQueue
    private let lock = TraitLock()
    private var next: DelayedOperation?
    private var isCancelled = false

    init(of work: @escaping @Sendable () -> Void, every interval: TimeInterval, on queue: OperationQueue) {
        self.work = work
        self.interval = interval
        self.queue = queue
    }

    /// Begins, after a delay.
    func start(after delay: TimeInterval) { add()?.wait(delay) }

    /// Puts the next run into the queue, unless all is over.
    private func add() -> DelayedOperation? {
        let operation = DelayedOperation { [self] in run() }
        let isWanted = lock.withLock {
            if !isCancelled { next = operation }
            return !isCancelled
        }
        guard isWanted else { return nil }
        queue.addOperation(operation)
        return operation
    }

    private func run() {
        guard let next = add() else { return }
        work()
        next.wait(interval)
    }

    func cancel() {
        let waiting = lock.withLock {
            isCancelled = true
            return next.take()
        }
        waiting?.cancel()
    }
}
