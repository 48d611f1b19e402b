/// The differences of `share(replay:)`, `share(replay:stopTimeout:scheduler:)`, `shareReplay()` and `cache`, which are one
/// mechanism.
@usableFromInline
package struct _ReplayPolicy {
    /// The number of values that a late subscriber gets.
    @usableFromInline let replay: Int
    /// A Boolean value that indicates whether a value waits for the end, and is sent together with it.
    @usableFromInline let sendsOutcome: Bool
    /// Runs a closure after the time for which upstream goes on without subscribers. Without it, upstream is cancelled
    /// immediately.
    @usableFromInline let stopLater: ((@escaping () -> Void) -> any Cancellable)?
    /// Called when upstream has ended, with whether it has failed. The returned closure tells whether the outcome has expired.
    @usableFromInline let expiry: ((_ hasFailed: Bool) -> () -> Bool)?

    @usableFromInline
    package init(
        replay: Int, sendsOutcome: Bool = false,
        stopLater: ((@escaping () -> Void) -> any Cancellable)? = nil,
        expiry: ((_ hasFailed: Bool) -> () -> Bool)? = nil
    ) {
        self.replay = replay
        self.sendsOutcome = sendsOutcome
        self.stopLater = stopLater
        self.expiry = expiry
    }
}
