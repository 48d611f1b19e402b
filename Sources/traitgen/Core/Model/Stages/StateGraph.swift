/// The states of the stages that lead to each other while the same may come again and again.
struct StateGraph {
    /// For each state what may come of it.
    private(set) var edges: [Int: [Pipeline.Outcome]] = [:]
    private let states: [Int]

    /// - Parameter outcomes: what may come of a state while the input stays as it is.
    init(from start: Int, _ outcomes: (Int) -> [Pipeline.Outcome]) {
        var states = [start]
        var next = 0
        while next < states.count {
            let state = states[next]
            next += 1
            let found = outcomes(state)
            edges[state] = found
            for case let after? in found.map(\.state) where !states.contains(after) { states.append(after) }
        }
        self.states = states
    }

    /// The shapes of each state: those it has by itself, and what its outcomes hand on before those of the next.
    func solve(limit: Int, _ own: (Int) -> ShapeSet) -> [Int: ShapeSet] {
        var result: [Int: ShapeSet] = [:]
        for state in states { result[state] = own(state) }
        var isStable = false
        while !isStable {
            isStable = true
            for state in states.reversed() {
                let before = result[state] ?? ShapeSet(limit: limit)
                var after = before
                for outcome in edges[state] ?? [] {
                    guard let next = outcome.state, let shapes = result[next] else { continue }
                    after.formUnion(outcome.events.reversed().reduce(shapes) { $0.following($1) })
                }
                guard after != before else { continue }
                result[state] = after
                isStable = false
            }
        }
        return result
    }

    /// The states that it may come back to without anything handed on.
    var quietForEver: Set<Int> {
        Set(
            states.filter { start in
                var seen: Set<Int> = []
                var open = [start]
                while let state = open.popLast() {
                    for outcome in edges[state] ?? [] where outcome.events.isEmpty {
                        guard let next = outcome.state else { continue }
                        if next == start { return true }
                        if seen.insert(next).inserted { open.append(next) }
                    }
                }
                return false
            })
    }

    /// The states from which it may go on for ever with always something more handed on.
    var loudForEver: Set<Int> {
        var all = Set(states)
        while true {
            var reaching: Set<Int> = []
            var isStable = false
            while !isStable {
                isStable = true
                for state in all where !reaching.contains(state) {
                    let leads = (edges[state] ?? []).contains { outcome in
                        guard let next = outcome.state else { return false }
                        return outcome.events.isEmpty ? reaching.contains(next) : all.contains(next)
                    }
                    guard leads else { continue }
                    reaching.insert(state)
                    isStable = false
                }
            }
            if reaching == all { return all }
            all = reaching
        }
    }
}
