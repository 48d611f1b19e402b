/// What the stages of a row make of each history, found by running it through the pipeline in every way.
final class StageImages {
    private let pipeline: Pipeline
    private let space: TimedSpace
    private let silence: ShapeSet
    private var known: [Int: ShapeSet] = [:]
    private var images: [ShapeSet?]
    private var endless: [Retrying.Endless: ShapeSet] = [:]

    init(_ stages: [Stage], in space: TimedSpace) {
        pipeline = Pipeline(stages, limit: space.limit)
        self.space = space
        images = Array(repeating: nil, count: space.histories.count)
        var silence = ShapeSet(limit: space.limit)
        silence.insert(Shape(first: .never, values: 0, end: .silent))
        self.silence = silence
    }

    /// The histories of the output when the input has this one.
    subscript(number: Int) -> ShapeSet {
        if let image = images[number] { return image }
        var result = pipeline.mayNeverStart ? silence : ShapeSet(limit: space.limit)
        for start in pipeline.starts {
            result.formUnion(rest(of: space.histories[number], start, isLate: false))
        }
        images[number] = result
        return result
    }

    func image(of set: TimedSet) -> ShapeSet {
        var result = pipeline.mayNeverStart ? silence : ShapeSet(limit: space.limit)
        set.forEach { result.formUnion(self[$0]) }
        return result
    }

    /// The histories whose image lies inside a language.
    func histories(into language: ShapeSet) -> TimedSet {
        var result = TimedSet()
        if pipeline.mayNeverStart && !silence.isSubset(of: language) { return result }
        for number in images.indices where self[number].isSubset(of: language) { result.insert(number) }
        return result
    }

    /// What the subscriber may still see of the rest of a history.
    private func rest(of history: TimedHistory, _ state: Int, isLate: Bool) -> ShapeSet {
        let key = (state * images.count + space.number(history)) * 2 + (isLate ? 1 : 0)
        if let known = known[key] { return known }
        var result = ShapeSet(limit: space.limit)
        for move in pipeline.moves(state, isLate: isLate) {
            result.formUnion(shapes(move, history, isLate))
        }
        // An event that comes at once comes before time moves on.
        if !isLate && !history.beginsEarly {
            result.formUnion(rest(of: history, state, isLate: true))
        } else if history.values > 0 {
            var after = history
            if isLate { after.late -= 1 } else { after.early -= 1 }
            result.formUnion(shapes(.value, after, state, isLate))
        } else if history.end != .silent {
            let end: Event = history.end == .finished ? .finish : .failure
            let after = TimedHistory(early: 0, late: 0, end: .silent, endsEarly: false)
            result.formUnion(shapes(end, after, state, isLate))
        } else if let events = pipeline.rest(state) {
            result.formUnion(events.reversed().reduce(silence) { $0.following($1) })
        }
        known[key] = result
        return result
    }

    private func shapes(_ event: Event, _ after: TimedHistory, _ state: Int, _ isLate: Bool) -> ShapeSet {
        var result = ShapeSet(limit: space.limit)
        for outcome in pipeline.step(state, TimedEvent(event, isLate: isLate)) {
            result.formUnion(shapes(outcome, after, isLate))
        }
        return result
    }

    private func shapes(_ outcome: Pipeline.Outcome, _ after: TimedHistory, _ isLate: Bool) -> ShapeSet {
        // Nothing follows an end.
        var result = outcome.state.map { rest(of: after, $0, isLate: isLate) } ?? silence
        for event in outcome.events.reversed() { result = result.following(event) }
        return result
    }

    // MARK: - Without an end

    /// What the stages make of a history that goes on for ever.
    ///
    /// It is cut off after so many values that the stages have gone round with each number of outputs that is told
    /// apart; from there on there is always more of the same.
    func image(of history: Retrying.Endless) -> ShapeSet {
        if let known = endless[history] { return known }
        var states = pipeline.starts
        var next = 0
        while next < states.count {
            for isLate in [false, true] {
                for outcome in pipeline.step(states[next], TimedEvent(.value, isLate: isLate)) {
                    if let state = outcome.state, !states.contains(state) { states.append(state) }
                }
            }
            next += 1
        }
        let more = history.hasValues ? (space.limit + 2) * (states.count + 1) : 0
        var run = EndlessRun(pipeline: pipeline, history: history, more: more, silence: silence)
        let result = pipeline.starts.reduce(into: ShapeSet(limit: space.limit)) {
            $0.formUnion(run.rest(0, $1, isLate: false))
        }
        endless[history] = result
        return result
    }
}

/// The way of a history without an end through the stages.
private struct EndlessRun {
    let pipeline: Pipeline
    let history: Retrying.Endless
    /// The number of values that stand for all that come.
    let more: Int
    let silence: ShapeSet
    private var known: [Key: ShapeSet] = [:]

    private struct Key: Hashable {
        var position: Int
        var state: Int
        var isLate: Bool
    }

    init(pipeline: Pipeline, history: Retrying.Endless, more: Int, silence: ShapeSet) {
        self.pipeline = pipeline
        self.history = history
        self.more = more
        self.silence = silence
    }

    /// What may still be seen from a position on.
    mutating func rest(_ position: Int, _ state: Int, isLate: Bool) -> ShapeSet {
        let key = Key(position: position, state: state, isLate: isLate)
        if let known = known[key] { return known }
        var result = ShapeSet(limit: silence.limit)
        for move in pipeline.moves(state, isLate: isLate) {
            result.formUnion(follow(move, position, isLate))
        }
        let total = history.early + history.late + more
        if !isLate && history.isLate && position >= history.early {
            result.formUnion(rest(position, state, isLate: true))
        } else if position < total {
            for outcome in pipeline.step(state, TimedEvent(.value, isLate: isLate)) {
                result.formUnion(follow(outcome, position + 1, isLate))
            }
        } else {
            let events = pipeline.rest(state) ?? []
            result.formUnion(events.reversed().reduce(silence) { $0.following($1) })
        }
        known[key] = result
        return result
    }

    private mutating func follow(_ outcome: Pipeline.Outcome, _ position: Int, _ isLate: Bool) -> ShapeSet {
        let after = outcome.state.map { rest(position, $0, isLate: isLate) } ?? silence
        return outcome.events.reversed().reduce(after) { $0.following($1) }
    }
}
