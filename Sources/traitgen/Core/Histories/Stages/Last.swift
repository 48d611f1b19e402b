/// The newest values go out before the finish, as many as the operator keeps; the others come to nothing.
public struct Last: Hashable, Sendable {
    /// Whether the operator may keep none: `last or nothing`.
    public var mayKeepNone: Bool

    /// Creates a stage that keeps the newest values.
    public init(mayKeepNone: Bool) { self.mayKeepNone = mayKeepNone }

    /// The stage as the table writes it.
    var text: String { mayKeepNone ? "last or nothing" : "last" }
}

/// The state is the number of values that came. Nobody knows how many of them are kept.
extension Last: StageAutomaton {
    /// What later stages can tell apart, and more.
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
