/// Nothing comes immediately.
struct Later: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        [StageStep(state, [TimedEvent(event.event, isLate: true)])]
    }
}
