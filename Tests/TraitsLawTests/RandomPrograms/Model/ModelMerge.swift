import TraitsRuntime

/// Several publishers at once. Each is asked for one value at a time, unless everything is asked for; a value that
/// nobody has asked for yet waits.
class ModelMerge: ModelSubscription {
    let downstream: any ModelSubscriber
    private var sides: [(any ModelSubscription)?] = []
    private var waiting: [(value: Int, side: Int)] = []
    private var demand = Demand.none
    private var running = 0
    private var isOver = false
    private var isDraining = false

    static func model(_ inputs: [Model]) -> Model {
        Model { subscriber in ModelMerge(subscriber).start(inputs) }
    }

    private init(_ downstream: any ModelSubscriber) { self.downstream = downstream }

    private func start(_ inputs: [Model]) {
        running = inputs.count
        sides = inputs.map { _ in nil }
        downstream.begin(self)
        if inputs.isEmpty { finishIfDone() }
        for (index, input) in inputs.enumerated() where !isOver { subscribe(to: input, index) }
    }

    private func subscribe(to input: Model, _ index: Int) {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            sides[index] = subscription
            subscription.request(demand == .unlimited ? .unlimited : .max(1))
        }
        side.onValue = { [self] value in
            if isOver { return .none }
            guard demand > .none && waiting.isEmpty else {
                waiting.append((value, index))
                return .none
            }
            demand -= 1
            add(downstream.value(value), except: index)
            return demand == .unlimited ? .unlimited : .max(1)
        }
        side.onEnd = { [self] fault in
            if isOver { return }
            sides[index] = nil
            running -= 1
            if fault == nil { finishIfDone() } else { end(fault) }
        }
        input.subscribe(side)
    }

    private func finishIfDone() {
        if !isOver && running == 0 && waiting.isEmpty { end(nil) }
    }

    private func end(_ fault: Fault?) {
        cancel()
        downstream.end(fault)
    }

    func request(_ more: Demand) {
        if isOver { return }
        add(more, except: nil)
        drain()
    }

    private func add(_ more: Demand, except index: Int?) {
        let wasUnlimited = demand == .unlimited
        demand += more
        if wasUnlimited || demand != .unlimited { return }
        for (other, side) in sides.enumerated() where other != index { side?.request(.unlimited) }
    }

    private func drain() {
        if isDraining { return }
        isDraining = true
        while !isOver, demand > .none, !waiting.isEmpty {
            let (value, side) = waiting.removeFirst()
            demand -= 1
            add(downstream.value(value), except: nil)
            if demand != .unlimited { sides[side]?.request(.max(1)) }
        }
        isDraining = false
        finishIfDone()
    }

    func cancel() {
        if isOver { return }
        isOver = true
        for side in sides { side?.cancel() }
    }
}
