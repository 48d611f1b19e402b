@testable import TraitgenCore
@testable import TraitgenVerbs

/// Looks at all that a row may do with small inputs for an event that no input sends.
struct SlowPlaces {
    private static let limit = 1
    private let behaviour: Behaviour

    init(_ behaviour: Behaviour) { self.behaviour = behaviour }

    /// Whether the simulation has the inputs for it. It knows no number of them that is open, and an attempt that comes
    /// after a wait arrives where the wait ends, which is no event.
    var isKnown: Bool {
        switch behaviour.combination {
        case .repeated, .repeat, .retry(mayWait: true), .source, .anything: false
        default: true
        }
    }

    /// Indicates whether some event arrives though no input sends at that moment.
    var strays: Bool {
        let all = ShapeSet.all(limit: Self.limit)
        let slow = SlowBehaviour(behaviour)
        let simulation = SlowSimulation(slow, limit: Self.limit, inner: all)
        let histories = slow.histories(of: all)
        var open = ImageFinder.combinations(behaviour.parameters.map { _ in histories })
            .flatMap(simulation.start)
            // Where a group arrives, or what is kept, is no question of how many values it has.
            .filter { [0, 2].contains($0.groupSize) && $0.kept < 2 }
        var seen = Set(open)
        while let state = open.popLast() {
            for step in simulation.steps(from: state) {
                if step.isStray { return true }
                if let next = step.state, seen.insert(next).inserted { open.append(next) }
            }
        }
        return false
    }
}
