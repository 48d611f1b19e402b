import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Random graphs of properties that remember what came before, whose sources several threads change.
///
/// What such a property holds tells of all that came to it: whoever looks, and if nobody does, it has to have met each
/// change of what it depends on, once and in order. One observer from the start sees each change of the sources; from
/// these a model computes what every property has to send and hold.
@Suite("Threads change properties that remember", .limited)
struct PropertyMemoryThreadTests {
    @Test func nothingIsMissedOrMetTwice() {
        for seed in Laws.seeds(1...1000) {
            var random = SeededGenerator(seed: seed)
            let run = MemoryRun(using: &random)
            for _ in 0..<random.int(0...2) { run.observe(using: &random) }
            onThreads(
                seed: seed,
                (0..<random.int(2...3)).map { thread in
                    {
                        var random = SeededGenerator(seed: seed &* 64 &+ UInt64(thread))
                        for _ in 0..<random.int(2...6) { run.act(using: &random) }
                    }
                })
            for fault in run.faults() { Issue.record("seed \(seed): \(fault)") }
        }
    }
}

/// A graph, and what is seen of it.
private final class MemoryRun: Sendable {
    let graph: MemoryGraph
    private let history = Locked<[[Int]]>([])
    private let observers = Locked<[AnyCancellable]>([])
    /// Each returns what is wrong, if anything is.
    private let checks = Locked<[@Sendable (Outcome) -> String?]>([])

    /// The history, and what each property from the start made of it.
    struct Outcome {
        let history: [[Int]]
        let tracks: [MemoryTrack]

        func place(_ sources: [Int]) -> Int? { history.firstIndex(of: sources) }
    }

    init(using random: inout SeededGenerator) {
        graph = MemoryGraph(using: &random)
        let historian = graph.all.allValues.sink { [history] state in history.withLock { $0.append(state) } }
        observers.withLock { $0.append(historian) }
    }

    private func check(_ check: @escaping @Sendable (Outcome) -> String?) {
        checks.withLock { $0.append(check) }
    }

    func faults() -> [String] {
        let states = history.withLock { $0 }
        let outcome = Outcome(history: states, tracks: graph.tracks(states))
        let ends = graph.nodes.indices.compactMap { number -> String? in
            let (value, expected) = (graph.nodes[number].property.value, outcome.tracks[number].values.last)
            return value == expected ? nil : "node \(number) ends with \(value), not \(expected ?? 0)"
        }
        return checks.withLock { $0 }.compactMap { $0(outcome) } + ends
    }

    /// Observes a property to the end, while no thread runs yet. The observer may answer with changes, a few times.
    func observe(using random: inout SeededGenerator) {
        let number = random.int(0...graph.nodes.count - 1)
        let seen = Locked<[Int]>([])
        let (answers, target) = (random.int(0...3) == 0 ? 2 : 0, random.int(0...2))
        let left = Atomic<Int>(answers)
        let before = graph.all.value
        let observer = graph.nodes[number].property.allValues.sink { [graph] value in
            seen.withLock { $0.append(value) }
            if left.subtract(1, ordering: .relaxed).newValue >= 0 { graph.change(target, modifies: false) }
        }
        observers.withLock { $0.append(observer) }
        check { outcome in
            guard let start = outcome.place(before) else { return "\(before) never was" }
            let track = outcome.tracks[number]
            let places = track.values.indices.filter { $0 == start || $0 > start && track.sends[$0] }
            let (came, expected) = (seen.withLock { $0 }, places.map { track.values[$0] })
            return came == expected ? nil : "\(came) came from node \(number), not \(expected)"
        }
    }

    /// What a thread does: changes a source, makes a property, or reads one.
    func act(using random: inout SeededGenerator) {
        switch random.int(0...4) {
        case 0, 1: graph.change(random.int(0...2), modifies: random.int(0...1) == 0)
        case 2: make(using: &random)
        default: read(random.int(0...graph.nodes.count - 1))
        }
    }

    private func read(_ number: Int) {
        let view = graph.view(graph.nodes[number]).value
        check { outcome in
            guard let place = outcome.place(view.sources) else { return "\(view) never was" }
            let expected = outcome.tracks[number].values[place]
            return view.value == expected ? nil : "node \(number) had \(view), not \(expected)"
        }
    }

    /// Makes a property and reads it, before and after a change. Its track begins somewhere between two looks at the
    /// sources.
    private func make(using random: inout SeededGenerator) {
        let before = graph.all.value
        let node = MemoryGraph.node(of: graph.nodes, using: &random)
        let after = graph.all.value
        let view = graph.view(node)
        let first = view.value
        if random.int(0...1) == 0 { graph.change(random.int(0...2), modifies: false) }
        let views = [first, view.value]
        check { outcome in
            guard let earliest = outcome.place(before), let latest = outcome.place(after) else {
                return "\(before) or \(after) never was"
            }
            guard earliest <= latest else { return "\(after) came after \(before)" }
            let inputs = node.inputs.map { outcome.tracks[$0] }
            let fits = (earliest...latest).contains { start in
                let track = node.track(inputs, start, outcome.history.count)
                return node.property.value == track.values.last
                    && views.allSatisfy { view in
                        outcome.place(view.sources).map { $0 >= start && track.values[$0] == view.value }
                            ?? false
                    }
            }
            return fits ? nil : "a new node had \(views), and \(node.property.value) at the end"
        }
    }
}
