/// A policy for the values that wait for an asynchronous loop slower than its publisher; see `Publisher.values(buffering:)`.
///
/// The names are those of `AsyncStream`. ``bounded(_:)`` is the one policy with back-pressure: the others ask the
/// publisher for everything.
@frozen
public enum AsyncBufferingPolicy: Hashable, Sendable {
    /// All values wait.
    case unbounded

    /// A number of the newest values wait: when the buffer is full, a new value replaces the oldest.
    case bufferingNewest(Int)

    /// A number of the oldest values wait: when the buffer is full, a new value is left out.
    case bufferingOldest(Int)

    /// The publisher is asked for a number of values, and for another one whenever the loop has taken one. A publisher that can
    /// wait then waits for the loop, and no value is lost. A publisher that can't wait, such as a subject, leaves out the
    /// values it hasn't been asked for.
    case bounded(Int)

    /// The first demand.
    @usableFromInline
    var demand: Subscribers.Demand {
        if case .bounded(let count) = self { return .max(count) }
        return .unlimited
    }

    /// Stops the program if no value could ever wait.
    @usableFromInline
    func check() {
        switch self {
        case .unbounded: break
        case .bufferingNewest(let count), .bufferingOldest(let count), .bounded(let count):
            precondition(count > 0, "an asynchronous sequence has to buffer at least one value")
        }
    }
}
