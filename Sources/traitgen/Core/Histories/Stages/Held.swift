/// A value waits for time to pass, and is dropped if another value or the end comes first. The state indicates whether
/// a value waits.
struct Held: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        [event.event == .value ? StageStep(1, []) : StageStep(state, [event])]
    }

    func moves(_ state: Int) -> [StageMove] {
        state == 1 ? [StageMove(state: 0, event: .value, needsTime: true)] : []
    }

    /// A waiting value is sent in the end, so the stage can't rest with it.
    func rest(_ state: Int) -> [TimedEvent]? { state == 1 ? nil : [] }
}
