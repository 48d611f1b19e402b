import TraitsRuntime

/// `drop(untilOutputFrom:)`: values that come too early are lost, and use up what was asked for.
final class ModelDropUntil: ModelNode {
    private var other: (any ModelSubscription)?
    private var isOpen = false
    private var demand = Demand.none

    func start(_ upstream: Model, _ other: Model) {
        downstream.begin(self)
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            self.other = subscription
            subscription.request(.max(1))
        }
        side.onValue = { [self] _ in
            if isOver || isOpen { return .none }
            // The other one is kept until the end.
            isOpen = true
            return .none
        }
        side.onEnd = { [self] fault in
            self.other = nil
            if isOver || isOpen { return }
            endEarly(fault)
        }
        other.subscribe(side)
        upstream.subscribe(self)
    }

    override func begin(_ subscription: any ModelSubscription) {
        guard upstream == nil, !isOver else { return subscription.cancel() }
        upstream = subscription
        if demand > .none { subscription.request(demand) }
    }

    override func value(_ value: Int) -> Demand { isOpen ? super.value(value) : .none }

    override func request(_ more: Demand) {
        if upstream == nil { demand += more } else { super.request(more) }
    }

    override func end(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        upstream = nil
        other?.cancel()
        downstream.end(fault)
    }

    override func cancel() {
        super.cancel()
        other?.cancel()
        other = nil
    }
}

/// `prefix(untilOutputFrom:)`: the other publisher's first value is the end.
final class ModelPrefixUntil: ModelNode {
    private var other: (any ModelSubscription)?
    private var isTriggered = false

    func start(_ upstream: Model, _ other: Model) {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            self.other = subscription
            subscription.request(.max(1))
        }
        side.onValue = { [self] _ in
            if isOver || isTriggered { return .none }
            isTriggered = true
            if self.upstream != nil {
                cancelUpstream()
                self.other?.cancel()
                self.other = nil
                isOver = true
                downstream.end(nil)
            }
            return .none
        }
        side.onEnd = { [self] _ in self.other = nil }
        other.subscribe(side)
        upstream.subscribe(self)
    }

    /// Downstream hears of the end after it has its subscription.
    override func begin(_ subscription: any ModelSubscription) {
        guard isTriggered else { return super.begin(subscription) }
        upstream = subscription
        downstream.begin(self)
        cancelUpstream()
        other?.cancel()
        other = nil
        super.end(nil)
    }

    override func request(_ demand: Demand) {
        if !isTriggered { super.request(demand) }
    }

    override func end(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        upstream = nil
        other?.cancel()
        downstream.end(fault)
    }

    override func cancel() {
        super.cancel()
        other?.cancel()
        other = nil
    }
}
