/// The passage of a history that never ends through the stages.
///
/// First come its values, one by one. Its repeating part then cycles through the states of the stages.
struct EndlessRun {
    let pipeline: Pipeline
    let history: Retrying.Endless
    let silence: ShapeSet
    private var known: [Key: ShapeSet] = [:]

    private struct Key: Hashable {
        var position: Int
        var state: Int
        var isLate: Bool
    }

    init(pipeline: Pipeline, history: Retrying.Endless, silence: ShapeSet) {
        self.pipeline = pipeline
        self.history = history
        self.silence = silence
    }

    /// The possible outputs from a position on.
    mutating func rest(_ position: Int, _ state: Int, isLate: Bool) -> ShapeSet {
        let key = Key(position: position, state: state, isLate: isLate)
        if let known = known[key] { return known }
        let total = history.early + history.late
        let mayMoveOn = !isLate && history.isLate && position >= history.early
        if !mayMoveOn && position == total && history.hasValues {
            goRound(position, state, isLate)
            return known[key] ?? ShapeSet(limit: silence.limit)
        }
        var result = ShapeSet(limit: silence.limit)
        for move in pipeline.moves(state, isLate: isLate) {
            result.formUnion(follow(move, position, isLate))
        }
        if mayMoveOn {
            result.formUnion(rest(position, state, isLate: true))
        } else if position < total {
            for outcome in pipeline.step(state, TimedEvent(.value, isLate: isLate)) {
                result.formUnion(follow(outcome, position + 1, isLate))
            }
        } else {
            result.formUnion(silent(state))
        }
        known[key] = result
        return result
    }

    private mutating func follow(_ outcome: Pipeline.Outcome, _ position: Int, _ isLate: Bool) -> ShapeSet {
        let after = outcome.state.map { rest(position, $0, isLate: isLate) } ?? silence
        return outcome.events.reversed().reduce(after) { $0.following($1) }
    }

    /// The possible output of a state if the stages hand on no more events.
    private func silent(_ state: Int) -> ShapeSet {
        (pipeline.rest(state) ?? []).reversed().reduce(silence) { $0.following($1) }
    }

    // MARK: - For ever

    /// Handles values that never stop: either more of them get through than any count, or silence follows the last.
    private mutating func goRound(_ position: Int, _ state: Int, _ isLate: Bool) {
        let graph = StateGraph(from: state) { [pipeline] state in
            pipeline.step(state, TimedEvent(.value, isLate: isLate)) + pipeline.moves(state, isLate: isLate)
        }
        let quiet = graph.quietForEver
        let loud = graph.loudForEver
        var endless = ShapeSet(limit: silence.limit)
        endless.insert(Shape(first: .immediate, values: silence.limit, end: .silent))
        let found = graph.solve { index in
            var result = quiet[index] ? silent(graph.states[index]) : ShapeSet(limit: silence.limit)
            for edge in graph.edges[index] {
                guard let next = edge.next else {
                    result.formUnion(edge.leading(silence))
                    continue
                }
                if !edge.events.isEmpty && loud[next] { result.formUnion(edge.leading(endless)) }
            }
            return result
        }
        for (state, shapes) in zip(graph.states, found) {
            known[Key(position: position, state: state, isLate: isLate)] = shapes
        }
    }
}
