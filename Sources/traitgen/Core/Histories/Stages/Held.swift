/// A value waits for time to pass, and is lost to the next value and to the end. The state says whether one waits.
struct Held: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        [event.event == .value ? StageStep(1, []) : StageStep(state, [event])]
    }

    func moves(_ state: Int) -> [StageMove] {
        state == 1 ? [StageMove(state: 0, event: .value, needsTime: true)] : []
    }

    /// What nothing else sends goes out in the end.
    func rest(_ state: Int) -> [TimedEvent]? { state == 1 ? nil : [] }
}
