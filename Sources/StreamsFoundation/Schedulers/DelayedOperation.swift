import Dispatch
import Foundation
import TraitsStreams

/// An operation that is in its queue from the start and becomes ready at its time.
///
/// Until then it has an unfinished dependency. Foundation walks over all operations that wait in a queue whenever an operation
/// is added, becomes ready or finishes. For unfinished dependencies it only looks at a count. An overridden `isReady` would be
/// called at each of these steps, which would take twice as long.
final class DelayedOperation: Operation, Cancellable, @unchecked Sendable {
    // Unchecked: `lock` guards the mutable state.

    private let lock = TraitLock()
    /// The dependency that ends at the operation's time; `nil` afterwards. It is in no queue.
    private var gate: Operation?
    /// The timer, as long as it runs. Unlike a closure that is dispatched after a delay, it can be cancelled.
    private var timer: (any DispatchSourceTimer)?
    /// The closure, until it has run or is cancelled. It runs once, however often `main()` is called.
    private var work: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> Void) {
        let gate = Operation()
        self.gate = gate
        self.work = work
        super.init()
        addDependency(gate)
    }

    /// Starts the time after which the operation becomes ready.
    ///
    /// - Parameter delay: the delay in seconds. With a negative delay, the operation is ready immediately.
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
        // The closure is taken out first: the queue may start a cancelled operation immediately.
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
        // An operation without a queue runs and finishes in this call, which makes the waiting operation ready.
        gate?.start()
    }
}

/// Repeated work. Each run first puts the next run into the queue, whose time starts when the current run is over.
final class Repetition: @unchecked Sendable {
    // Unchecked: `lock` guards the mutable state.

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

    /// Starts the work after a delay.
    func start(after delay: TimeInterval) { add()?.wait(delay) }

    /// Puts the next run into the queue, unless the work is cancelled.
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
