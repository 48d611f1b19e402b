import TraitsRuntime

/// Two subjects whose values go together. An operation is one value of each.
let combinations: [Workload] = [
    Workload(
        name: "zip of two subjects", unit: "pair", count: 500_000, target: .ratio(0.7),
        stream: { count in
            let total = Total()
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let cancellable = left.zip(right).sink { total.sum += $0 + $1 }
            for number in 0..<count {
                left.send(number)
                right.send(number)
            }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let (left, right) = (Emitter<Int>(), Emitter<Int>())
            let pairs = PairsByHand { total.sum += $0 + $1 }
            left.add { pairs.receive(left: $0) }
            right.add { pairs.receive(right: $0) }
            for number in 0..<count {
                left.send(number)
                right.send(number)
            }
            return total.sum
        }),
    Workload(
        name: "combineLatest of two subjects", unit: "value of each", count: 500_000, target: .ratio(0.7),
        stream: { count in
            let total = Total()
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let cancellable = left.combineLatest(right).sink { total.sum += $0 + $1 }
            for number in 0..<count {
                left.send(number)
                right.send(number)
            }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let (left, right) = (Emitter<Int>(), Emitter<Int>())
            let latest = LatestByHand { total.sum += $0 + $1 }
            left.add { latest.receive(left: $0) }
            right.add { latest.receive(right: $0) }
            for number in 0..<count {
                left.send(number)
                right.send(number)
            }
            return total.sum
        }),
]

/// Pairs values in order: what runs ahead waits in an array.
private final class PairsByHand {
    private var left: [Int] = []
    private var right: [Int] = []
    private let onPair: (Int, Int) -> Void

    init(_ onPair: @escaping (Int, Int) -> Void) { self.onPair = onPair }

    func receive(left value: Int) {
        if right.isEmpty { left.append(value) } else { onPair(value, right.removeFirst()) }
    }

    func receive(right value: Int) {
        if left.isEmpty { right.append(value) } else { onPair(left.removeFirst(), value) }
    }
}

/// Remembers the newest value of each side.
private final class LatestByHand {
    private var left: Int?
    private var right: Int?
    private let onPair: (Int, Int) -> Void

    init(_ onPair: @escaping (Int, Int) -> Void) { self.onPair = onPair }

    func receive(left value: Int) {
        left = value
        if let right { onPair(value, right) }
    }

    func receive(right value: Int) {
        right = value
        if let left { onPair(left, value) }
    }
}
