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
        byHand: { count in
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
        }),
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
            for number in 0..<count { total.sum &+= number }
            return total.sum
        }),
]

private struct Busy: Error {}

/// Fails three times, and then has an answer.
@inline(never)
private func attempt(_ number: Int, _ tries: Total) -> Result<Int, Busy> {
    tries.sum += 1
    return tries.sum < 4 ? .failure(Busy()) : .success(number)
}
