/// The stream may be ended at any moment.
public struct Cut: Hashable, Sendable {
    /// The possible ends: finishes before failures, each once.
    public private(set) var events: [Event]
    /// A Boolean value that indicates whether the end comes later than the call that subscribes.
    public var isLater: Bool

    /// Creates a cut that ends the stream in one of these ways.
    public init(_ events: [Event], isLater: Bool) {
        self.events = Event.allCases.filter(events.contains)
        self.isLater = isLater
    }
}

extension Cut: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] { [StageStep(state, [event])] }

    func moves(_ state: Int) -> [StageMove] {
        events.map { StageMove(state: state, event: $0, needsTime: isLater) }
    }
}
