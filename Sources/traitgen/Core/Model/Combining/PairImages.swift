/// What two histories become together: a fold over two is what any number becomes.
///
/// A history is cut in two by the moment when the call that subscribes returns. The events of each half come in any order, and
/// the ``Combiner`` says what follows from each; what it remembers at the end of the first half is the start of the second.
final class PairImages {
    let combination: Behaviour.Combination
    let space: TimedSpace
    private let early: HalfRuns
    private let late: HalfRuns
    private let memories: CombinerStates
    private let start: Int

    init(_ combination: Behaviour.Combination, in space: TimedSpace) {
        self.combination = combination
        self.space = space
        let combiner = Combiner(combination, most: space.most)
        memories = CombinerStates(combiner)
        start = memories.number(combiner.start(2))
        late = HalfRuns(memories, mayFailAfter: combination == .joined(.zip), signalsFirst: false)
        early =
            combiner.hasSignals ? HalfRuns(memories, mayFailAfter: false, signalsFirst: true) : late
    }

    /// The histories of the output of two.
    func histories(_ left: TimedHistory, _ right: TimedHistory) -> TimedSet {
        var result = TimedSet()
        let first = HalfRuns.Source(earlyOf: right)
        let (restOfLeft, restOfRight) = (HalfRuns.Source(lateOf: left), HalfRuns.Source(lateOf: right))
        let begun = early.runs(start, HalfRuns.Source(earlyOf: left), first)
        // Plain loops: they are gone through for each pair of histories, and the generator runs unoptimised.
        var one = 0
        while one < begun.count {
            let run = begun[one]
            one += 1
            if run.target.isEnd {
                var then = run.target.failsThen ? TimedHistory.Then.early : .never
                if run.target == .finished, early.mayFailAfter, restOfLeft.fails || restOfRight.fails {
                    then = .late
                }
                insert(run.values, 1, run.target.end, isEarly: true, then, &result)
                continue
            }
            var rest = restOfRight
            if memories.secondWaits(run.target.memory) {
                // Its immediate events come when it is subscribed.
                rest.values = min(rest.values + first.values, space.most)
                rest.ends |= first.ends
            }
            let ended = late.runs(run.target.memory, restOfLeft, rest)
            var other = 0
            while other < ended.count {
                let (target, values) = (ended[other].target, ended[other].values)
                other += 1
                let then = target.failsThen ? TimedHistory.Then.late : .never
                insert(run.values, values, target.end, isEarly: false, then, &result)
            }
        }
        return result
    }

    private func insert(
        _ early: UInt64, _ late: UInt64, _ end: Shape.End, isEarly: Bool, _ then: TimedHistory.Then,
        _ result: inout TimedSet
    ) {
        var first = early
        while first != 0 {
            var second = late
            while second != 0 {
                result.insert(
                    space.number(
                        first.trailingZeroBitCount, second.trailingZeroBitCount, end, isEarly, then))
                second &= second &- 1
            }
            first &= first &- 1
        }
    }
}

/// What a combiner remembers, by numbers, and what follows from each event: found once.
final class CombinerStates {
    /// What follows from an event.
    struct Step {
        var next: Int
        var sendsValue: Bool
        var end: Shape.End
    }

    let combiner: Combiner
    @exclusivity(unchecked) private var all: [Combiner.Memory] = []
    @exclusivity(unchecked) private var numbers: [Combiner.Memory: Int] = [:]
    @exclusivity(unchecked) private var steps: [[Step]?] = []
    /// For each number and input, whether an event of the input is heard.
    @exclusivity(unchecked) private var hearing: [Bool] = []

    init(_ combiner: Combiner) { self.combiner = combiner }

    /// Whether an event of one of two inputs is heard.
    func hears(_ number: Int, _ input: Int) -> Bool { hearing[2 * number + input] }

    /// Whether the second input isn't subscribed yet.
    func secondWaits(_ number: Int) -> Bool { !hears(number, 1) && all[number].inputs[1].phase == .waiting }

    func number(_ memory: Combiner.Memory) -> Int {
        if let known = numbers[memory] { return known }
        let number = all.count
        all.append(memory)
        numbers[memory] = number
        for _ in 0..<6 { steps.append(nil) }
        for input in memory.inputs {
            hearing.append(input.phase == .running || input.phase.isOver)
        }
        return number
    }

    /// What may follow from an event of one of two inputs.
    func steps(_ memory: Int, _ input: Int, _ event: Event) -> [Step] {
        let key = memory * 6 + input * 3 + Int(event.rawValue)
        if let known = steps[key] { return known }
        let found = combiner.receive(event, from: input, all[memory]).map { outcome in
            let end = outcome.output.last.flatMap { $0.end } ?? .silent
            return Step(
                next: end == .silent ? number(outcome.memory) : memory,
                sendsValue: outcome.output.first == .value, end: end)
        }
        steps[key] = found
        return found
    }
}

/// What comes of two inputs in one half of time, in every order of their events.
final class HalfRuns {
    /// What an input sends in one half.
    struct Source: Hashable {
        var values: Int
        /// The events after the values, a bit for each: 1 for a finish, 2 for a failure.
        var ends: Int

        var fails: Bool { ends & 2 != 0 }
        var isEmpty: Bool { values == 0 && ends == 0 }

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

    /// Where a half ends: in an end, or with what the combiner remembers.
    struct Target: Hashable {
        private let code: Int

        static let finished = Target(code: -1)
        /// In the same half an input would still have failed.
        static let finishedBeforeFailure = Target(code: -2)
        static let failed = Target(code: -3)

        static func open(_ memory: Int) -> Target { Target(code: memory) }

        var isEnd: Bool { code < 0 }
        var failsThen: Bool { code == -2 }
        /// The number of what the combiner remembers; of no end.
        var memory: Int { code }
        var end: Shape.End { code >= 0 ? .silent : code == -3 ? .failed : .finished }
    }

    /// One way for a half to end, and how many values come before, a bit for each number.
    struct Run: Hashable {
        var target: Target
        var values: UInt64
    }

    /// A state of both inputs and the combiner.
    private struct Place {
        var memory: Int
        var left: Source
        var right: Source
    }

    private let states: CombinerStates
    private let most: Int
    /// Whether a failure that comes after the finish of two matters: a third input may have to take the last value before.
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

    /// What may follow from a place: the end of the half, or another place.
    private struct Edge {
        var target: Target?
        var place: Int
        var sendsValue: Bool
    }

    private func solve(_ first: Place) {
        var order: [Int] = []
        var edges: [[Edge]] = []
        var isCircular = false
        visit(first, &order, &edges, &isCircular)
        // Places come behind those that follow from them, but where a count that stands for all above stays as it is.
        var isChanged = true
        while isChanged {
            isChanged = false
            for (index, key) in order.enumerated() {
                var result = known[key] ?? []
                let before = result
                for edge in edges[index] {
                    let runs = edge.target.map { [Run(target: $0, values: 1)] } ?? known[edge.place] ?? []
                    var number = 0
                    while number < runs.count {
                        var run = runs[number]
                        if edge.sendsValue { run.values = afterValue(run.values) }
                        insert(run, &result)
                        number += 1
                    }
                }
                known[key] = result
                if isCircular && result != before { isChanged = true }
            }
        }
    }

    /// Lists the places that follow, and then the place.
    private func visit(
        _ place: Place, _ order: inout [Int], _ edges: inout [[Edge]], _ isCircular: inout Bool
    ) {
        let key = key(place)
        while key >= known.count { known.append(nil) }
        known[key] = []
        var found: [Edge] = []
        var moves = false
        for input in 0...1 {
            let source = input == 0 ? place.left : place.right
            if source.isEmpty || !states.hears(place.memory, input) { continue }
            if signalsFirst && input == 0 && !place.right.isEmpty { continue }
            moves = true
            let event: Event = source.values > 0 ? .value : source.ends & 1 != 0 ? .finish : .failure
            var rest = [source]
            if event != .value {
                rest[0].ends &= event == .finish ? 2 : 0
            } else {
                rest[0].values -= 1
                if comparesCounts && source.values == most {
                    rest.append(source)
                    isCircular = true
                }
            }
            for step in states.steps(place.memory, input, event) {
                for source in rest {
                    var next = place
                    if input == 0 { next.left = source } else { next.right = source }
                    guard step.end == .silent else {
                        let failsLater =
                            mayFailAfter && step.end == .finished && (next.left.fails || next.right.fails)
                        let target: Target =
                            step.end == .failed ? .failed : failsLater ? .finishedBeforeFailure : .finished
                        found.append(Edge(target: target, place: 0, sendsValue: step.sendsValue))
                        continue
                    }
                    next.memory = step.next
                    let nextKey = self.key(next)
                    if nextKey >= known.count || known[nextKey] == nil {
                        visit(next, &order, &edges, &isCircular)
                    }
                    found.append(Edge(target: nil, place: nextKey, sendsValue: step.sendsValue))
                }
            }
        }
        if !moves { found.append(Edge(target: .open(place.memory), place: 0, sendsValue: false)) }
        order.append(key)
        edges.append(found)
    }

    private func insert(_ run: Run, _ runs: inout [Run]) {
        var index = 0
        while index < runs.count {
            if runs[index].target == run.target {
                runs[index].values |= run.values
                return
            }
            index += 1
        }
        runs.append(run)
    }

    /// One value more before all that is in the bits.
    private func afterValue(_ bits: UInt64) -> UInt64 {
        let top: UInt64 = 1 << UInt64(most)
        return ((bits << 1) | (bits & top)) & ((top << 1) - 1)
    }
}
