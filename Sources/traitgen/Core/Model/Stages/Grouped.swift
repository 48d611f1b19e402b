/// Values are put into groups; the last group goes out before the finish.
public struct Grouped: Hashable, Sendable {
    /// Whether a group may also go out before it is full, when time has passed: `grouped by time`.
    public var byTime: Bool

    /// Creates a stage that groups values by number, or by number and time.
    public init(byTime: Bool) { self.byTime = byTime }
}

/// The state says how many values wait and how large a group is; by time, whether some wait.
extension Grouped: StageAutomaton {
    /// More than any group waits for.
    private static let sizes = 64

    func starts(limit: Int) -> [Int] {
        // What is counted of early and of later values together never fills the largest group.
        byTime ? [0] : Array(1...2 * TimedSpace.most(limit: limit))
    }

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        let waiting = byTime ? state : state / Self.sizes
        let size = byTime ? 0 : state % Self.sizes
        let group = TimedEvent(.value, isLate: event.isLate)
        switch event.event {
        case .value where byTime: return [StageStep(1, []), StageStep(0, [group])]
        case .value:
            return [waiting + 1 == size ? StageStep(size, [group]) : StageStep(state + Self.sizes, [])]
        case .finish: return [StageStep(state, waiting > 0 ? [group, event] : [event])]
        case .failure: return [StageStep(state, [event])]
        }
    }

    func moves(_ state: Int) -> [StageMove] {
        byTime && state == 1 ? [StageMove(state: 0, event: .value, needsTime: true)] : []
    }

    func rest(_ state: Int) -> [TimedEvent]? { byTime && state == 1 ? nil : [] }
}
