/// What a subscriber sees that comes after another one.
public enum Joining: String, Hashable, Sendable, CaseIterable {
    /// It may miss any prefix: `joins late`.
    case late = "joins late"
    /// It gets the newest value immediately, in place of those before it: `joins now`.
    case now = "joins now"
    /// It sees immediately what has been: `replays`.
    case replays

    /// The words of the table.
    var text: String { rawValue }
}

/// The state says how far the subscriber has come.
extension Joining: StageAutomaton {
    /// It was there from the start, or has seen the first event of its own.
    static let joined = 0
    /// It may come before the next event or after it.
    static let waiting = 1
    private static let hasMissed = 2
    /// It came after all that was sent, and gets that now.
    static let replaying = 3

    func starts(limit: Int) -> [Int] { [Self.joined, self == .replays ? Self.replaying : Self.waiting] }

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        let atOnce = TimedEvent(event.event, isLate: false)
        switch state {
        case Self.joined: return [StageStep(state, [event])]
        case Self.replaying: return [StageStep(state, [atOnce])]
        default: break
        }
        // A later subscriber misses a value that was sent; the next one comes in its own time.
        let next = state == Self.hasMissed ? TimedEvent(event.event, isLate: true) : event
        let received = StageStep(Self.joined, newest(state) + [next])
        guard event.event != .value else { return [received, StageStep(Self.hasMissed, [])] }
        // The end is kept: a later subscriber receives it synchronously.
        let isKept = state == Self.waiting || self == .late
        return isKept ? [received, StageStep(Self.joined, newest(state) + [atOnce])] : [received]
    }

    func rest(_ state: Int) -> [TimedEvent]? { newest(state) }

    /// Whoever came before this moment was given the value before it.
    private func newest(_ state: Int) -> [TimedEvent] {
        self == .now && state == Self.hasMissed ? [TimedEvent(.value, isLate: false)] : []
    }
}
