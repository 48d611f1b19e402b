/// One thing that happens to the events of a row, after its inputs have become one stream.
///
/// Each stage is a small automaton: it takes an event, goes to another state and hands events on. What a row does is
/// the composition of its stages.
public enum Stage: Hashable, Sendable {
    /// Events become other events: `o => o|`.
    case rules(Rules)
    /// Values are put into groups: `grouped`.
    case grouped(Grouped)
    /// A value waits for time to pass: `held`.
    case held
    /// The newest values go out before the finish: `last`.
    case last(Last)
    /// Rules and a cut that hold until a value has got through: `opens`.
    case opening(Opening)
    /// The stream may end at any moment: `cut => |`.
    case cut(Cut)
    /// Something outside starts the flow: `waits`.
    case waits
    /// Nothing comes immediately: `later`.
    case later
    /// Values come before everything else: `begins o`.
    case beginning(Beginning)
    /// What a subscriber sees that comes late: `joins late`, `joins now` or `replays`.
    case joining(Joining)

    /// The place among other stages.
    var order: Int {
        switch self {
        case .rules, .grouped, .held, .last, .opening: 0
        case .cut: 1
        case .waits: 2
        case .later: 3
        case .beginning: 4
        case .joining: 5
        }
    }

    /// The rules, where the stage has some.
    var rules: Rules? {
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
        case .last(let last): last
        case .opening(let opening): opening
        case .cut(let cut): cut
        case .waits: Waits()
        case .later: Later()
        case .beginning(let beginning): beginning
        case .joining(let joining): joining
        }
    }
}

/// What a stage does, event by event. States are small numbers, so that those of several stages make one.
protocol StageAutomaton: Sendable {
    /// The states to start in.
    ///
    /// - Parameter limit: the number of values from which on histories aren't told apart.
    func starts(limit: Int) -> [Int]

    /// The numbers of values that it may send synchronously before everything else.
    func beginnings(limit: Int) -> ClosedRange<Int>

    /// What may become of an event: nothing at all where the program stops.
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep]

    /// What the stage may send though no event comes.
    func moves(_ state: Int) -> [StageMove]

    /// What the subscriber has seen besides if nothing more ever happens; nil where something has to.
    func rest(_ state: Int) -> [TimedEvent]?
}

extension StageAutomaton {
    func starts(limit: Int) -> [Int] { [0] }
    func beginnings(limit: Int) -> ClosedRange<Int> { 0...0 }
    func moves(_ state: Int) -> [StageMove] { [] }
    func rest(_ state: Int) -> [TimedEvent]? { [] }
}

/// A way to take an event: the state after it, and what is handed on.
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
    /// Whether time has to have moved on.
    var needsTime: Bool
}
