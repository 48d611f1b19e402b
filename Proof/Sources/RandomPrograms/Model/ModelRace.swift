import TraitsRuntime

/// `race`: whoever sends something first, be it the end, is the only one from then on.
final class ModelRace: ModelSubscription {
    private let downstream: any ModelSubscriber
    private var sides: [(any ModelSubscription)?] = []
    private var winner: Int?
    private var demand = Demand.none
    private var isOver = false

    static func model(_ inputs: [Model]) -> Model {
        Model { subscriber in ModelRace(subscriber).start(inputs) }.endingAfterValues
    }

    private init(_ downstream: any ModelSubscriber) { self.downstream = downstream }

    private func start(_ inputs: [Model]) {
        sides = inputs.map { _ in nil }
        downstream.begin(self)
        for (index, input) in inputs.enumerated() where !isOver && winner == nil {
            subscribe(to: input, index)
        }
    }

    private func subscribe(to input: Model, _ index: Int) {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver || (winner ?? index) != index { return subscription.cancel() }
            sides[index] = subscription
            if demand > .none { subscription.request(demand) }
        }
        side.onValue = { [self] value in
            guard wins(index) else { return .none }
            demand -= 1
            let more = downstream.value(value)
            demand += more
            return more
        }
        side.onEnd = { [self] fault in
            guard wins(index) else { return }
            isOver = true
            downstream.end(fault)
        }
        input.subscribe(side)
    }

    private func wins(_ index: Int) -> Bool {
        if isOver { return false }
        if let winner { return winner == index }
        winner = index
        for (other, side) in sides.enumerated() where other != index { side?.cancel() }
        return !isOver
    }

    func request(_ more: Demand) {
        if isOver { return }
        demand += more
        for (index, side) in sides.enumerated() where (winner ?? index) == index { side?.request(more) }
    }

    func cancel() {
        if isOver { return }
        isOver = true
        for (index, side) in sides.enumerated() where (winner ?? index) == index { side?.cancel() }
    }
}
