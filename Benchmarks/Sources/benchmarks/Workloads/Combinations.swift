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
    Workload(
        name: "merge of two sequences, one at a time", unit: "value", count: 200_000, target: .none,
        stream: { count in
            let total = Total()
            let subscriber = OneAtATime(total)
            (0..<count).publisher.merge(with: (0..<count).publisher).subscribe(subscriber)
            for _ in 0..<count { subscriber.ask() }
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let inputs = FirstByHand(count) { total.sum += $0 }
            for _ in 0..<count { inputs.ask() }
            return total.sum
        }),
]

/// Asks for a value when somebody says so.
private final class OneAtATime: Subscriber {
    private let total: Total
    private var subscription: (any Subscription)?

    init(_ total: Total) { self.total = total }

    func ask() { subscription?.request(.max(1)) }

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Int) -> Subscribers.Demand {
        total.sum += input
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}

/// Sends the next number of the first of two ranges that has one, each of which has drawn one ahead. It may be asked on any
/// thread.
private final class FirstByHand {
    private struct State {
        var iterators: [Range<Int>.Iterator]
        var drawn: [Int?]
    }

    private let state: Mutex<State>
    private let onValue: (Int) -> Void

    init(_ count: Int, _ onValue: @escaping (Int) -> Void) {
        var iterators = [(0..<count).makeIterator(), (0..<count).makeIterator()]
        let drawn = iterators.indices.map { iterators[$0].next() }
        state = Mutex(State(iterators: iterators, drawn: drawn))
        self.onValue = onValue
    }

    func ask() {
        let value = state.withLock { state -> Int? in
            guard let index = state.drawn.firstIndex(where: { $0 != nil }) else { return nil }
            defer { state.drawn[index] = state.iterators[index].next() }
            return state.drawn[index]
        }
        if let value { onValue(value) }
    }
}

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
