import TraitsRuntime

/// Several publishers at the same time. Each is asked for one value at a time, unless everything is asked for; a value that
/// nobody has asked for yet waits.
class ModelMerge: ModelSubscription {
    let downstream: any ModelSubscriber
    private var sides: [(any ModelSubscription)?] = []
    private var waiting: [[Int]] = []
    private var demand = Demand.none
    private var running = 0
    private var isOver = false
    private var depth = 0

    static func model(_ inputs: [Model]) -> Model {
        Model { subscriber in ModelMerge(subscriber).start(inputs) }.endingAfterValues
    }

    private init(_ downstream: any ModelSubscriber) { self.downstream = downstream }

    private func start(_ inputs: [Model]) {
        running = inputs.count
        sides = inputs.map { _ in nil }
        waiting = inputs.map { _ in [] }
        downstream.begin(self)
        if inputs.isEmpty { finishIfDone() }
        for (index, input) in inputs.enumerated() { subscribe(to: input, index) }
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
            guard demand > .none && !somethingWaits else {
                waiting[index].append(value)
                return .none
            }
            let wasUnlimited = demand == .unlimited
            send(value)
            drain()
            if demand == .unlimited && !wasUnlimited && !isOver { askForEverything(except: index) }
            // A thread that has asked for everything is about to ask this input for it too.
            if wasUnlimited { return .none }
            return demand == .unlimited ? .unlimited : .max(1)
        }
        side.onEnd = { [self] fault in
            if isOver { return }
            // One that has failed is cancelled with the others.
            if fault == nil { sides[index] = nil }
            running -= 1
            if fault == nil { finishIfDone() } else { end(fault) }
        }
        input.subscribe(side)
    }

    private var somethingWaits: Bool { waiting.contains { !$0.isEmpty } }

    private func send(_ value: Int) {
        depth += 1
        demand -= 1
        demand += downstream.value(value)
        depth -= 1
    }

    private func finishIfDone() {
        if !isOver && running == 0 && !somethingWaits { end(nil) }
    }

    private func end(_ fault: Fault?) {
        cancel()
        downstream.end(fault)
    }

    func request(_ more: Demand) {
        if isOver { return }
        let wasUnlimited = demand == .unlimited
        demand += more
        drain()
        if !isOver && demand == .unlimited && !wasUnlimited { askForEverything(except: nil) }
    }

    private func askForEverything(except index: Int?) {
        for (other, side) in sides.enumerated() where other != index { side?.request(.unlimited) }
    }

    /// Sends what waits, side by side, unless something is being sent: then that call does it afterwards.
    private func drain() {
        if depth > 0 { return }
        var freed: [Int] = []
        while !isOver, demand > .none, somethingWaits {
            for side in waiting.indices where !isOver && demand > .none && !waiting[side].isEmpty {
                send(waiting[side].removeFirst())
                freed.append(side)
            }
        }
        finishIfDone()
        if isOver || demand == .unlimited { return }
        for side in freed { sides[side]?.request(.max(1)) }
    }

    func cancel() {
        if isOver { return }
        isOver = true
        for side in sides { side?.cancel() }
    }
}
