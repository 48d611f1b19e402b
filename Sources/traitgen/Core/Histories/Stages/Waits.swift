/// Nothing comes until something outside starts the flow: before somebody subscribes, later or never.
///
/// A flow that something outside starts may have begun before: then what nobody has asked for yet is there immediately.
/// Whatever comes after the first event has no time of its own. The state says whether the first has come.
struct Waits: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        guard state == 0 else { return [StageStep(1, [event])] }
        return [false, true].map { StageStep(1, [TimedEvent(event.event, isLate: $0)]) }
    }
}
