/// What waits for an asynchronous loop that is slower than its publisher; see `Publisher.values(buffering:)`.
///
/// The names are those of `AsyncStream`. ``bounded(_:)`` is the one policy with back-pressure: the others ask the
/// publisher for everything.
@frozen
public enum AsyncBufferingPolicy: Hashable, Sendable {
    /// All values wait.
    case unbounded

    /// So many of the newest values wait: one that comes when there is no room replaces the oldest.
    case bufferingNewest(Int)

    /// So many of the oldest values wait: one that comes when there is no room is left out.
    case bufferingOldest(Int)

    /// The publisher is asked for so many values, and for another one whenever the loop has taken one. A publisher that
    /// can wait then waits for the loop, and nothing is lost; one that can't, such as a subject, leaves out itself what
    /// it hasn't been asked for.
    case bounded(Int)

    /// What is asked for at first.
    @usableFromInline
    var demand: Subscribers.Demand {
        if case .bounded(let count) = self { return .max(count) }
        return .unlimited
    }

    /// Stops the program if nothing could ever wait.
    @usableFromInline
    func check() {
        switch self {
        case .unbounded: break
        case .bufferingNewest(let count), .bufferingOldest(let count), .bounded(let count):
            precondition(count > 0, "an asynchronous sequence has to buffer at least one value")
        }
    }
}
