/// Finds what a row can produce: the image of sets of histories under a ``Behaviour``.
///
/// Results are kept by behaviour and not by row, so a table of ten thousand rows that say a
/// hundred different things costs a hundred searches.
final class ImageFinder {
    let limit: Int
    /// Whether three inputs and more are run beside each other. Otherwise two are combined, and the result with the
    /// next: that takes less time, but a shape of what two make doesn't say which event comes from which, so a few
    /// histories are found that no order of events has.
    let isExact: Bool
    private var images: [ImageKey: ShapeSet] = [:]
    private var outcomes: [OutcomeKey: [Simulation.State: ShapeSet]] = [:]

    private struct ImageKey: Hashable {
        var behaviour: Behaviour
        var inputs: [ShapeSet]
    }

    private struct OutcomeKey: Hashable {
        var behaviour: Behaviour
        var inner: ShapeSet?
    }

    init(limit: Int, isExact: Bool = false) {
        self.limit = limit
        self.isExact = isExact
    }

    /// What comes out when each input may do what its set allows.
    func image(of behaviour: Behaviour, inputs: [ShapeSet]) -> ShapeSet {
        if let histories = behaviour.histories { return histories }
        if behaviour.combiner == .anything { return .all(limit: limit) }
        var key = ImageKey(behaviour: behaviour, inputs: inputs)
        key.behaviour.parameters = []
        key.behaviour.given = [:]
        if let known = images[key] { return known }
        let image = find(key.behaviour, inputs)
        images[key] = image
        return image
    }

    private func find(_ behaviour: Behaviour, _ inputs: [ShapeSet]) -> ShapeSet {
        if behaviour.isRepeated || (inputs.count > 2 && !isExact) {
            // `zip` of three is `zip` of `zip` and one more, and so for the others.
            var stage = behaviour
            var combine = Behaviour()
            combine.combiner = behaviour.combiner
            stage.combiner = .pass
            stage.isRepeated = false
            stage.none = []
            let combined =
                behaviour.isRepeated
                ? repeated(combine, inputs[0], finishesEmpty: behaviour.none.isEmpty)
                : inputs.dropFirst().reduce(inputs[0]) { image(of: combine, inputs: [$0, $1]) }
            var result = stage.hasStages ? image(of: stage, inputs: [combined]) : combined
            for shape in behaviour.none { result.insert(shape) }
            return result
        }
        return behaviour.combiner == .retry
            ? reachable(behaviour, inputs[0]) : simulated(behaviour, inputs)
    }

    /// Any number of inputs of one kind, none included: no input at all finishes at once, as far as the row says nothing
    /// else.
    private func repeated(_ behaviour: Behaviour, _ input: ShapeSet, finishesEmpty: Bool) -> ShapeSet {
        var result = input
        while true {
            let next = result.union(image(of: behaviour, inputs: [result, input]))
            if next == result { break }
            result = next
        }
        if finishesEmpty { result.insert(Shape(first: .immediate, values: 0, end: .finished)) }
        return result
    }

    /// The image by following every way to its end, each state once.
    private func simulated(_ behaviour: Behaviour, _ inputs: [ShapeSet]) -> ShapeSet {
        let spawns = behaviour.combiner == .flatten || behaviour.combiner == .switch
        let inner = spawns ? inputs[1] : nil
        let simulation = Simulation(behaviour, limit: limit, inner: inner)
        let key = OutcomeKey(behaviour: behaviour, inner: inner)
        var memo = outcomes.removeValue(forKey: key) ?? [:]
        var result = ShapeSet(limit: limit)
        if behaviour.waits { result.insert(Shape(first: .never, values: 0, end: .silent)) }
        let starting = spawns ? [inputs[0]] : inputs
        for histories in Self.combinations(starting.map(History.all(of:))) {
            // A runner for the publishers that are made on the way takes the second place.
            for state in simulation.start(histories) {
                result.formUnion(outcome(state, simulation, &memo))
            }
        }
        outcomes[key] = memo
        return result
    }

    /// What may come of a state. Ways only lead forward here, so each state is looked at once.
    private func outcome(
        _ state: Simulation.State, _ simulation: Simulation, _ memo: inout [Simulation.State: ShapeSet]
    ) -> ShapeSet {
        if let known = memo[state] { return known }
        var result = ShapeSet(limit: limit)
        for step in simulation.steps(from: state) {
            if let shape = step.shape { result.insert(shape) }
            if let next = step.state { result.formUnion(outcome(next, simulation, &memo)) }
        }
        memo[state] = result
        return result
    }

    /// The image of `retry`, whose ways lead back: a publisher that fails each time goes round for
    /// ever, and a subscriber sees silence after what came before.
    ///
    /// What comes before is kept on the way round, or there is always more of it.
    private func reachable(_ behaviour: Behaviour, _ input: ShapeSet) -> ShapeSet {
        let simulation = Simulation(behaviour, limit: limit, inner: input)
        var result = ShapeSet(limit: limit)
        if behaviour.waits { result.insert(Shape(first: .never, values: 0, end: .silent)) }
        var successors: [Simulation.State: Set<Simulation.State>] = [:]
        var open = History.all(of: input).flatMap { simulation.start([$0]) }
        while let state = open.popLast() {
            guard successors[state] == nil else { continue }
            var still: Set<Simulation.State> = []
            for step in simulation.steps(from: state) {
                if let shape = step.shape { result.insert(shape) }
                guard let next = step.state else { continue }
                // Where the next attempt may wait, it may wait for ever, which is a silence too.
                if step.started != nil && behaviour.combinerMayWait {
                    result.insert(simulation.silence(next))
                }
                open.append(next)
                if simulation.silence(next) == simulation.silence(state) { still.insert(next) }
            }
            successors[state] = still
        }
        // What can't go on without an end is taken away until the rest goes round for ever.
        while true {
            let ending = successors.filter { $0.value.allSatisfy { successors[$0] == nil } }
            if ending.isEmpty { break }
            for state in ending.keys { successors[state] = nil }
        }
        for state in successors.keys { result.insert(simulation.silence(state)) }
        return result
    }

    /// Every way to take one element of each list.
    static func combinations<Element>(_ lists: [[Element]]) -> [[Element]] {
        lists.reduce([[]]) { heads, list in heads.flatMap { head in list.map { head + [$0] } } }
    }
}
