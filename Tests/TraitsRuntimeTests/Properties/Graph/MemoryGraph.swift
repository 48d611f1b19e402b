import Synchronization
import TraitsRuntime
import TraitsTesting

/// What a property holds after each change, and whether that change made it send something.
struct MemoryTrack: Sendable {
    var values: [Int]
    var sends: [Bool]

    /// What it holds at the start, and what it sends at each later place.
    init(of places: Int, from start: Int, first: Int, next: (Int) -> Int?) {
        values = Array(repeating: first, count: start + 1)
        sends = Array(repeating: false, count: start + 1)
        for place in (start + 1)..<max(places, start + 1) {
            let new = next(place)
            values.append(new ?? values[place - 1])
            sends.append(new != nil)
        }
    }
}

/// A property, the numbers of those that it is made of, and what it makes of their tracks from the place on at which it
/// is made.
struct MemoryNode: Sendable {
    let property: Property<Int>
    var inputs: [Int] = []
    let track: @Sendable ([MemoryTrack], _ start: Int, _ places: Int) -> MemoryTrack
}

/// The values of all sources, and of one property beside them.
struct MemoryView: Sendable {
    let sources: [Int]
    let value: Int
}

/// A random graph of properties that remember, and the model of it.
final class MemoryGraph: Sendable {
    let sources: [MutableProperty<Int>]
    let all: Property<[Int]>
    let nodes: [MemoryNode]
    private let count = Atomic<Int>(0)

    init(using random: inout SeededGenerator) {
        sources = (0..<3).map { MutableProperty($0) }
        all = sources.map(\.property).combineLatest()
        var nodes = sources.map { source in
            // The history has the tracks of the sources.
            MemoryNode(property: source.property) { tracks, _, _ in tracks[0] }
        }
        for _ in 0..<random.int(2...8) { nodes.append(Self.node(of: nodes, using: &random)) }
        self.nodes = nodes
    }

    static func node(of nodes: [MemoryNode], using random: inout SeededGenerator) -> MemoryNode {
        let inputs = (0..<3).map { _ in random.int(0...nodes.count - 1) }
        let (a, b, c) = (nodes[inputs[0]].property, nodes[inputs[1]].property, nodes[inputs[2]].property)
        switch random.int(0...11) {
        case 0:
            return one(a.map { $0 &* 3 &+ 1 }, inputs) { value, _ in value &* 3 &+ 1 }
        case 1:
            return MemoryNode(property: a.combineLatest(b) { $0 &* 5 &- $1 }, inputs: inputs) {
                tracks, start, places in
                let (a, b) = (tracks[0], tracks[1])
                return MemoryTrack(of: places, from: start, first: a.values[start] &* 5 &- b.values[start]) {
                    a.sends[$0] || b.sends[$0] ? a.values[$0] &* 5 &- b.values[$0] : nil
                }
            }
        case 2, 3:
            return one(a.scan(1) { $0 &* 3 &+ $1 }, inputs) { ($1 ?? 1) &* 3 &+ $0 }
        case 4:
            return MemoryNode(
                property: a.combinePrevious(7).map { $0.previous &* 7 &+ $0.current }, inputs: inputs
            ) { tracks, start, places in
                let a = tracks[0]
                return MemoryTrack(of: places, from: start, first: 49 &+ a.values[start]) {
                    a.sends[$0] ? a.values[$0 - 1] &* 7 &+ a.values[$0] : nil
                }
            }
        case 5:
            return MemoryNode(property: a.zip(b).map { $0.0 &* 5 &- $0.1 }, inputs: inputs, track: zipped)
        case 6:
            return one(a.map { $0 & 3 }.removeDuplicates(), inputs) { value, last in
                value & 3 == last ? nil : value & 3
            }
        case 7:
            return one(a.filter(initial: -1) { $0 % 3 != 0 }, inputs) { value, last in
                value % 3 != 0 ? value : last == nil ? -1 : nil
            }
        case 8:
            return MemoryNode(property: a.map { $0 & 7 }.uniqueValues(), inputs: inputs) {
                tracks, start, places in
                let a = tracks[0]
                var seen: Set = [a.values[start] & 7]
                return MemoryTrack(of: places, from: start, first: a.values[start] & 7) {
                    a.sends[$0] && seen.insert(a.values[$0] & 7).inserted ? a.values[$0] & 7 : nil
                }
            }
        case 9:
            // Made in the middle of a change, of what may be changed in the rest of it.
            let made = a.flatMap { value in (value % 2 == 0 ? b : c).scan(value) { $0 &* 3 &+ $1 } }
            return MemoryNode(property: made, inputs: inputs) {
                remade($0, $1, $2) { tracks, start, places in
                    let value = tracks[0].values[start]
                    let scanned = tracks[value % 2 == 0 ? 1 : 2]
                    var last = value &* 3 &+ scanned.values[start]
                    return MemoryTrack(of: places, from: start, first: last) {
                        guard scanned.sends[$0] else { return nil }
                        last = last &* 3 &+ scanned.values[$0]
                        return last
                    }
                }
            }
        case 10:
            return MemoryNode(property: a.flatMap { _ in b.zip(c).map { $0.0 &* 5 &- $0.1 } }, inputs: inputs)
            {
                remade($0, $1, $2) { zipped([$0[1], $0[2]], $1, $2) }
            }
        default:
            return MemoryNode(property: a.flatMap { $0 % 2 == 0 ? b : c }, inputs: inputs) {
                tracks, start, places in
                func inner(_ place: Int) -> MemoryTrack {
                    tracks[0].values[place] % 2 == 0 ? tracks[1] : tracks[2]
                }
                return MemoryTrack(of: places, from: start, first: inner(start).values[start]) {
                    tracks[0].sends[$0] || inner($0).sends[$0] ? inner($0).values[$0] : nil
                }
            }
        }
    }

    /// What is made of one property: of its value and of the one that was made before, nothing at the start.
    private static func one(
        _ property: Property<Int>, _ inputs: [Int], _ make: @escaping @Sendable (Int, _ last: Int?) -> Int?
    ) -> MemoryNode {
        MemoryNode(property: property, inputs: inputs) { tracks, start, places in
            let a = tracks[0]
            var last = make(a.values[start], nil)
            return MemoryTrack(of: places, from: start, first: last!) {
                guard a.sends[$0], let new = make(a.values[$0], last) else { return nil }
                last = new
                return new
            }
        }
    }

    /// What is made each time the first input sends something.
    private static func remade(
        _ tracks: [MemoryTrack], _ start: Int, _ places: Int,
        _ make: ([MemoryTrack], _ start: Int, _ places: Int) -> MemoryTrack
    ) -> MemoryTrack {
        var inner = make(tracks, start, places)
        return MemoryTrack(of: places, from: start, first: inner.values[start]) {
            if tracks[0].sends[$0] {
                inner = make(tracks, $0, places)
                return inner.values[$0]
            }
            return inner.sends[$0] ? inner.values[$0] : nil
        }
    }

    @Sendable private static func zipped(_ tracks: [MemoryTrack], _ start: Int, _ places: Int) -> MemoryTrack
    {
        var waiting: ([Int], [Int]) = ([], [])
        let (a, b) = (tracks[0], tracks[1])
        return MemoryTrack(of: places, from: start, first: a.values[start] &* 5 &- b.values[start]) {
            if a.sends[$0] { waiting.0.append(a.values[$0]) }
            if b.sends[$0] { waiting.1.append(b.values[$0]) }
            guard !waiting.0.isEmpty, !waiting.1.isEmpty else { return nil }
            return waiting.0.removeFirst() &* 5 &- waiting.1.removeFirst()
        }
    }

    func view(_ node: MemoryNode) -> Property<MemoryView> {
        all.combineLatest(node.property) { MemoryView(sources: $0, value: $1) }
    }

    func change(_ index: Int, modifies: Bool) {
        // The sources begin with less, and no value comes twice.
        let new = 10 + count.add(1, ordering: .relaxed).newValue
        if modifies {
            sources[index].modify { $0 = new }
        } else {
            sources[index].value = new
        }
    }

    /// The tracks of all properties that were there at the start.
    func tracks(_ history: [[Int]]) -> [MemoryTrack] {
        var tracks: [MemoryTrack] = []
        for (index, node) in nodes.enumerated() {
            guard index >= sources.count else {
                let source = history.map { $0[index] }
                tracks.append(
                    MemoryTrack(of: history.count, from: 0, first: source[0]) {
                        source[$0] == source[$0 - 1] ? nil : source[$0]
                    })
                continue
            }
            tracks.append(node.track(node.inputs.map { tracks[$0] }, 0, history.count))
        }
        return tracks
    }
}
