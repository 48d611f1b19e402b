import TraitsRuntime

/// Values that are all there from the start, through a chain of operators.
let sequences: [Workload] = [
    Workload(
        name: "sequence", unit: "element", count: 4_000_000, target: .ratio(1.2),
        stream: { count in
            let total = Total()
            let cancellable = chain(numbers(count)).sink { total.sum += $0 }
            use(cancellable)
            return total.sum
        },
        byHand: loop),
    Workload(
        name: "sequence, four erasers", unit: "element", count: 1_000_000, target: .ratio(20),
        stream: { count in
            let total = Total()
            let cancellable = numbers(count).eraseToAnyPublisher()
                .map { $0 * 3 }.eraseToAnyPublisher()
                .filter { $0 & 1 == 0 }.eraseToAnyPublisher()
                .map { $0 + 1 }.eraseToAnyPublisher()
                .sink { total.sum += $0 }
            use(cancellable)
            return total.sum
        },
        byHand: loop),
    Workload(
        name: "flatMap of Just", unit: "element", count: 4_000_000, target: .ratio(3),
        stream: { count in
            let total = Total()
            let cancellable = numbers(count).flatMap { Just($0 * 3) }.sink { total.sum += $0 }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count { total.sum += number * 3 }
            return total.sum
        }),
]

/// The source behind an opaque type: a sequence's own `map` and `filter`, which make arrays, are not chosen.
func numbers(_ count: Int) -> some Publisher<Int, Never> { (0..<count).publisher }

private func chain<P: Publisher<Int, Never>>(_ publisher: P) -> some Publisher<Int, Never> {
    publisher.map { $0 * 3 }.filter { $0 & 1 == 0 }.map { $0 + 1 }
}

@Sendable
private func loop(_ count: Int) -> Int {
    let total = Total()
    for number in 0..<count {
        let tripled = number * 3
        if tripled & 1 == 0 { total.sum += tripled + 1 }
    }
    return total.sum
}
