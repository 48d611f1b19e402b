import Synchronization
import TraitsRuntime

/// Holds an object until it is closed.
final class Slot: Sendable {
    // Unchecked: the mutex guards it.
    private struct State: @unchecked Sendable {
        var content: (any Cancellable)?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// - Returns: whether it is closed, and the object isn't kept.
    func put(_ content: any Cancellable) -> Bool {
        nonisolated(unsafe) let content = content
        return state.withLock { state in
            if !state.isClosed { state.content = content }
            return state.isClosed
        }
    }

    /// - Returns: what it held.
    func close() -> (any Cancellable)? {
        let closed = state.withLock { state in
            let closed = state
            state = State(content: nil, isClosed: true)
            return closed
        }
        return closed.content
    }
}
