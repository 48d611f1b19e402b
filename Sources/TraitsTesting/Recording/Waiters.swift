/// Tasks that wait until a recorder has received something.
final class Waiters: @unchecked Sendable {
    // Unchecked: both properties that change are touched under `lock` only.
    private let lock = Lock()
    private var nextID: UInt64 = 0
    private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]

    /// Suspends until ``wakeAll()``, unless there is nothing to wait for, or the task is cancelled.
    ///
    /// - Parameter isReady: Called after the task is on the list, so that no event is missed in between.
    func wait(isolation: isolated (any Actor)? = #isolation, unless isReady: () -> Bool) async {
        let id = lock.withLock {
            nextID += 1
            return nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.withLock { waiting[id] = continuation }
                if isReady() || Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    /// Resumes all tasks; each checks for itself whether its event has come.
    func wakeAll() {
        let all = lock.withLock {
            let all = waiting
            waiting = [:]
            return all
        }
        for continuation in all.values { continuation.resume() }
    }

    private func wake(_ id: UInt64) {
        let continuation = lock.withLock { waiting.removeValue(forKey: id) }
        continuation?.resume()
    }
}
