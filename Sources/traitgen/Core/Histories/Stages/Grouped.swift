/// Values are put into groups; the last group goes out before the finish.
public struct Grouped: Hashable, Sendable {
    /// The moments when a group may go out, besides the finish.
    public enum Release: Hashable, Sendable {
        /// When it has its number of values: `grouped`.
        case full
        /// When it is full or time has passed: `later   grouped`.
        case time
    }

    /// The moments when a group may go out, besides the finish.
    public var release: Release

    /// Creates a stage that groups values.
    public init(by release: Release) { self.release = release }

    private var countsValues: Bool { release == .full }
}

/// The state encodes the number of waiting values and the size of a group, or only whether values wait.
extension Grouped: StageAutomaton {
    /// A number larger than any group's size.
    private static let sizes = 64

    func starts(limit: Int) -> [Int] {
        // The largest group has as many values as the early and the later counts together.
        countsValues ? Array(1...2 * TimedSpace.most(limit: limit)) : [0]
    }

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        let waiting = countsValues ? state / Self.sizes : state
        let size = countsValues ? state % Self.sizes : 0
        let group = TimedEvent(.value, isLate: event.isLate)
        switch event.event {
        case .value where !countsValues: return [StageStep(1, []), StageStep(0, [group])]
        case .value:
            return [waiting + 1 == size ? StageStep(size, [group]) : StageStep(state + Self.sizes, [])]
        case .finish: return [StageStep(state, waiting > 0 ? [group, event] : [event])]
        case .failure: return [StageStep(state, [event])]
        }
    }

    func moves(_ state: Int) -> [StageMove] {
        countsValues || state == 0
            ? [] : [StageMove(state: 0, event: .value, needsTime: true)]
    }

    func rest(_ state: Int) -> [TimedEvent]? { !countsValues && state == 1 ? nil : [] }
}
