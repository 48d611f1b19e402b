/// A law of streams that a publisher breaks when threads race.
///
///     /Shop/Tests/CartTests.swift:12: a subscriber is called by one thread at a time: a value came in another call
///       publisher: upstreams[0].merge(with: upstreams[1])
///       seed: 7
///       again: TRAITS_RACE_SEED=7 swift test --filter <the test>
public struct RaceViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law that is broken.
    public let law: RaceLaw
    /// Where the law kit was called: the file and the line.
    public let location: String
    /// What exactly was seen.
    public let detail: String
    /// The publisher as it stands in the source.
    public let publisher: String
    /// What the threads did follows from this number; how they met does not, so it may take a few runs.
    public let seed: UInt64

    /// All of it, and how to run this seed alone.
    public var description: String {
        """
        \(location): \(law.rawValue): \(detail)
          publisher: \(publisher)
          seed: \(seed)
          again: TRAITS_RACE_SEED=\(seed) \(Threads.testCommand) --filter <the test>
        """
    }
}

/// A law that every publisher keeps whatever threads do.
public enum RaceLaw: String, Hashable, Sendable, CaseIterable {
    /// Exactly one subscription comes, before everything else.
    case subscription = "one subscription comes, before all else"
    /// A subscriber is called by one thread at a time.
    case serialised = "a subscriber is called by one thread at a time"
    /// Nothing comes after a completion.
    case end = "nothing comes after the end"
    /// A subscriber that asked for all and did not cancel sees the end when all inputs have ended.
    case completion = "the end of all inputs is the end"
    /// Values come in the order in which they were sent, before the end, and no value is lost; see
    /// ``Laws/raceInOrder(_:seeds:values:maySkip:file:line:_:)``.
    case order = "values come in the order in which they were sent"
    /// Each history is one that the row of the publisher predicts, and keeps the traits that were derived from it.
    case promise = "each history is one that is promised"
    /// Never more values come than were demanded.
    case demand = "never more values come than were demanded"
    /// Nothing comes of what begins after `cancel()` has returned: on the thread that has called it, and on those that
    /// send something, or let time pass, after that. What was under way may still come.
    case cancellation = "nothing comes of what begins after cancel() has returned"
    /// When all is over, no input is subscribed to.
    case release = "upstream is released"
    /// When all is over, subscribers are released.
    case leak = "subscribers are released"
}
