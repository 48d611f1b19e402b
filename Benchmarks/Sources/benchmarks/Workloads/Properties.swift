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
        })
]

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
