import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Random graphs of properties whose sources several threads change, while others read, observe, build and let go.
///
/// One observer has been there from the start and sees each change: what it saw is the history. Everything that anybody
/// else sees has to fit into it.
@Suite("Threads change random graphs of properties", .limited)
struct PropertyGraphThreadTests {
    /// A property, and what its value is by the values of the sources.
    private struct Node: Sendable {
        let property: Property<Int>
        let expected: @Sendable ([Int]) -> Int
    }

    /// The values of all sources, and of one node beside them.
    private struct View: Equatable, Sendable {
        let sources: [Int]
        let value: Int
    }

    /// What one observer or reader saw, in order.
    private final class Log: Sendable {
        let views = Locked<[View]>([])

        func see(_ view: View) { views.withLock { $0.append(view) } }
    }

    private final class Graph: Sendable {
        let sources: [MutableProperty<Int>]
        let all: Property<[Int]>
        let nodes: [Node]
        /// How many changes there were; with it each makes a value that no other one makes.
        private let count = Atomic<Int>(0)
        var changes: Int { count.load(ordering: .relaxed) }

        init(using random: inout SeededGenerator) {
            let sources = (0..<3).map { MutableProperty($0) }
            var nodes = sources.indices.map { index in Node(property: sources[index].property) { $0[index] } }
            for _ in 0..<random.int(2...10) { nodes.append(Self.node(of: nodes, using: &random)) }
            self.sources = sources
            all = sources.map(\.property).combineLatest()
            self.nodes = nodes
        }

        static func node(of nodes: [Node], using random: inout SeededGenerator) -> Node {
            let (a, b, c) = (random.of(nodes), random.of(nodes), random.of(nodes))
            switch random.int(0...6) {
            case 0:
                return Node(property: a.property.map { $0 &* 3 &+ 1 }) { a.expected($0) &* 3 &+ 1 }
            case 1:
                return Node(property: a.property.combineLatest(b.property) { $0 &* 5 &- $1 }) {
                    a.expected($0) &* 5 &- b.expected($0)
                }
            case 2:
                let some = [a, b, c]
                return Node(property: some.map(\.property).combineLatest().map { $0.reduce(0, &+) }) {
                    sources in
                    some.reduce(0) { $0 &+ $1.expected(sources) }
                }
            case 3:
                return Node(property: a.property.map { $0 & 1 }.removeDuplicates().map { -$0 }) {
                    -(a.expected($0) & 1)
                }
            case 4:
                return Node(property: a.property.flatMap { $0 % 2 == 0 ? b.property : c.property }) {
                    a.expected($0) % 2 == 0 ? b.expected($0) : c.expected($0)
                }
            case 5:
                let made = a.property.flatMap { value in b.property.map { $0 &+ value } }
                return Node(property: made) { b.expected($0) &+ a.expected($0) }
            default:
                let far = (0..<random.int(0...4)).reduce(a.property) { chain, _ in chain.map { $0 } }
                return Node(property: b.property.combineLatest(far) { $0 &- $1 }) {
                    b.expected($0) &- a.expected($0)
                }
            }
        }

        func view(_ node: Node) -> Property<View> {
            all.combineLatest(node.property) { View(sources: $0, value: $1) }
        }

        func change(_ index: Int, modifies: Bool) -> Int {
            // The sources begin with less.
            let new = 10 + count.add(1, ordering: .relaxed).newValue
            if modifies {
                sources[index].modify { $0 = new }
            } else {
                sources[index].value = new
            }
            return new
        }
    }

    /// What is wrong about what was seen one after the other, if anything is.
    ///
    /// - Parameters:
    ///   - places: where each state of the sources stands in the history.
    ///   - isGapless: whether none may be left out.
    private static func fault(
        in seen: [(node: Node, view: View)], places: [[Int]: Int], isGapless: Bool
    ) -> String? {
        var last: Int?
        for (node, view) in seen {
            guard let place = places[view.sources] else { return "\(view) never was" }
            if node.expected(view.sources) != view.value { return "\(view) is half a change" }
            if let last, isGapless ? place != last + 1 : place < last { return "\(place) after \(last)" }
            last = place
        }
        return nil
    }

    @Test func everybodySeesOneHistory() {
        for seed in Laws.seeds(1...1000) {
            var random = SeededGenerator(seed: seed)
            let graph = Graph(using: &random)
            let history = Log()
            let historian = graph.all.allValues.sink { history.see(View(sources: $0, value: 0)) }

            let checks = Locked<[@Sendable ([[Int]: Int]) -> String?]>([])
            @Sendable func check(_ check: @escaping @Sendable ([[Int]: Int]) -> String?) {
                checks.withLock { $0.append(check) }
            }

            // Observers that stay see all to the end.
            var staying: [AnyCancellable] = []
            for _ in 0..<random.int(0...2) {
                let (node, log) = (random.of(graph.nodes), Log())
                // One of them may change something itself, a few times.
                let (answers, target) = (random.int(0...3) == 0 ? 2 : 0, random.int(0...2))
                let left = Atomic<Int>(answers)
                staying.append(
                    graph.view(node).allValues.sink { view in
                        log.see(view)
                        if left.subtract(1, ordering: .relaxed).newValue >= 0 {
                            _ = graph.change(target, modifies: false)
                        }
                    })
                check { places in
                    let views = log.views.withLock { $0 }
                    guard let start = views.first.flatMap({ places[$0.sources] }) else {
                        return "no value came"
                    }
                    let all = places.count - start
                    if views.count != all { return "\(views.count) of \(all) came" }
                    return Self.fault(in: views.map { (node, $0) }, places: places, isGapless: true)
                }
            }

            let threads = (0..<random.int(2...3)).map { thread -> @Sendable () -> Void in
                { [seed] in
                    var random = SeededGenerator(seed: seed &* 64 &+ UInt64(thread))
                    var nodes = graph.nodes
                    var observers: [AnyCancellable] = []
                    for _ in 0..<random.int(2...8) {
                        switch random.int(0...8) {
                        case 0, 1, 2:
                            let index = random.int(0...2)
                            let new = graph.change(index, modifies: random.int(0...1) == 0)
                            let after = graph.all.value
                            check { places in
                                guard let first = places.filter({ $0.key[index] == new }).map(\.value).min()
                                else {
                                    return "\(new) was lost"
                                }
                                // The history may have gone on since, but not back.
                                return places[after].map { $0 >= first } == true
                                    ? nil : "\(after) after \(new) was set"
                            }
                        case 3:
                            nodes.append(Graph.node(of: nodes, using: &random))
                        case 4 where nodes.count > 3:
                            nodes.remove(at: random.int(3...nodes.count - 1))
                        case 5, 6:
                            let (node, log) = (random.of(nodes), Log())
                            let view = graph.view(node)
                            observers.append(
                                random.int(0...1) == 0
                                    ? view.allValues.sink { log.see($0) }
                                    : view.subsequentValues.sink { log.see($0) })
                            check { places in
                                let views = log.views.withLock { $0 }
                                return Self.fault(
                                    in: views.map { (node, $0) }, places: places, isGapless: true)
                            }
                        case 7 where !observers.isEmpty:
                            observers.remove(at: random.int(0...observers.count - 1)).cancel()
                        default:
                            // In turns, since what is read of one property tells how old the other one's value may be.
                            let some = [random.of(nodes), random.of(nodes)]
                            let views = some.map(graph.view)
                            let seen = (0..<6).map { (some[$0 % 2], views[$0 % 2].value) }
                            check { places in Self.fault(in: seen, places: places, isGapless: false) }
                        }
                    }
                }
            }
            onThreads(seed: seed, threads)

            let seen = history.views.withLock { $0.map(\.sources) }
            #expect(seen.count == graph.changes + 1, "seed \(seed)")
            #expect(seen.last == graph.sources.map(\.value), "seed \(seed)")
            let places = Dictionary(
                seen.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            #expect(places.count == seen.count, "seed \(seed): \(seen)")
            for check in checks.withLock({ $0 }) {
                let fault = check(places)
                #expect(fault == nil, "seed \(seed)")
            }
            for node in graph.nodes {
                #expect(node.property.value == node.expected(seen.last!), "seed \(seed)")
            }
            withExtendedLifetime((historian, staying)) {}
        }
    }
}

extension SeededGenerator {
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func of<Element>(_ elements: [Element]) -> Element {
        elements.randomElement(using: &self)!
    }
}
