import Synchronization
import TraitsRuntime

/// Two subjects whose values go together. An operation is one value of each.
let combinations: [Workload] = [
    Workload(
        name: "zip of two subjects", unit: "pair", count: 500_000, target: .ratio(1.2),
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
        name: "combineLatest of two subjects", unit: "value of each", count: 500_000, target: .ratio(1.2),
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

/// Pairs values in order: what runs ahead waits in a ring. The two inputs may send on threads of their own, so a lock
/// guards them, as in any code that does this.
private final class PairsByHand {
    private let state = Mutex((left: Ring<Int>(), right: Ring<Int>()))
    private let onPair: (Int, Int) -> Void

    init(_ onPair: @escaping (Int, Int) -> Void) { self.onPair = onPair }

    func receive(left value: Int) {
        let other = state.withLock { state in
            let other = state.right.pop()
            if other == nil { state.left.push(value) }
            return other
        }
        if let other { onPair(value, other) }
    }

    func receive(right value: Int) {
        let other = state.withLock { state in
            let other = state.left.pop()
            if other == nil { state.right.push(value) }
            return other
        }
        if let other { onPair(other, value) }
    }
}

/// Remembers the newest value of each side, under a lock.
private final class LatestByHand {
    private let state = Mutex((left: Int?.none, right: Int?.none))
    private let onPair: (Int, Int) -> Void

    init(_ onPair: @escaping (Int, Int) -> Void) { self.onPair = onPair }

    func receive(left value: Int) {
        let other = state.withLock { state in
            state.left = value
            return state.right
        }
        if let other { onPair(value, other) }
    }

    func receive(right value: Int) {
        let other = state.withLock { state in
            state.right = value
            return state.left
        }
        if let other { onPair(other, value) }
    }
}
