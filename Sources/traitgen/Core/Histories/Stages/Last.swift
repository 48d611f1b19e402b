/// The newest values go out before the finish, as many as the operator keeps, perhaps none; the others are dropped. The state
/// is the number of values that came. The number of values that are kept isn't known.
struct Last: StageAutomaton {
    /// A number of values that exceeds all counts that later stages distinguish.
    private static let most = TimedSpace.most(limit: ShapeSet.largestLimit)

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        switch event.event {
        case .value: return [StageStep(min(state + 1, Self.most), [])]
        case .failure: return [StageStep(state, [event])]
        case .finish:
            let value = TimedEvent(.value, isLate: event.isLate)
            return (0...state).map { kept in
                StageStep(state, Array(repeating: value, count: kept) + [event])
            }
        }
    }
}
