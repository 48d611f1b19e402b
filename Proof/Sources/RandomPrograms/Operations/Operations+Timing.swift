import TraitsRuntime
import TraitsTesting

extension Operation {
    static let timing: [Operation] = [
        .init("measureInterval", ["MeasureInterval"], "measureInterval(using: scheduler).map { $0.ticks }"),
        .init("delay", ["Delay"], .one, [0..<3], "delay(for: #0, scheduler: scheduler)"),
        .init("receiveOn", ["ReceiveOn"], "receive(on: scheduler)"),
        .init("subscribeOn", ["SubscribeOn"], "subscribe(on: scheduler)"),
        .init("debounce", ["Debounce"], .one, [0..<3], "debounce(for: #0, scheduler: scheduler)"),
        .init(
            "throttle", ["Throttle"], .one, [0..<3, 0..<2],
            "throttle(for: #0, scheduler: scheduler, latest: #1 == 1)",
            unmodelled:
                "which value is the newest when its time has come is what a copy of its code would say"),
        .init(
            "timeout", ["Timeout"], .one, [0..<4], "timeout(#0, scheduler: scheduler)",
            unmodelled: "when it reads the clock is what a copy of its code would say"),
        .init(
            "timeoutFailing", ["Timeout"], .one, [0..<4],
            "timeout(#0, scheduler: scheduler, customError: { Fault(9) })",
            unmodelled: "when it reads the clock is what a copy of its code would say"),
        .init(
            "collectByTime", ["CollectByTime"], .one, [1..<4], "collect(.byTime(scheduler, #0)).map(folded)",
            unmodelled: "its groups end when its timer says, which a copy of its code would say"),
        .init(
            "collectByTimeOrCount", ["CollectByTime"], .one, [1..<4, 1..<3],
            "collect(.byTimeOrCount(scheduler, #0, #1)).map(folded)",
            unmodelled: "its groups end when its timer says, which a copy of its code would say"),
        .init(
            "delaySubscription", ["+TraitPublishers.DelaySubscription"], .one, [0..<3],
            "delaySubscription(for: #0, scheduler: scheduler)",
            unmodelled: "what may be asked for before there is a subscription is its own affair"),
        .init(
            "bufferKeepFull", ["Buffer"], .one, [0..<4],
            "buffer(size: #0, prefetch: .keepFull, whenFull: .dropOldest)",
            unmodelled: "how much it asks for beforehand is what a copy of its code would say"),
        .init(
            "bufferByRequest", ["Buffer"], .one, [0..<3],
            "buffer(size: #0, prefetch: .byRequest, whenFull: .dropNewest)",
            unmodelled: "how much it asks for beforehand is what a copy of its code would say"),
        .init(
            "bufferFailing", ["Buffer"], .one, [0..<3],
            "buffer(size: #0, prefetch: .byRequest, whenFull: .customError { Fault(8) })",
            unmodelled: "how much it asks for beforehand is what a copy of its code would say"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func timing(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let n = call.numbers.first ?? 0, m = call.numbers.last ?? 0
        let scheduler = call.world.scheduler, user = call.user
        let ticks = VirtualTime.Stride(ticks: n)
        switch call.name {
        case "measureInterval": return measureInterval(using: scheduler).map { user.acting($0.ticks) }
        case "delay": return delay(for: ticks, scheduler: scheduler)
        case "receiveOn": return receive(on: scheduler)
        case "subscribeOn": return subscribe(on: scheduler)
        case "debounce": return debounce(for: ticks, scheduler: scheduler)
        case "throttle": return throttle(for: ticks, scheduler: scheduler, latest: m == 1)
        case "timeout": return timeout(ticks, scheduler: scheduler)
        case "timeoutFailing":
            return timeout(ticks, scheduler: scheduler, customError: { user.acting(Fault(9)) })
        case "collectByTime": return collect(.byTime(scheduler, ticks)).map(user.folded)
        case "collectByTimeOrCount": return collect(.byTimeOrCount(scheduler, ticks, m)).map(user.folded)
        case "delaySubscription": return delaySubscription(for: ticks, scheduler: scheduler)
        case "bufferKeepFull": return buffer(size: n, prefetch: .keepFull, whenFull: .dropOldest)
        case "bufferByRequest": return buffer(size: n, prefetch: .byRequest, whenFull: .dropNewest)
        case "bufferFailing":
            return buffer(size: n, prefetch: .byRequest, whenFull: .customError { user.acting(Fault(8)) })
        default: return nil
        }
    }
}

extension ModelCall {
    func timing() -> Model? {
        let clock = world.clock
        switch name {
        case "measureInterval":
            return node { downstream in
                var last = clock.now
                return ModelStage(downstream, requestsReturned: true) { _ in
                    defer { last = clock.now }
                    return .pass(clock.now - last)
                }
            }
        case "delay": return node { [n] in ModelDelay($0, clock, n) }.endingAfterValues
        case "receiveOn": return node { ModelDelay($0, clock, 0) }.endingAfterValues
        case "subscribeOn": return Model { [upstream] in ModelSubscribeOn($0, clock).start(upstream) }
        case "debounce": return node { [n] in ModelDebounce($0, clock, n) }.endingAfterValues
        default: return nil
        }
    }
}
