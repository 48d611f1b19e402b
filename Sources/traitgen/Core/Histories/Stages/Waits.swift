/// Nothing comes until an outside event starts the flow: before the subscription, later or never.
///
/// Such a flow may have begun before the subscription: then events that nobody has requested yet are available
/// immediately. Events after the first have no time of their own. The state indicates whether the first event has come.
struct Waits: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        guard state == 0 else { return [StageStep(1, [event])] }
        return [false, true].map { StageStep(1, [TimedEvent(event.event, isLate: $0)]) }
    }
}
