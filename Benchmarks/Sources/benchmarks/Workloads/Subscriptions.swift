import TraitsRuntime

/// The cost of connecting: chains of one value, and subscribers that come and go.
let subscriptions: [Workload] = [
    Workload(
        name: "Just, map, flatMap, map, sink", unit: "subscription", count: 1_000_000,
        target: .nanoseconds(15),
        stream: { count in
            let total = Total()
            for number in 0..<count {
                let cancellable = one(number)
                    .map { $0 + 1 }.flatMap { Just($0 * 2) }.map { $0 - 1 }
                    .sink { total.sum += $0 }
                use(cancellable)
            }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count { total.sum += (number + 1) * 2 - 1 }
            return total.sum
        }),
    Workload(
        name: "the same, each stage erased", unit: "subscription", count: 300_000,
        target: .nanoseconds(100),
        stream: { count in
            let total = Total()
            for number in 0..<count { use(fourthPublisher(number).sink { total.sum += $0 }) }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count { fourthTask(number)({ total.sum += $0 }) }
            return total.sum
        }),
    Workload(
        name: "the same, of a future completed later", unit: "subscription", count: 100_000,
        target: .nanoseconds(600),
        stream: { count in
            let total = Total()
            for number in 0..<count {
                let (future, promise) = pending()
                let cancellable =
                    future
                    .map { $0 + 1 }.flatMap { Just($0 * 2) }.map { $0 - 1 }
                    .sink { total.sum += $0 }
                promise(.success(number))
                use(cancellable)
            }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count {
                let result = Emitter<Int>()
                result.add { number in
                    let task = { (done: (Int) -> Void) in done((number + 1) * 2) }
                    task { total.sum += $0 - 1 }
                }
                result.send(number)
                use(result)
            }
            return total.sum
        }),
    Workload(
        name: "a future of 1,000 subscribers", unit: "subscription", count: 100_000, target: .none,
        stream: { count in
            let total = Total()
            for start in stride(from: 0, to: count, by: 1000) {
                let (future, promise) = pending()
                let range = start..<min(start + 1000, count)
                let subscribers = range.map { _ in future.sink { total.sum += $0 } }
                promise(.success(start))
                use(subscribers)
            }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for start in stride(from: 0, to: count, by: 1000) {
                let result = Emitter<Int>()
                for _ in start..<min(start + 1000, count) { result.add { total.sum += $0 } }
                result.send(start)
                use(result)
            }
            return total.sum
        }),
    Workload(
        name: "subject, subscribe and cancel", unit: "subscription", count: 200_000,
        target: .nanoseconds(200),
        stream: { count in churn(count, others: 0) },
        byHand: { count in churnByHand(count, others: 0) }),
    Workload(
        name: "the same, beside 10,000 others", unit: "subscription", count: 200_000,
        target: .nanoseconds(200),
        stream: { count in churn(count, others: 10_000) },
        byHand: { count in churnByHand(count, others: 10_000) }),
    Workload(
        name: "10,000 subscribe, then cancel in any order", unit: "subscription", count: 10_000,
        target: .none,
        stream: { count in
            let subject = PassthroughSubject<Int, Never>()
            let cancellables = (0..<count).map { _ in subject.sink { use($0) } }
            for index in scattered(count) { cancellables[index].cancel() }
            return count
        },
        byHand: { count in
            let emitter = RemovableEmitter<Int>()
            let tokens = (0..<count).map { _ in emitter.add { use($0) } }
            for index in scattered(count) { emitter.remove(tokens[index]) }
            return count
        }),
    Workload(
        name: "10,000 leave at one value", unit: "subscription", count: 10_000,
        target: .none,
        stream: { count in
            let subject = PassthroughSubject<Int, Never>()
            let cancellables = (0..<count).map { _ in subject.first().sink { use($0) } }
            subject.send(1)
            return cancellables.count
        },
        byHand: { count in
            let emitter = RemovableEmitter<Int>()
            let tokens = (0..<count).map { _ in emitter.add { use($0) } }
            for token in tokens { emitter.remove(token) }
            return count
        }),
    Workload(
        name: "subject, trace off, subscribe and cancel", unit: "subscription", count: 200_000,
        target: .nanoseconds(200),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            for _ in 0..<count { subject.trace("numbers").sink { total.sum += $0 }.cancel() }
            return total.sum
        },
        byHand: { count in churnByHand(count, others: 0) }),
    Workload(
        name: "subscribe to a chain", unit: "subscription", count: 200_000, target: .none,
        stream: { count in
            let screen = Screen()
            for _ in 0..<count { screen.subscribe() }
            return screen.sum
        },
        byHand: { count in churnByHand(count, others: 0) }),
    Workload(
        name: "subscribe to a chain, trace off", unit: "subscription", count: 200_000, target: .none,
        stream: { count in
            let screen = Screen()
            for _ in 0..<count { screen.subscribeTraced() }
            return screen.sum
        },
        byHand: { count in churnByHand(count, others: 0) }),
    Workload(
        name: "values of a chain", unit: "value", count: 1_000_000, target: .none,
        stream: { count in
            let screen = Screen()
            screen.subscribe()
            for _ in 0..<count { screen.numbers.send(1) }
            return screen.sum
        },
        byHand: { count in count }),
    Workload(
        name: "values of a chain, trace off", unit: "value", count: 1_000_000, target: .none,
        stream: { count in
            let screen = Screen()
            screen.subscribeTraced()
            for _ in 0..<count { screen.numbers.send(1) }
            return screen.sum
        },
        byHand: { count in count }),
]

/// What subscribes to a chain, with its name in a trace or without one.
private final class Screen {
    let numbers = PassthroughSubject<Int, Never>()
    @exclusivity(unchecked) var sum = 0
    private var cancellable: AnyCancellable?

    @inline(never)
    func subscribe() {
        cancellable =
            numbers.map { $0 &- 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }
            .sink { [unowned self] in sum &+= $0 }
    }

    @inline(never)
    func subscribeTraced() {
        cancellable =
            numbers.map { $0 &- 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.trace("numbers")
            .sink { [unowned self] in sum &+= $0 }
    }
}

/// A `Just` whose type isn't shown: `Just` itself would answer `map` where the chain is written, and there would
/// be no stage to measure.
private func one(_ number: Int) -> some Publisher<Int, Never> { Just(number) }

// MARK: - Stages behind functions

@inline(never)
private func firstPublisher(_ number: Int) -> AnyPublisher<Int, Never> { Just(number).eraseToAnyPublisher() }

@inline(never)
private func secondPublisher(_ number: Int) -> AnyPublisher<Int, Never> {
    firstPublisher(number).map { $0 + 1 }.eraseToAnyPublisher()
}

@inline(never)
private func thirdPublisher(_ number: Int) -> AnyPublisher<Int, Never> {
    secondPublisher(number).flatMap { firstPublisher($0 * 2) }.eraseToAnyPublisher()
}

@inline(never)
private func fourthPublisher(_ number: Int) -> AnyPublisher<Int, Never> {
    thirdPublisher(number).map { $0 - 1 }.eraseToAnyPublisher()
}

/// Work that calls back with its result.
private typealias CallbackTask = (@escaping (Int) -> Void) -> Void

@inline(never)
private func firstTask(_ number: Int) -> CallbackTask { { done in done(number) } }

@inline(never)
private func secondTask(_ number: Int) -> CallbackTask {
    let first = firstTask(number)
    return { done in first { done($0 + 1) } }
}

@inline(never)
private func thirdTask(_ number: Int) -> CallbackTask {
    let second = secondTask(number)
    return { done in second { firstTask($0 * 2)(done) } }
}

@inline(never)
private func fourthTask(_ number: Int) -> CallbackTask {
    let third = thirdTask(number)
    return { done in third { done($0 - 1) } }
}

@inline(never)
private func pending() -> (Future<Int, Never>, Future<Int, Never>.Promise) {
    var kept: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { kept = $0 }
    return (future, kept!)
}

// MARK: - Subscribers that come and go

private func churn(_ count: Int, others: Int) -> Int {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let cancellables = (0..<others).map { _ in subject.sink { use($0) } }
    for _ in 0..<count { subject.sink { total.sum += $0 }.cancel() }
    use(cancellables)
    return total.sum
}

private func churnByHand(_ count: Int, others: Int) -> Int {
    nonisolated(unsafe) let total = Total()
    let emitter = RemovableEmitter<Int>()
    for _ in 0..<others { _ = emitter.add { use($0) } }
    for _ in 0..<count { emitter.remove(emitter.add { total.sum += $0 }) }
    use(emitter)
    return total.sum
}

/// All numbers below a count, in an order without order that is the same each time.
private func scattered(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    var seed: UInt64 = 42
    for index in order.indices.reversed() {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        order.swapAt(index, Int(seed >> 33) % (index + 1))
    }
    return order
}
