/// A timer that is started once and stopped once. The first call of `stop()` wins, the timer's own included.
@usableFromInline
package final class _TimerSlot {
    @usableFromInline package init() {}

    private enum State {
        case ready
        case running((any Cancellable)?)
        case stopped
    }

    private let lock = _Lock()
    @exclusivity(unchecked) private var state = State.ready

    /// Starts the timer, unless it was stopped before. It may fire, and be stopped, inside of the call.
    @usableFromInline package func start(_ make: () -> any Cancellable) {
        let isWanted = lock.withLock {
            guard case .ready = state else { return false }
            state = .running(nil)
            return true
        }
        guard isWanted else { return }
        let timer = make()
        let isStillWanted = lock.withLock {
            guard case .running = state else { return false }
            state = .running(timer)
            return true
        }
        if !isStillWanted { timer.cancel() }
    }

    /// Stops the timer for good.
    ///
    /// - Returns: whether this call stopped it.
    @usableFromInline package func stop() -> Bool {
        lock.lock()
        let was = state
        state = .stopped
        lock.unlock()
        switch was {
        case .ready: return true
        case .running(let timer):
            timer?.cancel()
            return true
        case .stopped: return false
        }
    }
}
