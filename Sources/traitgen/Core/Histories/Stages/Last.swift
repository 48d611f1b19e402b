/// The newest values go out before the finish, as many as the operator keeps; the others are dropped.
public struct Last: Hashable, Sendable {
    /// A Boolean value that indicates whether the operator may keep no value: `last or nothing`.
    public var mayKeepNone: Bool

    /// Creates a stage that keeps the newest values.
    public init(mayKeepNone: Bool) { self.mayKeepNone = mayKeepNone }

    /// The stage as the table writes it.
    package var text: String { mayKeepNone ? "last or nothing" : "last" }
}

/// The state is the number of values that came. The number of values that are kept isn't known.
extension Last: StageAutomaton {
    /// A number of values that exceeds all counts that later stages distinguish.
    private static let most = TimedSpace.most(limit: ShapeSet.largestLimit)

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        switch event.event {
        case .value: return [StageStep(min(state + 1, Self.most), [])]
        case .failure: return [StageStep(state, [event])]
        case .finish:
            let value = TimedEvent(.value, isLate: event.isLate)
            return (min(state, mayKeepNone ? 0 : 1)...state).map { kept in
                StageStep(state, Array(repeating: value, count: kept) + [event])
            }
        }
    }
}
