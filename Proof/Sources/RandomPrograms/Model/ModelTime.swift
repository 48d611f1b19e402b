import TraitsRuntime

/// Virtual time: what is due is done in order of its time, then in the order in which it was put here.
final class ModelClock {
    private(set) var now = 0
    private var works: [(time: Int, order: Int, work: () -> Void)] = []
    private var orders = 0

    func schedule(after ticks: Int = 0, _ work: @escaping () -> Void) {
        orders += 1
        works.append((now + max(ticks, 0), orders, work))
    }

    func advance(by ticks: Int) {
        let end = now + ticks
        while let next = works.indices.min(by: {
            (works[$0].time, works[$0].order) < (works[$1].time, works[$1].order)
        }),
            works[next].time <= end
        {
            let work = works.remove(at: next)
            now = max(now, work.time)
            work.work()
        }
        now = end
    }

    func clear() { works = [] }
}

/// `delay` and `receive(on:)`: whatever comes is put off, and what is asked for then is asked for then.
final class ModelDelay: ModelNode {
    private let clock: ModelClock
    private let ticks: Int
    private var hasEnded = false

    init(_ downstream: any ModelSubscriber, _ clock: ModelClock, _ ticks: Int) {
        self.clock = clock
        self.ticks = ticks
        super.init(downstream)
    }

    override func value(_ value: Int) -> Demand {
        if isOver || hasEnded { return .none }
        clock.schedule(after: ticks) { [self] in
            if isOver { return }
            let more = downstream.value(value)
            if more > .none && !isOver { upstream?.request(more) }
        }
        return .none
    }

    override func end(_ fault: Fault?) {
        if isOver || hasEnded { return }
        hasEnded = true
        upstream = nil
        clock.schedule(after: ticks) { super.end(fault) }
    }
}

/// `subscribe(on:)`: whoever subscribes, requests or cancels does so a little later.
final class ModelSubscribeOn: ModelNode {
    private let clock: ModelClock

    init(_ downstream: any ModelSubscriber, _ clock: ModelClock) {
        self.clock = clock
        super.init(downstream)
    }

    func start(_ upstream: Model) {
        clock.schedule { [self] in upstream.subscribe(self) }
    }

    override func request(_ demand: Demand) {
        clock.schedule { super.request(demand) }
    }

    override func cancel() {
        if isOver { return }
        isOver = true
        let subscription = upstream
        upstream = nil
        clock.schedule { subscription?.cancel() }
    }
}

/// `debounce`: a value gets through if none follows for a while. It asks for all there is.
final class ModelDebounce: ModelNode {
    private let clock: ModelClock
    private let ticks: Int
    private var demand = Demand.none
    private var newest = 0
    private var hasEnded = false

    init(_ downstream: any ModelSubscriber, _ clock: ModelClock, _ ticks: Int) {
        self.clock = clock
        self.ticks = ticks
        super.init(downstream)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        if !isOver { upstream?.request(.unlimited) }
    }

    override func request(_ more: Demand) { demand += more }

    override func value(_ value: Int) -> Demand {
        if isOver || hasEnded { return .none }
        newest += 1
        let mine = newest
        clock.schedule(after: ticks) { [self] in
            if isOver || hasEnded || mine != newest || demand == .none { return }
            demand -= 1
            demand += downstream.value(value)
        }
        return .none
    }

    override func end(_ fault: Fault?) {
        if isOver || hasEnded { return }
        hasEnded = true
        upstream = nil
        clock.schedule { super.end(fault) }
    }
}
