@testable import TraitgenCore
@testable import TraitgenVerbs

/// The images of a row, one for each choice of concrete histories, with all inputs beside each other.
final class SlowImages {
    private let behaviour: Behaviour
    private let slow: SlowBehaviour
    private let limit: Int
    private var outcomes: [SlowSimulation.State: ShapeSet] = [:]
    private var images: [[History]: ShapeSet] = [:]
    private var inner: ShapeSet?
    private var spawnedImages: [SpawnKey: ShapeSet] = [:]

    private struct SpawnKey: Hashable {
        var outer: History
        var inner: ShapeSet
    }

    init(_ behaviour: Behaviour, limit: Int) {
        self.behaviour = behaviour
        slow = SlowBehaviour(behaviour)
        self.limit = limit
    }

    func image(_ inputs: [ShapeSet]) -> ShapeSet {
        switch behaviour.combination {
        case .source(let histories): return histories
        case .anything: return .all(limit: limit)
        case .retry: return reachable(inputs[0])
        case .repeat(let none): return reachable(inputs[0], none: none)
        case .flatten, .switch: return spawned(inputs)
        case .repeated(_, let none): return repeated(inputs[0], none)
        default: return beside(inputs.map(slow.histories))
        }
    }

    private var empty: ShapeSet { ShapeSet(limit: limit) }

    private func beside(_ inputs: [[History]]) -> ShapeSet {
        let simulation = SlowSimulation(slow, limit: limit, inner: nil)
        var result = empty
        for choice in ImageFinder.combinations(inputs) {
            let histories = hasOrder ? choice : choice.sorted(by: Self.inOrder)
            if let known = images[histories] {
                result.formUnion(known)
                continue
            }
            var image = ShapeSet(limit: limit)
            for state in simulation.start(histories) { image.formUnion(outcome(state, simulation)) }
            images[histories] = image
            result.formUnion(image)
        }
        return result
    }

    /// Indicates whether it makes a difference which input is which.
    private var hasOrder: Bool {
        switch slow.combiner {
        case .zip, .latest, .merge, .gather, .race, .match: false
        default: true
        }
    }

    private static func inOrder(_ left: History, _ right: History) -> Bool {
        (left.values, left.end.rawValue, left.isImmediate ? 0 : 1)
            < (right.values, right.end.rawValue, right.isImmediate ? 0 : 1)
    }

    /// The publishers made on the way are part of the machine, so each kind of them has a memory of its own.
    private func spawned(_ inputs: [ShapeSet]) -> ShapeSet {
        if inner != inputs[1] {
            outcomes = [:]
            inner = inputs[1]
        }
        let simulation = SlowSimulation(slow, limit: limit, inner: inputs[1])
        var result = empty
        for history in slow.histories(of: inputs[0]) {
            let key = SpawnKey(outer: history, inner: inputs[1])
            if let known = spawnedImages[key] {
                result.formUnion(known)
                continue
            }
            var image = ShapeSet(limit: limit)
            for state in simulation.start([history]) { image.formUnion(outcome(state, simulation)) }
            spawnedImages[key] = image
            result.formUnion(image)
        }
        return result
    }

    private func outcome(_ state: SlowSimulation.State, _ simulation: SlowSimulation) -> ShapeSet {
        if let known = outcomes[state] { return known }
        var result = ShapeSet(limit: limit)
        for step in simulation.steps(from: state) {
            if let shape = step.shape { result.insert(shape) }
            if let next = step.state { result.formUnion(outcome(next, simulation)) }
        }
        outcomes[state] = result
        return result
    }

    /// One input, two and three of the same kind: more give nothing that counts differently.
    private func repeated(_ input: ShapeSet, _ none: [Shape]) -> ShapeSet {
        let histories = slow.histories(of: input)
        var result = none.reduce(into: empty) { $0.insert($1) }
        for count in 1...3 { result.formUnion(beside(Array(repeating: histories, count: count))) }
        if none.isEmpty {
            result.formUnion(beside([[History(isImmediate: true, values: 0, end: .finished)]]))
        }
        return result
    }

    /// Ways that lead back: what can't go on without an end is taken away until the rest goes round for ever, which only
    /// `retry` does.
    ///
    /// - Parameter none: what comes of an input that isn't subscribed at all; nothing for a finish.
    private func reachable(_ input: ShapeSet, none: [Shape] = []) -> ShapeSet {
        let simulation = SlowSimulation(slow, limit: limit, inner: input)
        var result = none.reduce(into: empty) { $0.insert($1) }
        var successors: [SlowSimulation.State: Set<SlowSimulation.State>] = [:]
        var open = slow.histories(of: input).flatMap { simulation.start([$0]) }
        if slow.combiner == .repeat && none.isEmpty {
            // Zero times are like an input that finishes.
            open += simulation.start([History(isImmediate: true, values: 0, end: .finished)])
        }
        while let state = open.popLast() {
            guard successors[state] == nil else { continue }
            var still: Set<SlowSimulation.State> = []
            for step in simulation.steps(from: state) {
                if let shape = step.shape { result.insert(shape) }
                guard let next = step.state else { continue }
                if step.started != nil && slow.combinerMayWait { result.insert(simulation.silence(next)) }
                open.append(next)
                if simulation.silence(next) == simulation.silence(state) { still.insert(next) }
            }
            successors[state] = still
        }
        if slow.combiner == .repeat { return result }
        while true {
            let ending = successors.filter { $0.value.allSatisfy { successors[$0] == nil } }
            if ending.isEmpty { break }
            for state in ending.keys { successors[state] = nil }
        }
        for state in successors.keys { result.insert(simulation.silence(state)) }
        return result
    }
}
