import TraitsRuntime

/// `zip` and `combineLatest`: values of all sides make one.
final class ModelRow: ModelSubscription {
    enum Kind {
        case zip
        case latest
    }

    private let downstream: any ModelSubscriber
    private let kind: Kind
    private var sides: [(any ModelSubscription)?] = []
    private var queues: [[Int]] = []
    private var hasEnded: [Bool] = []
    private var demand = Demand.none
    private var begun = 0
    private var isOver = false

    static func model(_ kind: Kind, _ inputs: [Model]) -> Model {
        Model { subscriber in ModelRow(kind, subscriber).start(inputs) }
    }

    private init(_ kind: Kind, _ downstream: any ModelSubscriber) {
        self.kind = kind
        self.downstream = downstream
    }

    private func start(_ inputs: [Model]) {
        sides = inputs.map { _ in nil }
        queues = inputs.map { _ in [] }
        hasEnded = inputs.map { _ in false }
        downstream.begin(self)
        for (index, input) in inputs.enumerated() where !isOver { subscribe(to: input, index) }
    }

    private func subscribe(to input: Model, _ index: Int) {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            sides[index] = subscription
            if demand > .none { subscription.request(demand) }
        }
        side.onValue = { [self] value in isOver ? .none : take(value, index) }
        side.onEnd = { [self] fault in
            if isOver { return }
            sides[index] = nil
            hasEnded[index] = true
            if let fault { end(fault) } else { finishIfDone() }
        }
        input.subscribe(side)
    }

    private func take(_ value: Int, _ index: Int) -> Demand {
        switch kind {
        case .zip: queues[index].append(value)
        case .latest: queues[index] = [value]
        }
        guard queues.allSatisfy({ !$0.isEmpty }) else { return kind == .zip ? .none : .max(1) }
        let row = folded(queues.map { $0[0] })
        if kind == .zip { for side in queues.indices { queues[side].removeFirst() } }
        demand -= 1
        let more = downstream.value(row)
        demand += more
        if more > .none {
            for (other, side) in sides.enumerated() where other != index { side?.request(more) }
        }
        finishIfDone()
        return more
    }

    private func finishIfDone() {
        if isOver { return }
        let isDone =
            switch kind {
            case .zip: zip(hasEnded, queues).contains { $0 && $1.isEmpty }
            case .latest: hasEnded.allSatisfy { $0 } || zip(hasEnded, queues).contains { $0 && $1.isEmpty }
            }
        if isDone { end(nil) }
    }

    private func end(_ fault: Fault?) {
        cancel()
        downstream.end(fault)
    }

    func request(_ more: Demand) {
        if isOver { return }
        demand += more
        for side in sides { side?.request(more) }
    }

    func cancel() {
        if isOver { return }
        isOver = true
        for side in sides { side?.cancel() }
    }
}
