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
    private var hasEnded: [Bool] = []
    /// For `zip` what waits for its partners, for `combineLatest` the newest value alone.
    private var queues: [[Int]] = []
    /// What `combineLatest` made, and is about to send.
    private var rows: [Int] = []
    private var fault: Fault?
    private var demand = Demand.none
    private var isStarting = true
    private var isDelivering = false
    private var isOver = false

    static func model(_ kind: Kind, _ inputs: [Model]) -> Model {
        Model { subscriber in ModelRow(kind, subscriber).start(inputs) }
    }

    private init(_ kind: Kind, _ downstream: any ModelSubscriber) {
        self.kind = kind
        self.downstream = downstream
    }

    /// All sides are subscribed to before downstream has its subscription, so nothing is asked for until then.
    private func start(_ inputs: [Model]) {
        sides = inputs.map { _ in nil }
        queues = inputs.map { _ in [] }
        hasEnded = inputs.map { _ in false }
        for (index, input) in inputs.enumerated() { subscribe(to: input, index) }
        if isSpent { cancelSides() }
        isStarting = false
        downstream.begin(self)
        _ = deliver(for: nil)
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
            // A finish that only waits for downstream, to return from a row or to get its subscription, has come before.
            let hasFinished = isSpent
            // `zip` cancels one that has failed with the others.
            if fault == nil || kind == .latest { sides[index] = nil }
            hasEnded[index] = true
            if let fault, self.fault == nil, !hasFinished { self.fault = fault }
            if !isStarting { _ = deliver(for: nil) }
        }
        input.subscribe(side)
    }

    private func take(_ value: Int, _ index: Int) -> Demand {
        switch kind {
        case .zip: queues[index].append(value)
        case .latest:
            queues[index] = [value]
            // What comes while a row is being sent is only remembered, unless downstream has asked for another one there.
            let isWanted = !isDelivering || askedInside > .none && demand != .unlimited
            if isComplete && demand > .none && isWanted {
                demand -= 1
                if isDelivering { askedInside -= 1 }
                rows.append(folded(queues.map { $0[0] }))
            }
        }
        return deliver(for: index)
    }

    private var isComplete: Bool { queues.allSatisfy { !$0.isEmpty } }

    /// The next row, if it has been asked for.
    private func nextRow() -> Int? {
        if kind == .latest { return rows.isEmpty ? nil : rows.removeFirst() }
        guard isComplete, demand > .none else { return nil }
        demand -= 1
        let row = folded(queues.map { $0[0] })
        for side in queues.indices { queues[side].removeFirst() }
        return row
    }

    /// Sends what there is, unless something is being sent: then that call goes on with it. What downstream asks for
    /// meanwhile is asked of all sides; the one whose value this is about is told by what is returned to it.
    private func deliver(for sender: Int?) -> Demand {
        if isDelivering { return .none }
        isDelivering = true
        self.sender = sender
        var more = Demand.none
        while !isOver, let row = nextRow() {
            let answer = downstream.value(row)
            demand += answer
            more += answer
        }
        let total = more + requestedInside
        self.sender = nil
        requestedInside = .none
        askedInside = .none
        isDelivering = false
        if !isOver && isSpent {
            cancel()
            downstream.end(fault)
            return .none
        }
        if more > .none && !isOver {
            for (index, side) in sides.enumerated() where index != sender { side?.request(more) }
        }
        return isOver ? .none : total
    }

    private var sender: Int?
    private var requestedInside = Demand.none
    /// What downstream has asked for while a row was being sent, as far as no row has come for it.
    private var askedInside = Demand.none

    private var isSpent: Bool {
        if fault != nil { return true }
        switch kind {
        case .zip: return Swift.zip(hasEnded, queues).contains { $0 && $1.isEmpty }
        case .latest: return hasEnded.allSatisfy { $0 }
        }
    }

    func request(_ more: Demand) {
        if isOver { return }
        demand += more
        let exempt = kind == .zip ? sender : nil
        if exempt != nil { requestedInside += more }
        if isDelivering { askedInside += more }
        for (index, side) in sides.enumerated() where index != exempt { side?.request(more) }
        if !isStarting { _ = deliver(for: nil) }
    }

    func cancel() {
        if isOver { return }
        isOver = true
        cancelSides()
    }

    private func cancelSides() {
        for (index, side) in sides.enumerated() {
            sides[index] = nil
            side?.cancel()
        }
    }
}
