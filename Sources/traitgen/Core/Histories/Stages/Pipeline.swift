/// The stages of a row as one automaton: an event goes through all of them, one after the other.
///
/// The states of the pipeline are numbers too. Results are cached for each state, since few states process many events.
package final class Pipeline {
    /// A possible result of an event or a move.
    struct Outcome {
        /// The next state; nil once the stream has ended.
        var state: Int?
        /// The events that the subscriber receives.
        var events: [TimedEvent]
        /// A Boolean value that indicates whether time must have moved on first.
        var needsTime = false
    }

    let stages: [Stage]
    /// A Boolean value that indicates whether the output depends on the number of input values, however large it is.
    let counts: Bool
    private let automata: [any StageAutomaton]
    /// The possible states before any event.
    @exclusivity(unchecked) private(set) var starts: [Int] = []
    /// For each state of the pipeline the states of its stages.
    @exclusivity(unchecked) private var states: [[Int]] = []
    @exclusivity(unchecked) private var numbers: [[Int]: Int] = [:]
    @exclusivity(unchecked) private var steps: [[Outcome]?] = []
    @exclusivity(unchecked) private var moves: [[Outcome]?] = []
    @exclusivity(unchecked) private var rests: [[TimedEvent]??] = []

    init(_ stages: [Stage], limit: Int) {
        self.stages = stages
        counts = stages.contains(.grouped(Grouped(by: .full)))
        automata = stages.map(\.automaton)
        let choices =
            automata.count == 1
            ? automata[0].starts(limit: limit).map { [$0] }
            : ImageFinder.combinations(automata.map { $0.starts(limit: limit) })
        starts = choices.map(number)
    }

    /// The possible results of an event.
    func step(_ state: Int, _ event: TimedEvent) -> [Outcome] {
        let index = state * 6 + Int(event.event.rawValue) * 2 + (event.isLate ? 1 : 0)
        if let known = steps[index] { return known }
        let states = states[state]
        let found =
            automata.count == 1 ? alone(event, states[0]) : pass(event, from: 0, states).map(outcome)
        steps[index] = found
        return found
    }

    /// The possible events that stages send by themselves at a moment.
    func moves(_ state: Int, isLate: Bool) -> [Outcome] {
        let index = state * 2 + (isLate ? 1 : 0)
        if let known = moves[index] { return known }
        var found: [Outcome] = []
        for (number, automaton) in automata.enumerated() {
            for move in automaton.moves(states[state][number]) where isLate || !move.needsTime {
                var after = states[state]
                after[number] = move.state
                let event = TimedEvent(move.event, isLate: isLate)
                for passage in pass(event, from: number + 1, after) {
                    var outcome = outcome(passage)
                    outcome.needsTime = move.needsTime
                    found.append(outcome)
                }
            }
        }
        moves[index] = found
        return found
    }

    /// The additional events that the subscriber has seen if nothing more ever happens; nil if something must still
    /// happen.
    func rest(_ state: Int) -> [TimedEvent]? {
        if let known = rests[state] { return known }
        var found: [TimedEvent]? = []
        for (number, automaton) in automata.enumerated() {
            guard let events = automaton.rest(states[state][number]) else {
                found = nil
                break
            }
            found? += events
        }
        rests[state] = .some(found)
        return found
    }

    /// Indicates whether the subscriber comes after another subscriber.
    package func isLateSubscriber(_ state: Int) -> Bool {
        guard case .joining = stages.last, let joining = states[state].last else { return false }
        return joining != Joining.joined
    }

    // MARK: - Composition

    private struct Passage {
        var states: [Int]
        var events: [TimedEvent]
        var hasEnded: Bool
    }

    private func outcome(_ passage: Passage) -> Outcome {
        Outcome(state: passage.hasEnded ? nil : number(passage.states), events: passage.events)
    }

    /// The possible results of an event in a pipeline of one stage.
    private func alone(_ event: TimedEvent, _ state: Int) -> [Outcome] {
        automata[0].step(state, event).map { step in
            let (events, hasEnded) = Self.comingOut(step.events)
            return Outcome(state: hasEnded ? nil : number([step.state]), events: events)
        }
    }

    /// Truncates the events of the last stage after an end.
    private static func comingOut(_ events: [TimedEvent]) -> (events: [TimedEvent], hasEnded: Bool) {
        guard let end = events.firstIndex(where: { $0.event != .value }) else { return (events, false) }
        return (end == events.count - 1 ? events : Array(events[...end]), true)
    }

    /// Sends an event through the stages from an index on; each stage's output goes through the next stage, event by
    /// event.
    private func pass(_ event: TimedEvent, from stage: Int, _ states: [Int]) -> [Passage] {
        var (event, stage, states) = (event, stage, states)
        var steps: [StageStep] = []
        // While each stage has a single result, which is nearly always, no lists of passages are needed.
        while true {
            guard stage < automata.count else {
                return [Passage(states: states, events: [event], hasEnded: event.event != .value)]
            }
            steps = automata[stage].step(states[stage], event)
            guard steps.count == 1, steps[0].events.count <= 1 else { break }
            states[stage] = steps[0].state
            guard let next = steps[0].events.first else {
                return [Passage(states: states, events: [], hasEnded: false)]
            }
            (event, stage) = (next, stage + 1)
        }
        if stage == automata.count - 1 {
            return steps.map { step in
                var states = states
                states[stage] = step.state
                let (events, hasEnded) = Self.comingOut(step.events)
                return Passage(states: states, events: events, hasEnded: hasEnded)
            }
        }
        return steps.flatMap { step in
            var states = states
            states[stage] = step.state
            return pass(
                step.events, from: stage + 1, Passage(states: states, events: [], hasEnded: false))
        }
    }

    /// Sends events through the stages from an index on, one by one.
    private func pass(_ events: [TimedEvent], from stage: Int, _ before: Passage) -> [Passage] {
        events.reduce([before]) { passages, event in
            passages.flatMap { before in
                // Nothing comes after an end.
                before.hasEnded
                    ? [before]
                    : pass(event, from: stage, before.states).map { after in
                        Passage(
                            states: after.states, events: before.events + after.events,
                            hasEnded: after.hasEnded)
                    }
            }
        }
    }

    private func number(_ states: [Int]) -> Int {
        if let known = numbers[states] { return known }
        let number = self.states.count
        numbers[states] = number
        self.states.append(states)
        for _ in 0..<6 { steps.append(nil) }
        for _ in 0..<2 { moves.append(nil) }
        rests.append(nil)
        return number
    }
}
