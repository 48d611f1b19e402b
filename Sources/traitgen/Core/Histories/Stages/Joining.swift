/// The events that a subscriber sees if it comes after another subscriber.
public enum Joining: String, Hashable, Sendable, CaseIterable {
    /// It may miss any prefix: `joins late`.
    case late = "joins late"
    /// It gets the newest values immediately, one at the least: `joins now`.
    case now = "joins now"

    /// The words of the table.
    package var text: String { rawValue }
}

/// The state is the subscriber's progress.
extension Joining: StageAutomaton {
    /// The subscriber was there from the start, or has seen its first event.
    static let joined = 0
    /// The subscriber may come before or after the next event.
    static let waiting = 1
    private static let hasMissed = 2

    func starts(limit: Int) -> [Int] { [Self.joined, Self.waiting] }

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        let atOnce = TimedEvent(event.event, isLate: false)
        if state == Self.joined { return [StageStep(state, [event])] }
        // If the subscriber has missed values, the next event comes later.
        let next = state == Self.hasMissed ? TimedEvent(event.event, isLate: true) : event
        let received = StageStep(Self.joined, newest(state) + [next])
        guard event.event != .value else { return [received, StageStep(Self.hasMissed, [])] }
        // The end is kept: a later subscriber receives it synchronously.
        let isKept = state == Self.waiting || self == .late
        return isKept ? [received, StageStep(Self.joined, newest(state) + [atOnce])] : [received]
    }

    func rest(_ state: Int) -> [TimedEvent]? { newest(state) }

    /// The newest earlier value, which a subscriber receives immediately if it has missed values.
    private func newest(_ state: Int) -> [TimedEvent] {
        self == .now && state == Self.hasMissed ? [TimedEvent(.value, isLate: false)] : []
    }
}
