/// An error of a ``TestScheduler`` that has run too many actions to expect an end.
public struct EndlessWorkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of actions that ran.
    public let actions: Int
    /// The time at which they began.
    public let start: VirtualTime
    /// The time that they reached.
    public let now: VirtualTime
    /// The number of actions that still wait.
    public let pendingCount: Int
    /// The time at which the next action is due.
    public let nextTime: VirtualTime?
    /// The interval at which the next action repeats, if it does.
    public let nextInterval: VirtualTime.Stride?

    /// The numbers of actions, the time of the clock, and a hint.
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
