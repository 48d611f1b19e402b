import Dispatch
import Foundation
import TraitsRuntime

/// Work that is in its queue from the start and becomes ready at its time.
///
/// Until then it has an unfinished dependency. Foundation walks over all operations that wait in a queue whenever an operation
/// is added, becomes ready or finishes. A count tells it that dependencies are unfinished. An `isReady` of the operation's own
/// would be called at each of these steps, which take twice as long then.
final class DelayedOperation: Operation, Cancellable, @unchecked Sendable {
    // Unchecked: `lock` guards what changes.

    private let lock = TraitLock()
    /// The dependency that ends at the operation's time, until then. It is in no queue.
    private var gate: Operation?
    /// While the time runs. Unlike a closure that is to run after a delay, it can be cancelled.
    private var timer: (any DispatchSourceTimer)?
    /// Until it has run or is cancelled: it runs once, however often `main()` is called.
    private var work: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> Void) {
        let gate = Operation()
        self.gate = gate
        self.work = work
        super.init()
        addDependency(gate)
    }

    /// Starts the time after which it becomes ready.
    ///
    /// - Parameter delay: in seconds; a time in the past is due immediately.
    func wait(_ delay: TimeInterval) {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        // Strong, since retaining an object that has weak references is slower, and each step of the queue's walk retains one. The
        // timer is cancelled at its time or with the operation, which ends the cycle.
        timer.setEventHandler { [self] in becomeDue() }
        timer.schedule(deadline: .now() + Swift.max(0, delay))
        let isWanted = lock.withLock {
            let isWanted = gate != nil
            if isWanted { self.timer = timer }
            return isWanted
        }
        timer.activate()
        if !isWanted { timer.cancel() }
    }

    /// Releases the closure and makes the operation ready, since a queue releases only operations that were ready.
    override func cancel() {
        // First the closure: the queue may start a cancelled operation immediately.
        let work = lock.withLock { self.work.take() }
        super.cancel()
        becomeDue()
        withExtendedLifetime(work) {}
    }

    override func main() {
        let work = lock.withLock { self.work.take() }
        if !isCancelled { work?() }
    }

    private func becomeDue() {
        let (gate, timer) = lock.withLock { (self.gate.take(), self.timer.take()) }
        timer?.cancel()
        // An operation without a queue runs and finishes in this call, which tells the queue of the operation that waits.
        gate?.start()
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
