/// A ``TestScheduler`` ran so many actions that it does not believe in an end.
public struct EndlessWorkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many actions ran.
    public let actions: Int
    /// The time at which they began.
    public let start: VirtualTime
    /// The time that they reached.
    public let now: VirtualTime
    /// How many actions still wait.
    public let pendingCount: Int
    /// When the next one is due.
    public let nextTime: VirtualTime?
    /// The interval at which the next one repeats, if it does.
    public let nextInterval: VirtualTime.Stride?

    /// What happened, where the clock is, and what to look for.
    public var description: String {
        var text = "virtual time found no end: \(actions) actions ran "
        text += now == start ? "at tick \(now)" : "from tick \(start) to tick \(now)"
        text += ", \(pendingCount) still \(pendingCount == 1 ? "waits" : "wait")."
        if let nextTime {
            text += " The next one is due at tick \(nextTime)"
            if let nextInterval { text += " and repeats every \(nextInterval)" }
            text += "."
        }
        return text + " Cancel what repeats, or use advance(by:)."
    }
}
