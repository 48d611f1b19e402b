import TraitsRuntime

/// Holds an object until it is closed.
final class Slot: Sendable {
    private let state = Guarded<(content: (any Cancellable)?, isClosed: Bool)>((nil, false))

    /// - Returns: whether it is closed, and the object isn't kept.
    func put(_ content: any Cancellable) -> Bool {
        let (old, isClosed) = state.withLock { state in
            let old = state.content
            if !state.isClosed { state.content = content }
            return (old, state.isClosed)
        }
        return withExtendedLifetime(old) { isClosed }
    }

    /// - Returns: what it held.
    func close() -> (any Cancellable)? {
        state.withLock { state in
            let content = state.content
            state = (nil, true)
            return content
        }
    }
}
