/// The states of the stages that lead to each other while the same may come again and again. What is found of them stands
/// in the order of `states`.
struct StateGraph {
    /// The first one is where it begins.
    private(set) var states: [Int]
    /// For each state what may come of it.
    private(set) var edges: [[Edge]] = []

    struct Edge {
        /// The index of the state after it; nil once the stream has ended.
        var next: Int?
        /// What is handed on.
        var events: [TimedEvent]

        /// What is seen where this is followed by what is seen of others.
        func leading(_ shapes: ShapeSet) -> ShapeSet {
            var result = shapes
            for event in events.reversed() { result = result.following(event) }
            return result
        }
    }

    /// - Parameter outcomes: what may come of a state while the input stays as it is.
    init(from start: Int, _ outcomes: (Int) -> [Pipeline.Outcome]) {
        states = [start]
        while edges.count < states.count {
            let found = outcomes(states[edges.count])
            edges.append(found.map { Edge(next: $0.state.map { index(of: $0) }, events: $0.events) })
        }
    }

    /// The index of a state, which is added if it is new. There are few of them.
    private mutating func index(of state: Int) -> Int {
        if let index = states.firstIndex(of: state) { return index }
        states.append(state)
        return states.count - 1
    }

    /// The shapes of each state: those it has by itself, and what its outcomes hand on before those of the next.
    ///
    /// - Parameter own: those of the state with an index.
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

    /// Whether each state may be come back to without anything handed on.
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

    /// Whether it may go on for ever from each state with always something more handed on.
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
