import Synchronization
import TraitsRuntime

/// A change that spreads through a graph of values.
let properties: [Workload] = [
    Workload(
        name: "property graph, 1 → 100 → 1", unit: "change", count: 5000, target: .ratio(20),
        stream: { count in
            let total = Total()
            let source = MutableProperty(0)
            let branches = (0..<100).map { number in source.property.map { $0 + number } }
            let sum = branches.combineLatest().map { $0.reduce(0, +) }
            let cancellable = sum.subsequentValues.sink { total.sum += $0 }
            for number in 1...count { source.value = number }
            use(cancellable)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let graph = GraphByHand(branches: 100) { total.sum += $0 }
            for number in 1...count { graph.value = number }
            return total.sum
        }),
    Workload(
        name: "property, 100 observers", unit: "delivery", count: 200_000, target: .nanoseconds(10),
        stream: { count in
            let total = Total()
            let source = MutableProperty(0)
            let observers = (0..<100).map { _ in source.subsequentValues.sink { total.sum &+= $0 } }
            for number in 1...count / 100 { source.value = number }
            use(observers)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let observers = (0..<100).map { _ in { (value: Int) in total.sum &+= value } }
            for number in 1...count / 100 { for observer in observers { observer(number) } }
            return total.sum
        }),
    Workload(
        name: "property, one observer", unit: "change", count: 50_000, target: .none,
        stream: { count in
            let total = Total()
            let source = MutableProperty(0)
            let observer = source.property.map { $0 &+ 1 }.subsequentValues.sink { total.sum &+= $0 }
            for number in 1...count { source.value = number }
            use(observer)
            return total.sum
        },
        byHand: { count in
            let total = Total()
            let observer = { (value: Int) in total.sum &+= value }
            for number in 1...count { observer(number &+ 1) }
            return total.sum
        }),
    // What reading costs where nobody tracks reads: `TraitsObservation` isn't linked.
    Workload(
        name: "property, read", unit: "read", count: 500_000, target: .none,
        stream: { count in
            let source = MutableProperty(1)
            var sum = 0
            for _ in 0..<count { sum &+= source.value }
            use(source)
            return sum
        },
        byHand: { count in
            let source = Atomic(1)
            var sum = 0
            for _ in 0..<count { sum &+= source.load(ordering: .acquiring) }
            return sum
        }),
    // In the next three, one thread makes the changes of both in the place of code by hand.
    Workload(
        name: "two threads, unrelated sources", unit: "change", count: 400_000, target: .ratio(0.59),
        isDeterministic: false,
        stream: { count in
            let sources = (0..<2).map { _ in ObservedSource() }
            onThreads(2) { sources[$0].change(count / 2) }
            return sources[0].last &+ sources[1].last
        },
        byHand: { count in
            let sources = (0..<2).map { _ in ObservedSource() }
            for source in sources { source.change(count / 2) }
            return sources[0].last &+ sources[1].last
        }),
    Workload(
        name: "two threads, unrelated properties", unit: "change", count: 200_000, target: .ratio(0.59),
        isDeterministic: false,
        stream: { count in
            let pairs = (0..<2).map { _ in ChangingPair() }
            onThreads(2) { pairs[$0].first(count / 2) }
            return pairs[0].result &+ pairs[1].result
        },
        byHand: { count in
            let pairs = (0..<2).map { _ in ChangingPair() }
            for pair in pairs { pair.first(count / 2) }
            return pairs[0].result &+ pairs[1].result
        }),
    Workload(
        name: "two threads, related properties", unit: "change", count: 200_000, target: .none,
        isDeterministic: false,
        stream: { count in
            let pair = ChangingPair()
            onThreads(2) { $0 == 0 ? pair.first(count / 2) : pair.second(count / 2) }
            return pair.result
        },
        byHand: { count in
            let pair = ChangingPair()
            pair.first(count / 2)
            pair.second(count / 2)
            return pair.result
        }),
]

/// A property that nothing is derived from.
private final class ObservedSource: Sendable {
    private let source = MutableProperty(0)
    private let told = MutableProperty(0)
    private let observer: AnyCancellable

    init() { observer = source.subsequentValues.sink { [told] in told.value = $0 } }

    func change(_ count: Int) { for number in 1...count { source.value = number } }

    var last: Int { told.value }
}

/// Two properties, and what is made of both.
private final class ChangingPair: Sendable {
    /// What the observer was told.
    private final class Told: Sendable {
        let last = Atomic<Int>(0), count = Atomic<Int>(0)
    }

    private let left = MutableProperty(0), right = MutableProperty(0)
    private let told = Told()
    private let observer: AnyCancellable

    init() {
        let sum = left.property.map { $0 &+ 1 }.combineLatest(right.property) { $0 &+ $1 }
        observer = sum.subsequentValues.sink { [told] value in
            told.last.store(value, ordering: .relaxed)
            told.count.wrappingAdd(1, ordering: .relaxed)
        }
    }

    func first(_ count: Int) { for number in 1...count { left.value = number } }
    func second(_ count: Int) { for number in 1...count { right.value = number } }

    /// The last sum, and how many there were.
    var result: Int { told.last.load(ordering: .relaxed) &+ told.count.load(ordering: .relaxed) }
}

/// The same values in one object that knows the order they depend on each other in: nothing can be seen half
/// changed, and the observer is called once.
private final class GraphByHand {
    private var branches: [Int]
    private var sum = 0
    private let onChange: (Int) -> Void

    var value = 0 {
        didSet {
            for index in branches.indices { branches[index] = value + index }
            sum = branches.reduce(0, +)
            onChange(sum)
        }
    }

    init(branches count: Int, _ onChange: @escaping (Int) -> Void) {
        branches = Array(0..<count)
        self.onChange = onChange
    }
}
