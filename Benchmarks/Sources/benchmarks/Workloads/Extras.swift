import Synchronization
import TraitsExtras
import TraitsRuntime

/// Operators of `TraitsExtras`, against loops.
let extras: [Workload] = [
    Workload(
        name: "retry with a backoff, four tries", unit: "subscription", count: 5_000, target: .none,
        stream: { count in
            let total = Total()
            for number in 0..<count {
                let tries = Total()
                let cancellable = Deferred { attempt(number, tries).publisher }
                    .retry(3, backoff: .none, scheduler: ImmediateScheduler.shared)
                    .sink(receiveCompletion: use) { total.sum &+= $0 }
                use(cancellable)
            }
            return total.sum
        },
        byHand: triesInALoop),
    Workload(
        name: "concatMap of Just", unit: "element", count: 20_000, target: .none,
        stream: { count in
            let total = Total()
            let cancellable = (0..<count).publisher.concatMap { Just($0) }.sink { total.sum &+= $0 }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let numbers = Emitter<Int>()
            var waiting = Ring<Int>()
            var isRunning = false
            numbers.add { number in
                waiting.push(number)
                if isRunning { return }
                isRunning = true
                while let number = waiting.pop() { total.sum &+= number }
                isRunning = false
            }
            for number in 0..<count { numbers.send(number) }
            return total.sum
        }),
    Workload(
        name: "flatMapFirst of Just", unit: "element", count: 20_000, target: .none,
        stream: { count in
            let total = Total()
            let numbers = PassthroughSubject<Int, Never>()
            let cancellable = numbers.flatMapFirst { Just($0) }.sink { total.sum &+= $0 }
            for number in 0..<count { numbers.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let source = Emitter<Int>()
            let isIdle = Mutex(true)
            source.add { number in
                guard
                    isIdle.withLock({ isIdle in
                        defer { isIdle = false }
                        return isIdle
                    })
                else { return }
                total.sum &+= number
                isIdle.withLock { $0 = true }
            }
            for number in 0..<count { source.send(number) }
            return total.sum
        }),
    Workload(
        name: "replay subject of ten, a value", unit: "element", count: 20_000, target: .none,
        stream: { count in
            let total = Total()
            let numbers = ReplaySubject<Int, Never>(bufferSize: 10)
            let cancellable = numbers.sink { total.sum &+= $0 }
            for number in 0..<count { numbers.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let newest = Mutex(Ring<Int>())
            let source = Emitter<Int>()
            source.add { total.sum &+= $0 }
            for number in 0..<count {
                newest.withLock { newest in
                    if number >= 10 { _ = newest.pop() }
                    newest.push(number)
                }
                source.send(number)
            }
            return total.sum
        }),
    Workload(
        name: "window of ten, a value", unit: "element", count: 20_000, target: .none,
        stream: { count in
            let total = Total()
            let numbers = PassthroughSubject<Int, Never>()
            let cancellable = numbers.window(count: 10).flatMap { $0 }.sink { total.sum &+= $0 }
            for number in 0..<count { numbers.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let numbers = Emitter<Int>()
            var window = Emitter<Int>()
            var left = 0
            numbers.add { number in
                if left == 0 {
                    (window, left) = (Emitter(), 10)
                    window.add { total.sum &+= $0 }
                }
                left -= 1
                window.send(number)
            }
            for number in 0..<count { numbers.send(number) }
            return total.sum
        }),
    Workload(
        name: "create of one value", unit: "subscription", count: 5_000, target: .none,
        stream: { count in
            let total = Total()
            for number in 0..<count {
                let cancellable = AnyPublisher<Int, Never>.create { sender in
                    sender.send(number)
                    sender.send(completion: .finished)
                    return AnyCancellable {}
                }.sink { total.sum &+= $0 }
                use(cancellable)
            }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count {
                let source = Emitter<Int>()
                source.add { total.sum &+= $0 }
                source.send(number)
            }
            return total.sum
        }),
    Workload(
        name: "retry, three failures in a row", unit: "subscription", count: 5_000, target: .none,
        stream: { count in
            let total = Total()
            for number in 0..<count {
                let tries = Total()
                let cancellable = Deferred { attempt(number, tries).publisher }.retry(3)
                    .sink(receiveCompletion: use) { total.sum &+= $0 }
                use(cancellable)
            }
            return total.sum
        },
        byHand: triesInALoop),
]

@Sendable
private func triesInALoop(_ count: Int) -> Int {
    let total = Total()
    for number in 0..<count {
        let tries = Total()
        while true {
            guard case .success(let number) = attempt(number, tries) else { continue }
            total.sum &+= number
            break
        }
    }
    return total.sum
}

private struct Busy: Error {}

/// Fails three times, and then has an answer.
@inline(never)
private func attempt(_ number: Int, _ tries: Total) -> Result<Int, Busy> {
    tries.sum += 1
    return tries.sum < 4 ? .failure(Busy()) : .success(number)
}
