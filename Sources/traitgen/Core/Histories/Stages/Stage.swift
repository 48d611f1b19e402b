/// A processing step for the events of a row, after its inputs have become one stream.
///
/// Each stage is a small automaton: it takes an event, goes to another state and hands events on. A row's behaviour is
/// the composition of its stages.
public enum Stage: Hashable, Sendable {
    /// Events become other events: `o => o|`.
    case rules(Rules)
    /// Values are put into groups: `grouped`.
    case grouped(Grouped)
    /// A value waits for time to pass: `held`.
    case held
    /// The newest values go out before the finish: `last`.
    case last
    /// Rules and a cut apply until a value has got through: `until o`.
    case opening(Opening)
    /// The stream may end at any moment: `cut => |`.
    case cut(Cut)
    /// Nothing comes immediately: `later`.
    case later
    /// A late subscriber misses or receives earlier events: `joins late` or `joins now`.
    case joining(Joining)

    /// The position among other stages.
    package var order: Int {
        switch self {
        case .rules, .grouped, .held, .last, .opening: 0
        case .cut: 1
        case .later: 2
        case .joining: 3
        }
    }

    /// The rules of the stage, if it has any.
    package var rules: Rules? {
        switch self {
        case .rules(let rules): rules
        case .opening(let opening): opening.rules
        default: nil
        }
    }

    var automaton: any StageAutomaton {
        switch self {
        case .rules(let rules): rules
        case .grouped(let grouped): grouped
        case .held: Held()
        case .last: Last()
        case .opening(let opening): opening
        case .cut(let cut): cut
        case .later: Later()
        case .joining(let joining): joining
        }
    }
}

/// The behaviour of a stage, event by event. States are small numbers, so that the states of several stages can be
/// combined.
protocol StageAutomaton: Sendable {
    /// The initial states.
    ///
    /// - Parameter limit: the number of values from which on histories aren't distinguished.
    func starts(limit: Int) -> [Int]

    /// The possible results of an event; empty if the program stops.
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep]

    /// The possible events that the stage sends without an input event.
    func moves(_ state: Int) -> [StageMove]

    /// The additional events that the subscriber has seen if nothing more ever happens; nil if something must still
    /// happen.
    func rest(_ state: Int) -> [TimedEvent]?
}

extension StageAutomaton {
    func starts(limit: Int) -> [Int] { [0] }
    func moves(_ state: Int) -> [StageMove] { [] }
    func rest(_ state: Int) -> [TimedEvent]? { [] }
}

/// A possible result of an event: the next state, and the events that are handed on.
struct StageStep {
    var state: Int
    var events: [TimedEvent]

    init(_ state: Int, _ events: [TimedEvent]) {
        self.state = state
        self.events = events
    }
}

/// An event that a stage sends by itself.
struct StageMove {
    var state: Int
    var event: Event
    /// A Boolean value that indicates whether time must have moved on first.
    var needsTime: Bool
}
