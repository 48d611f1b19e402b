/// The states of the stages that lead to each other while the same input may repeat. Results are in the order of
/// `states`.
struct StateGraph {
    /// The states, the initial state first.
    private(set) var states: [Int]
    /// For each state its possible transitions.
    private(set) var edges: [[Edge]] = []

    struct Edge {
        /// The index of the next state; nil once the stream has ended.
        var next: Int?
        /// The events that are handed on.
        var events: [TimedEvent]

        /// The shapes of histories with these events in front.
        func leading(_ shapes: ShapeSet) -> ShapeSet {
            var result = shapes
            for event in events.reversed() { result = result.following(event) }
            return result
        }
    }

    /// - Parameter outcomes: the possible results of a state while the input stays the same.
    init(from start: Int, _ outcomes: (Int) -> [Pipeline.Outcome]) {
        states = [start]
        while edges.count < states.count {
            let found = outcomes(states[edges.count])
            edges.append(found.map { Edge(next: $0.state.map { index(of: $0) }, events: $0.events) })
        }
    }

    /// Returns the index of a state, adding it if it is new. There are few states.
    private mutating func index(of state: Int) -> Int {
        if let index = states.firstIndex(of: state) { return index }
        states.append(state)
        return states.count - 1
    }

    /// The shapes of each state: its own shapes, and the shapes of each next state after the events of the transition.
    ///
    /// - Parameter own: the own shapes of the state at an index.
    func solve(_ own: (Int) -> ShapeSet) -> [ShapeSet] {
        var result = states.indices.map(own)
        var isStable = false
        while !isStable {
            isStable = true
            for state in states.indices.reversed() {
                var after = result[state]
                for edge in edges[state] {
                    if let next = edge.next { after.formUnion(edge.leading(result[next])) }
                }
                guard after != result[state] else { continue }
                result[state] = after
                isStable = false
            }
        }
        return result
    }

    /// Flags that indicate for each state whether a cycle leads back to it without handing on any event.
    var quietForEver: [Bool] {
        states.indices.map { start in
            var seen = states.map { _ in false }
            var open = [start]
            while let state = open.popLast() {
                for edge in edges[state] where edge.events.isEmpty {
                    guard let next = edge.next else { continue }
                    if next == start { return true }
                    if !seen[next] { open.append(next) }
                    seen[next] = true
                }
            }
            return false
        }
    }

    /// Flags that indicate for each state whether endless runs from it can hand on events again and again.
    var loudForEver: [Bool] {
        var all = states.map { _ in true }
        while true {
            var reaching = states.map { _ in false }
            var isStable = false
            while !isStable {
                isStable = true
                for state in states.indices where all[state] && !reaching[state] {
                    let leads = edges[state].contains { edge in
                        guard let next = edge.next else { return false }
                        return edge.events.isEmpty ? reaching[next] : all[next]
                    }
                    guard leads else { continue }
                    reaching[state] = true
                    isStable = false
                }
            }
            if reaching == all { return all }
            all = reaching
        }
    }
}
