/// The images of histories under the stages of a row, found by running each through the pipeline in every way.
package final class StageImages {
    private let pipeline: Pipeline
    private let space: TimedSpace
    private let silence: ShapeSet
    @exclusivity(unchecked) private var walk: StageWalk
    /// The bits of each image; `unknown` until it is requested.
    @exclusivity(unchecked) private var images: [UInt64]
    fileprivate static let unknown = UInt64.max
    /// The histories whose images are known.
    @exclusivity(unchecked) private var found = TimedSet()
    /// The distinct images, and the histories with each.
    private var histories: [(image: ShapeSet, of: TimedSet)]?
    private var retried: [RetryKey: ShapeSet] = [:]
    private var endless: [Retrying.Endless: ShapeSet] = [:]

    private struct RetryKey: Hashable {
        var input: UInt64
        var mayWait: Bool
    }

    init(_ stages: [Stage], in space: TimedSpace) {
        pipeline = Pipeline(stages, limit: space.limit)
        self.space = space
        images = Array(repeating: Self.unknown, count: space.histories.count)
        let silence = ShapeSet(Shape(first: .never, values: 0, end: .silent), limit: space.limit)
        self.silence = silence
        walk = StageWalk(pipeline: pipeline, space: space, silence: silence)
    }

    /// The possible outputs for one history of the input.
    subscript(number: Int) -> ShapeSet {
        if images[number] != Self.unknown { return ShapeSet(limit: space.limit, bits: images[number]) }
        var history = space.histories[number]
        // Events that could have followed an end never reach the stages.
        history.thenFails = .never
        var result = ShapeSet(limit: space.limit)
        for start in pipeline.starts { result.formUnion(walk.rest(of: history, start, isLate: false)) }
        images[number] = result.bits
        return result
    }

    package func image(of set: TimedSet) -> ShapeSet {
        let missing = set.subtracting(found)
        if !missing.isEmpty {
            missing.forEach { _ = self[$0] }
            found.formUnion(missing)
        }
        var bits: UInt64 = 0
        let images = images
        set.forEach { bits |= images[$0] }
        return ShapeSet(limit: space.limit, bits: bits)
    }

    /// The histories whose image lies inside a language.
    func histories(into language: ShapeSet) -> TimedSet {
        var result = TimedSet()
        for (image, histories) in historiesByImage where image.isSubset(of: language) {
            result.formUnion(histories)
        }
        return result
    }

    /// All histories, grouped by their images, of which there are few.
    private var historiesByImage: [(image: ShapeSet, of: TimedSet)] {
        if let histories { return histories }
        var found: [(image: ShapeSet, of: TimedSet)] = []
        var places: [ShapeSet: Int] = [:]
        for number in space.histories.indices {
            let image = self[number]
            let place = places[image] ?? found.count
            if place == found.count {
                places[image] = place
                found.append((image, TimedSet()))
            }
            found[place].of.insert(number)
        }
        histories = found
        return found
    }

    // MARK: - Without an end

    /// The possible outputs for an input that is subscribed to again when it fails.
    func retrying(_ input: ShapeSet, mayWait: Bool) -> ShapeSet {
        let key = RetryKey(input: input.bits, mayWait: mayWait)
        if let known = retried[key] { return known }
        let found = Retrying(space: space, mayWait: mayWait).histories(of: space.histories(of: input))
        let result = found.endless.reduce(into: image(of: found.finite)) { $0.formUnion(image(of: $1)) }
        retried[key] = result
        return result
    }

    /// The possible outputs of the stages for a history that never ends.
    func image(of history: Retrying.Endless) -> ShapeSet {
        if let known = endless[history] { return known }
        var result = ShapeSet(limit: space.limit)
        // If groups are counted, the largest count also stands for all numbers of values that fill a group of another
        // size.
        func numbers(_ count: Int) -> ClosedRange<Int> {
            count...(pipeline.counts && count == space.most ? 2 * count : count)
        }
        for early in numbers(history.early) {
            for late in numbers(history.late) {
                var one = history
                one.early = early
                one.late = late
                var run = EndlessRun(pipeline: pipeline, history: one, silence: silence)
                for start in pipeline.starts { result.formUnion(run.rest(0, start, isLate: false)) }
            }
        }
        endless[history] = result
        return result
    }
}

/// The passage of histories through the stages, step by step. Images of the rest of a history are cached.
private struct StageWalk {
    let pipeline: Pipeline
    let space: TimedSpace
    let silence: ShapeSet
    /// The bits of the known images by state, history and time; `StageImages.unknown` elsewhere.
    private var known: [UInt64] = []

    init(pipeline: Pipeline, space: TimedSpace, silence: ShapeSet) {
        self.pipeline = pipeline
        self.space = space
        self.silence = silence
    }

    private var keysOfState: Int { space.histories.count + space.lateHistories.count }

    /// The index of a known image. Once time has moved on, only histories without immediate events are looked up.
    private func key(_ state: Int, _ history: TimedHistory, _ isLate: Bool) -> Int {
        state * keysOfState + (isLate ? space.histories.count : 0) + space.number(history)
    }

    private mutating func keep(_ shapes: ShapeSet, as key: Int) {
        while key >= known.count {
            known.append(contentsOf: repeatElement(StageImages.unknown, count: keysOfState))
        }
        known[key] = shapes.bits
    }

    /// The possible outputs for the rest of a history.
    mutating func rest(of history: TimedHistory, _ state: Int, isLate: Bool) -> ShapeSet {
        let key = key(state, history, isLate)
        if key < known.count, known[key] != StageImages.unknown {
            return ShapeSet(limit: space.limit, bits: known[key])
        }
        if pipeline.counts && (isLate ? history.late : history.early) == space.most {
            return unbounded(history, state, isLate, key)
        }
        var result = ShapeSet(limit: space.limit)
        for move in pipeline.moves(state, isLate: isLate) {
            result.formUnion(shapes(move, history, isLate))
        }
        // An immediate event comes before time moves on.
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
        keep(result, as: key)
        return result
    }

    /// The possible outputs for the largest counted number of values, which also stands for any larger number.
    ///
    /// After a value the count is one lower or unchanged. Therefore all states that lead to each other are solved
    /// together.
    private mutating func unbounded(_ history: TimedHistory, _ state: Int, _ isLate: Bool, _ key: Int)
        -> ShapeSet
    {
        var fewer = history
        if isLate { fewer.late -= 1 } else { fewer.early -= 1 }
        let value = TimedEvent(.value, isLate: isLate)
        let graph = StateGraph(from: state) { [pipeline] state in
            pipeline.step(state, value) + pipeline.moves(state, isLate: isLate)
        }
        let found = graph.solve { index in
            pipeline.step(graph.states[index], value).reduce(into: ShapeSet(limit: space.limit)) {
                $0.formUnion(shapes($1, fewer, isLate))
            }
        }
        for (state, shapes) in zip(graph.states, found) {
            keep(shapes, as: self.key(state, history, isLate))
        }
        return found[0]
    }

    private mutating func shapes(_ event: Event, _ after: TimedHistory, _ state: Int, _ isLate: Bool)
        -> ShapeSet
    {
        var result = ShapeSet(limit: space.limit)
        for outcome in pipeline.step(state, TimedEvent(event, isLate: isLate)) {
            result.formUnion(shapes(outcome, after, isLate))
        }
        return result
    }

    private mutating func shapes(_ outcome: Pipeline.Outcome, _ after: TimedHistory, _ isLate: Bool)
        -> ShapeSet
    {
        // Nothing follows an end.
        var result = outcome.state.map { rest(of: after, $0, isLate: isLate) } ?? silence
        for event in outcome.events.reversed() { result = result.following(event) }
        return result
    }
}
