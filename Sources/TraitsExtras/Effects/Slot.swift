import TraitsRuntime

/// A place for one cancellable object, which can be closed.
@usableFromInline
final class Slot: Sendable {
    private let state = Guarded<(content: (any Cancellable)?, isClosed: Bool)>((nil, false))

    @usableFromInline
    init() {}

    @usableFromInline
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// - Returns: `true` if the slot is closed. Then it doesn't keep the object.
    @usableFromInline
    func put(_ content: any Cancellable) -> Bool {
        let (old, isClosed) = state.withLock { state in
            let old = state.content
            if !state.isClosed { state.content = content }
            return (old, state.isClosed)
        }
        return withExtendedLifetime(old) { isClosed }
    }

    /// - Returns: the object that the slot held, if any.
    @usableFromInline
    func close() -> (any Cancellable)? {
        state.withLock { state in
            let content = state.content
            state = (nil, true)
            return content
        }
    }
}
