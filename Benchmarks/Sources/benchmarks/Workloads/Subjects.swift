import TraitsRuntime

/// Values sent one by one to the subscribers.
let subjects: [Workload] = [
    Workload(
        name: "subject, map, filter", unit: "value", count: 1_000_000, target: .ratio(0.7),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.map { $0 * 3 }.filter { $0 & 1 == 0 }.sink { total.sum += $0 }
            for number in 0..<count { subject.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let emitter = Emitter<Int>()
            emitter.add { number in
                let tripled = number * 3
                if tripled & 1 == 0 { total.sum += tripled }
            }
            for number in 0..<count { emitter.send(number) }
            return total.sum
        }),
    Workload(
        name: "subject, 100 sinks", unit: "delivery", count: 2_000_000, target: .ratio(0.7),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellables = (0..<100).map { _ in subject.sink { total.sum += $0 } }
            for number in 0..<count / 100 { subject.send(number) }
            use(cancellables)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let emitter = Emitter<Int>()
            for _ in 0..<100 { emitter.add { total.sum += $0 } }
            for number in 0..<count / 100 { emitter.send(number) }
            return total.sum
        }),
    Workload(
        name: "current value, send and read", unit: "value", count: 1_000_000, target: .ratio(0.5),
        stream: { count in
            let total = Total()
            let subject = CurrentValueSubject<Int, Never>(0)
            let cancellable = subject.sink { total.sum += $0 }
            for number in 0..<count {
                subject.send(number)
                total.sum += subject.value
            }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            nonisolated(unsafe) let total = Total()
            let value = LockedValue(0)
            value.add { total.sum += $0 }
            for number in 0..<count {
                value.send(number)
                total.sum += value.value
            }
            return total.sum
        }),
]
