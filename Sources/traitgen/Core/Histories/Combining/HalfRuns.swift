/// The results of combining two inputs in one half of time, in every order of their events.
final class HalfRuns {
    /// The events that an input sends in one half.
    struct Source: Hashable {
        var values: Int
        /// The events after the values, a bit for each: 1 for a finish, 2 for a failure.
        var ends: Int

        var fails: Bool { ends & 2 != 0 }
        var isEmpty: Bool { values == 0 && ends == 0 }

        /// The next event.
        var event: Event { values > 0 ? .value : ends & 1 != 0 ? .finish : .failure }

        /// The rest after the next event.
        var afterEvent: Source {
            var rest = self
            if values > 0 { rest.values -= 1 } else { rest.ends = ends & 1 != 0 ? ends & 2 : 0 }
            return rest
        }

        init(earlyOf history: TimedHistory) {
            values = history.early
            ends = history.endsEarly ? Self.bit(history.end) : 0
            if history.thenFails == .early { ends |= 2 }
        }

        init(lateOf history: TimedHistory) {
            values = history.late
            ends = history.endsEarly ? 0 : Self.bit(history.end)
            if history.thenFails == .late { ends |= 2 }
        }

        private static func bit(_ end: Shape.End) -> Int {
            switch end {
            case .silent: 0
            case .finished: 1
            case .failed: 2
            }
        }
    }

    /// The state in which a half ends: an end of the stream, or a memory of the combiner.
    struct Target: Hashable {
        private let code: Int

        static let finished = Target(code: -1)
        /// The stream finished, though an input would still have failed in the same half.
        static let finishedBeforeFailure = Target(code: -2)
        static let failed = Target(code: -3)

        static func open(_ memory: Int) -> Target { Target(code: memory) }

        var isEnd: Bool { code < 0 }
        var failsThen: Bool { code == -2 }
        /// The number of the combiner's memory; valid only if the target is no end.
        var memory: Int { code }
        var end: Shape.End { code >= 0 ? .silent : code == -3 ? .failed : .finished }
    }

    /// A possible target of a half, with the possible numbers of values sent before it, one bit for each number.
    struct Run: Hashable {
        var target: Target
        var values: UInt64
    }

    /// The remaining events of both inputs, and the number of the combiner's memory.
    private struct Place {
        var memory: Int
        var left: Source
        var right: Source

        subscript(input: Int) -> Source {
            get { input == 0 ? left : right }
            set { if input == 0 { left = newValue } else { right = newValue } }
        }
    }

    private let states: CombinerStates
    private let most: Int
    /// A Boolean value that indicates whether a failure after the finish of two inputs matters: a third input may have
    /// to take the last value first.
    let mayFailAfter: Bool
    private let signalsFirst: Bool
    private let comparesCounts: Bool
    @exclusivity(unchecked) private var known: [[Run]?] = []

    init(_ states: CombinerStates, mayFailAfter: Bool, signalsFirst: Bool) {
        self.states = states
        self.mayFailAfter = mayFailAfter
        self.signalsFirst = signalsFirst
        most = states.combiner.most
        comparesCounts = states.combiner.comparesCounts
    }

    func runs(_ memory: Int, _ left: Source, _ right: Source) -> [Run] {
        let place = Place(memory: memory, left: left, right: right)
        let key = key(place)
        if key < known.count, let found = known[key] { return found }
        solve(place)
        return known[key] ?? []
    }

    private func key(_ place: Place) -> Int {
        let count = 4 * (most + 1)
        return (place.memory * count + place.left.values * 4 + place.left.ends) * count
            + place.right.values * 4 + place.right.ends
    }

    // MARK: - All places that follow

    /// A possible next step from a place: to the end of the half, or to another place.
    private struct Edge {
        var target: Target?
        var place: Int
        var sendsValue: Bool
    }

    /// Solves a place together with all places that follow.
    private func solve(_ first: Place) {
        var order: [Int] = []
        var edges: [[Edge]] = []
        var isCircular = false
        visit(first, &order, &edges, &isCircular)
        // Places come after the places that follow from them, except where the largest count stays unchanged after a
        // value.
        var isChanged = true
        while isChanged {
            isChanged = false
            var index = 0
            while index < order.count {
                if add(edges[index], to: order[index]) && isCircular { isChanged = true }
                index += 1
            }
        }
    }

    /// Adds the runs of all edges to those of a place, and returns whether that made a difference.
    private func add(_ edges: [Edge], to key: Int) -> Bool {
        var result = known[key] ?? []
        var isChanged = false
        var number = 0
        while number < edges.count {
            let edge = edges[number]
            let runs = edge.target.map { [Run(target: $0, values: 1)] } ?? known[edge.place] ?? []
            var index = 0
            while index < runs.count {
                let values = edge.sendsValue ? afterValue(runs[index].values) : runs[index].values
                if insert(Run(target: runs[index].target, values: values), &result) { isChanged = true }
                index += 1
            }
            number += 1
        }
        if isChanged { known[key] = result }
        return isChanged
    }

    /// Appends the places that follow, and then the place itself.
    private func visit(
        _ place: Place, _ order: inout [Int], _ edges: inout [[Edge]], _ isCircular: inout Bool
    ) {
        let key = key(place)
        while key >= known.count { known.append(nil) }
        known[key] = []
        var found: [Edge] = []
        // Plain loops, as everywhere here: the generator runs unoptimised.
        var input = 0
        while input < 2 {
            if mayMove(input, place) {
                let source = place[input]
                let steps = states.steps(place.memory, input, source.event)
                let stays = comparesCounts && source.values == most
                if stays { isCircular = true }
                var number = 0
                while number < steps.count {
                    var after = place
                    after.memory = steps[number].next
                    after[input] = source.afterEvent
                    found.append(follow(steps[number], after, &order, &edges, &isCircular))
                    if stays {
                        after[input] = source
                        found.append(follow(steps[number], after, &order, &edges, &isCircular))
                    }
                    number += 1
                }
            }
            input += 1
        }
        // Each event has a step: without any, the half is over.
        if found.isEmpty { found.append(Edge(target: .open(place.memory), place: 0, sendsValue: false)) }
        order.append(key)
        edges.append(found)
    }

    private func follow(
        _ step: CombinerStates.Step, _ after: Place, _ order: inout [Int], _ edges: inout [[Edge]],
        _ isCircular: inout Bool
    ) -> Edge {
        let edge = edge(step, after)
        if edge.target == nil, edge.place >= known.count || known[edge.place] == nil {
            visit(after, &order, &edges, &isCircular)
        }
        return edge
    }

    private func mayMove(_ input: Int, _ place: Place) -> Bool {
        if place[input].isEmpty || !states.hears(place.memory, input) { return false }
        return !signalsFirst || input == 1 || place.right.isEmpty
    }

    private func edge(_ step: CombinerStates.Step, _ after: Place) -> Edge {
        let target: Target? =
            switch step.end {
            case .silent: nil
            case .failed: .failed
            case .finished:
                mayFailAfter && (after.left.fails || after.right.fails)
                    ? .finishedBeforeFailure : .finished
            }
        return Edge(target: target, place: target == nil ? key(after) : 0, sendsValue: step.sendsValue)
    }

    /// Adds a run, and returns whether it is new.
    private func insert(_ run: Run, _ runs: inout [Run]) -> Bool {
        var index = 0
        while index < runs.count {
            if runs[index].target == run.target {
                let before = runs[index].values
                runs[index].values = before | run.values
                return before | run.values != before
            }
            index += 1
        }
        runs.append(run)
        return true
    }

    /// Adds one value before all numbers of values in the bits.
    private func afterValue(_ bits: UInt64) -> UInt64 {
        let top: UInt64 = 1 << UInt64(most)
        return ((bits << 1) | (bits & top)) & ((top << 1) - 1)
    }
}
