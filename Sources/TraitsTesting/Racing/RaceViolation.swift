/// A law of streams that a publisher breaks when threads race.
///
///     /Shop/Tests/CartTests.swift:12: a subscriber is called by one thread at a time: a value came in another call
///       publisher: upstreams[0].merge(with: upstreams[1])
///       seed: 7
///       again: TRAITS_RACE_SEED=7 swift test --filter <the test>
public struct RaceViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law that is broken.
    public let law: RaceLaw
    /// The file and the line from which the law kit was called.
    public let location: String
    /// The exact observation that breaks the law.
    public let detail: String
    /// The publisher as it stands in the source.
    public let publisher: String
    /// The number from which the acts of all threads follow. Their interleaving doesn't, so it may take a few runs to see the
    /// fault again.
    public let seed: UInt64

    /// The whole violation as text, with the way to run this seed alone.
    public var description: String {
        var fault = FaultText("\(location): \(law.rawValue): \(detail)")
        fault.add("publisher", publisher)
        fault.add(seed: seed, filter: "<the test>")
        return fault.description
    }
}

/// A law that every publisher keeps under concurrency.
public enum RaceLaw: String, Hashable, Sendable, CaseIterable {
    /// Exactly one subscription comes, before all other events.
    case subscription = "one subscription comes, before all else"
    /// A subscriber is called by one thread at a time.
    case serialised = "a subscriber is called by one thread at a time"
    /// Nothing comes after a completion.
    case end = "nothing comes after the end"
    /// A subscriber that asked for all values and did not cancel sees the end when all inputs have ended.
    case completion = "the end of all inputs is the end"
    /// Values come in the order in which they were sent, before the end, and no value is lost; see
    /// ``Laws/raceInOrder(_:seeds:values:maySkip:file:line:_:)``.
    case order = "values come in the order in which they were sent"
    /// Each history is allowed by the row of the publisher, and keeps the traits that were derived from the row.
    case promise = "each history is one that is promised"
    /// Never more values come than were demanded.
    case demand = "never more values come than were demanded"
    /// No event comes of an act that begins after `cancel()` has returned: on the thread that has called it, and on threads
    /// that send, or let time pass, after that. Events that were under way may still come.
    case cancellation = "nothing comes of what begins after cancel() has returned"
    /// When all threads are done, no input is subscribed to.
    case release = "upstream is released"
    /// When all threads are done, subscribers are released.
    case leak = "subscribers are released"
}
