import Hidden
import TraitsRuntime

/// Chains whose types the client can't see, because another module made them.
let hiddenTypes: [Workload] = [
    Workload(
        name: "subject, map, filter, hidden", unit: "value", count: 200_000, target: .nanoseconds(27),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = attach(to: hidden(subject), total)
            for number in 0..<count { subject.send(number) }
            use(cancellable)
            return total.sum
        }, byHand: mapAndFilterByHand),
    Workload(
        name: "subject, map, filter, opaque", unit: "value", count: 200_000, target: .nanoseconds(27),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = attach(to: opaque(subject), total)
            for number in 0..<count { subject.send(number) }
            use(cancellable)
            return total.sum
        }, byHand: mapAndFilterByHand),
    Workload(
        name: "sequence, 50 maps of helpers", unit: "value", count: 200_000, target: .nanoseconds(200),
        stream: { count in
            let total = Total()
            use(helped((0..<count).publisher).sink { total.sum += $0 })
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count { total.sum += number + 50 }
            return total.sum
        }),
    Workload(
        name: "subject, 50 maps of helpers", unit: "value", count: 200_000, target: .nanoseconds(200),
        stream: { count in
            let total = Total()
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = helped(subject).sink { total.sum += $0 }
            for number in 0..<count { subject.send(number) }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let emitter = Emitter<Int>()
            emitter.add { total.sum += $0 + 50 }
            for number in 0..<count { emitter.send(number) }
            return total.sum
        }),
]

@Sendable private func mapAndFilterByHand(_ count: Int) -> Int {
    let total = Total()
    let emitter = Emitter<Int>()
    emitter.add { number in
        let tripled = number * 3
        if tripled & 1 == 0 { total.sum += tripled + 1 }
    }
    for number in 0..<count { emitter.send(number) }
    return total.sum
}

private func attach(to publisher: some Publisher<Int, Never>, _ total: Total) -> AnyCancellable {
    publisher.map { $0 + 1 }.sink { total.sum += $0 }
}

/// Fifty times through helpers, five at a time: one expression of fifty is more than a compiler wants to look at.
private func helped(_ publisher: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    five(five(five(five(five(five(five(five(five(five(publisher))))))))))
}

private func five(_ publisher: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    incremented(incremented(incremented(incremented(incremented(publisher)))))
}
