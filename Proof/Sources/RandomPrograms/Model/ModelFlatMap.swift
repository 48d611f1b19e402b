import TraitsRuntime

/// A publisher for each value, as many at the same time as is allowed. A child is asked for one value at a time, unless
/// everything is asked for; a child that has ended makes room for another.
final class ModelFlatMap: ModelNode {
    private let limit: Demand
    private let child: (Int) -> Model
    /// The children that run, the oldest first.
    private var children: [Child] = []
    private var waiting: [(value: Int, child: Child)] = []
    private var demand = Demand.none
    private var upstreamHasEnded = false
    private var isDraining = false
    /// Indicates whether what is being received has come from a child that sends it now: others may send inside of it.
    private var takesInside = false
    /// Indicates whether the children are to be asked for everything, and which of them is told by what its value returns.
    private var freed: (isDue: Bool, except: Child?) = (false, nil)

    private final class Child {
        var hasEnded = false
        var subscription: (any ModelSubscription)?
    }

    init(_ downstream: any ModelSubscriber, _ limit: Demand, _ child: @escaping (Int) -> Model) {
        self.limit = limit
        self.child = child
        super.init(downstream)
    }

    // MARK: Upstream. Downstream has its subscription already.

    func start() { downstream.begin(self) }

    override func begin(_ subscription: any ModelSubscription) {
        guard upstream == nil, !isOver else { return subscription.cancel() }
        upstream = subscription
        subscription.request(limit)
    }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        let child = Child()
        children.append(child)
        self.child(value).subscribe(side(child))
        return .none
    }

    override func end(_ fault: Fault?) {
        upstream = nil
        upstreamHasEnded = true
        if let fault { endAll(fault) } else { finishIfDone() }
    }

    // MARK: Children

    private func side(_ child: Child) -> ModelSide {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            child.subscription = subscription
            subscription.request(demand == .unlimited ? .unlimited : .max(1))
        }
        side.onValue = { [self] value in
            if isOver { return .none }
            guard demand > .none && waiting.isEmpty && (!isDraining || takesInside) else {
                waiting.append((value, child))
                return .none
            }
            if demand == .unlimited {
                _ = downstream.value(value)
                return .unlimited
            }
            let isInside = isDraining
            (isDraining, takesInside) = (true, true)
            demand -= 1
            add(downstream.value(value), except: child)
            if !isInside {
                (isDraining, takesInside) = (false, false)
                drain()
            }
            return demand == .unlimited ? .unlimited : .max(1)
        }
        side.onEnd = { [self] fault in
            if isOver { return }
            child.hasEnded = true
            child.subscription = nil
            if let fault { return endAll(fault) }
            makeRoom(of: child)
            finishIfDone()
        }
        return side
    }

    /// A child that has ended makes room for another once none of its values waits any more.
    private func makeRoom(of child: Child) {
        guard child.hasEnded, !waiting.contains(where: { $0.child === child }),
            let index = children.firstIndex(where: { $0 === child })
        else { return }
        children.remove(at: index)
        let isLast = upstreamHasEnded && children.isEmpty && waiting.isEmpty && !isDraining
        if !isLast && !isOver && limit != .unlimited { upstream?.request(.max(1)) }
    }

    // MARK: Downstream

    override func request(_ more: Demand) {
        if isOver { return }
        add(more, except: nil)
        drain()
    }

    /// The first time that everything is asked for, every child is: when what waits has been sent.
    private func add(_ more: Demand, except sender: Child?) {
        let wasUnlimited = demand == .unlimited
        demand += more
        if !wasUnlimited, demand == .unlimited, !isOver { freed = (true, sender) }
    }

    private func free() {
        guard freed.isDue else { return }
        let sender = freed.except
        freed = (false, nil)
        for child in children where child !== sender { child.subscription?.request(.unlimited) }
    }

    private func drain() {
        if isDraining { return }
        isDraining = true
        while !isOver, demand > .none, !waiting.isEmpty {
            let (value, child) = waiting.removeFirst()
            demand -= 1
            add(downstream.value(value), except: nil)
            if isOver { break }
            if demand != .unlimited { child.subscription?.request(.max(1)) }
            makeRoom(of: child)
        }
        isDraining = false
        free()
        finishIfDone()
    }

    private func finishIfDone() {
        if !isOver && upstreamHasEnded && children.isEmpty && waiting.isEmpty { endAll(nil) }
    }

    private func endAll(_ fault: Fault?) {
        cancel()
        downstream.end(fault)
    }

    override func cancel() {
        if isOver { return }
        isOver = true
        waiting = []
        for child in children { child.subscription?.cancel() }
        children = []
        cancelUpstream()
    }
}

/// A publisher for each value, only the newest of which counts.
final class ModelSwitch: ModelNode {
    private let child: (Int) -> Model
    private var current: (any ModelSubscription)?
    private var number = 0
    private var childRuns = false
    private var upstreamHasEnded = false
    private var demand = Demand.none

    init(_ downstream: any ModelSubscriber, _ child: @escaping (Int) -> Model) {
        self.child = child
        super.init(downstream)
    }

    func start() { downstream.begin(self) }

    override func begin(_ subscription: any ModelSubscription) {
        guard upstream == nil, !isOver else { return subscription.cancel() }
        upstream = subscription
        subscription.request(.unlimited)
    }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        let old = current
        current = nil
        number += 1
        childRuns = true
        old?.cancel()
        child(value).subscribe(side(number))
        return .none
    }

    private func side(_ mine: Int) -> ModelSide {
        let side = ModelSide()
        side.onBegin = { [self] subscription in
            if isOver || mine != number { return subscription.cancel() }
            current = subscription
            if demand > .none { subscription.request(demand) }
        }
        side.onValue = { [self] value in
            if isOver || mine != number { return .none }
            demand -= 1
            let more = downstream.value(value)
            demand += more
            if mine == number { return more }
            // Meanwhile there is another child.
            if more > .none && !isOver { current?.request(more) }
            return .none
        }
        side.onEnd = { [self] fault in
            if isOver || mine != number { return }
            current = nil
            childRuns = false
            if fault != nil { endEarly(fault) } else { finishIfDone() }
        }
        return side
    }

    override func end(_ fault: Fault?) {
        if isOver { return }
        upstream = nil
        upstreamHasEnded = true
        if fault == nil { return finishIfDone() }
        cancel()
        downstream.end(fault)
    }

    private func finishIfDone() {
        if !isOver && upstreamHasEnded && !childRuns { super.end(nil) }
    }

    override func request(_ more: Demand) {
        if isOver { return }
        demand += more
        current?.request(more)
    }

    override func cancel() {
        if isOver { return }
        isOver = true
        current?.cancel()
        current = nil
        cancelUpstream()
    }
}
