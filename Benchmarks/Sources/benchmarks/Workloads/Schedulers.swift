import Dispatch
import TraitsRuntime

/// Values that change threads.
let schedulers: [Workload] = [
    Workload(
        name: "receive(on: serial queue)", unit: "value", count: 50_000, target: .ratio(1.3),
        isDeterministic: false,
        stream: { count in
            let total = Total()
            let queue = DispatchQueue(label: "stream")
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.receive(on: queue).sink { total.sum &+= $0 }
            for number in 0..<count { subject.send(number) }
            queue.sync {}
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            nonisolated(unsafe) let total = Total()
            let queue = DispatchQueue(label: "by hand")
            for number in 0..<count {
                queue.async { total.sum &+= number }
            }
            queue.sync {}
            return total.sum
        })
]
