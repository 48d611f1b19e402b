/// What becomes of an input each of whose values makes a publisher: `flatten`, `switch` and `exhaust`.
///
/// All publishers that were made are one pool: merged streams come in any order, so what matters is how many values
/// are to come from them, and how they end. What may still come of a state is found once, first for the time after
/// the call that subscribes has returned, then for the time inside it.
struct Spawning {
    private let space: TimedSpace
    private let combiner: Combiner
    /// The most values, and the number of ways in which a stream may go on: so many values, then an end.
    private let most: Int
    private let ways: Int
    /// What may come of each state later; a way for each bit.
    private var later: [UInt64]
    private var isKnown: [Bool]
    /// What may come of each state immediately: where its rows begin, one for each number of early values; negative where
    /// nobody has asked yet. By number: most states are asked for, and to hash them took a tenth of a derivation.
    private var now: [Int32]
    private var rows = Rows()
    /// For each pool, what may follow from a value of the outer input.
    private var afterValues: [[AfterValue]?]

    /// What may follow from a value of the outer input.
    private enum AfterValue: Hashable {
        case fails
        /// Nothing more is asked of the outer input.
        case stalls
        /// The value comes to nothing.
        case leavesOut
        /// What is to come of all publishers then, and whether the new one begins immediately.
        case makes(way: Int, isImmediate: Bool)
    }

    init(_ inner: ShapeSet, _ combination: Behaviour.Combination, in space: TimedSpace) {
        self.space = space
        // An input that has to wait for ever for room has taken one value more than it made publishers of.
        most = space.most + 1
        ways = 3 * (most + 1)
        combiner = Combiner(combination, inner: History.all(of: inner, upTo: most), most: most)
        later = Array(repeating: 0, count: (ways + 1) * (2 * ways + 1))
        isKnown = Array(repeating: false, count: later.count)
        now = Array(repeating: -1, count: 6 * later.count)
        afterValues = Array(repeating: nil, count: ways + 1)
    }

    /// The rows of all states, one after the other: what is known of a state needs no array of its own.
    private struct Rows {
        private var bits: [UInt64] = []

        /// Makes room for a state; returns where it begins.
        mutating func add(_ count: Int) -> Int {
            let start = bits.count
            for _ in 0..<count { bits.append(0) }
            return start
        }

        subscript(row: Int) -> UInt64 { bits[row] }

        mutating func insert(_ more: UInt64, into row: Int) { bits[row] |= more }

        /// What comes of another state may come of this one.
        mutating func insert(_ other: Int, into state: Int, _ count: Int) {
            var row = 0
            while row < count {
                bits[state + row] |= bits[other + row]
                row += 1
            }
        }

        /// A value comes immediately, and then what comes of another state.
        mutating func insert(valueAnd other: Int, into state: Int, _ count: Int) {
            var row = 1
            while row < count {
                bits[state + row] |= bits[other + row - 1]
                row += 1
            }
            bits[state + count - 1] |= bits[other + count - 1]
        }
    }

    /// The histories of the output when the outer input has the histories of a shape.
    mutating func histories(of outer: Shape) -> TimedSet {
        var result = TimedSet()
        for values in outer.values...(outer.values == space.limit ? most : outer.values) {
            let state = start(way(values, outer.end), isImmediate: outer.first == .immediate)
            insert(state, into: &result)
        }
        return result
    }

    /// Writes the rows of a state as histories.
    private func insert(_ state: Int, into result: inout TimedSet) {
        for early in 0...most {
            var bits = rows[state + early]
            while bits != 0 {
                let bit = bits.trailingZeroBitCount
                bits &= bits &- 1
                switch bit {
                case ways: result.insert(space.number(early, 0, .finished, true))
                case ways + 1: result.insert(space.number(early, 0, .failed, true))
                default:
                    let end = Shape.End(rawValue: UInt8(bit % 3)) ?? .silent
                    result.insert(space.number(early, bit / 3, end, false))
                }
            }
        }
    }

    // MARK: - States

    // A way is a number of values and an end; the one with no values and no end is silence. An input is at one of its
    // ways, or over: `ways`. The pool is at one, or over, or owes its next event before any other: `ways + 1 + way`.

    private func way(_ values: Int, _ end: Shape.End) -> Int {
        (values < most ? values : most) * 3 + Int(end.rawValue)
    }

    private var over: Int { ways }
    private func urgent(_ way: Int) -> Int { way == 0 ? 0 : ways + 1 + way }

    /// One value more before all that is in the bits.
    private func afterValue(_ bits: UInt64) -> UInt64 {
        let top: UInt64 = 7 << UInt64(3 * most)
        let all: UInt64 = (1 << UInt64(ways)) - 1
        return ((bits << 3) | (bits & top)) & all
    }

    private static let finish: UInt64 = 1 << UInt64(Shape.End.finished.rawValue)
    private static let failure: UInt64 = 1 << UInt64(Shape.End.failed.rawValue)

    /// What may come of a state when time has moved on.
    private mutating func later(_ outer: Int, _ pool: Int) -> UInt64 {
        let index = outer * (2 * ways + 1) + pool
        if isKnown[index] { return later[index] }
        var result: UInt64 = 0
        let isUrgent = pool > over
        if !isUrgent && outer != over && outer != 0 { result |= outerLater(outer, pool) }
        if pool != over && pool != 0 {
            let way = isUrgent ? pool - ways - 1 : pool
            if way >= 3 {
                result |= afterValue(later(outer, way - 3))
            } else if way == Int(Shape.End.failed.rawValue) {
                result |= Self.failure
            } else {
                result |= outer == over ? Self.finish : later(outer, over)
            }
        }
        // Where nothing can happen any more, there is silence.
        if (outer == 0 || outer == over) && (pool == 0 || pool == over) { result |= 1 }
        isKnown[index] = true
        later[index] = result
        return result
    }

    private mutating func outerLater(_ outer: Int, _ pool: Int) -> UInt64 {
        guard outer >= 3 else {
            if outer == Int(Shape.End.failed.rawValue) { return Self.failure }
            return pool == over ? Self.finish : later(over, pool)
        }
        let after = outer - 3
        var result: UInt64 = 0
        for next in afterValue(pool: pool) {
            switch next {
            case .fails: result |= Self.failure
            case .stalls: result |= later(0, pool)
            case .leavesOut: result |= later(after, pool)
            case .makes(let way, let isImmediate): result |= later(after, isImmediate ? urgent(way) : way)
            }
        }
        return result
    }

    // MARK: - Immediately

    // Inside the call an outer input may owe its first event (`2`), come later (`1`) or run (`0`); a pool may come
    // later too.

    private mutating func start(_ way: Int, isImmediate: Bool) -> Int {
        if way == 0 { return now(0, 0, over, poolIsLater: false) }
        return now(way, isImmediate ? 2 : 1, over, poolIsLater: false)
    }

    /// Where the rows of a state begin.
    private mutating func now(_ outer: Int, _ phase: Int, _ pool: Int, poolIsLater: Bool) -> Int {
        let key = ((outer * 3 + phase) * (2 * ways + 1) + pool) * 2 + (poolIsLater ? 1 : 0)
        if now[key] >= 0 { return Int(now[key]) }
        let count = most + 1
        let result = rows.add(count)
        let isUrgent = pool > over
        if !isUrgent && phase != 2 {
            // Nobody owes an event: time may move on.
            rows.insert(later(outer, pool), into: result)
        }
        if !isUrgent && phase != 1 && outer != over && outer != 0 {
            if outer < 3 {
                if outer == Int(Shape.End.failed.rawValue) {
                    rows.insert(1 << UInt64(ways + 1), into: result)
                } else if pool == over {
                    rows.insert(1 << UInt64(ways), into: result)
                } else {
                    rows.insert(now(over, 0, pool, poolIsLater: poolIsLater), into: result, count)
                }
            } else {
                for next in afterValue(pool: pool) {
                    switch next {
                    case .fails: rows.insert(1 << UInt64(ways + 1), into: result)
                    case .stalls:
                        rows.insert(now(0, 0, pool, poolIsLater: poolIsLater), into: result, count)
                    case .leavesOut:
                        rows.insert(now(outer - 3, 0, pool, poolIsLater: poolIsLater), into: result, count)
                    case .makes(let way, let isImmediate):
                        let after = now(
                            outer - 3, 0, isImmediate ? urgent(way) : way,
                            poolIsLater: !isImmediate && way != 0)
                        rows.insert(after, into: result, count)
                    }
                }
            }
        }
        if !poolIsLater && pool != over && pool != 0 {
            let way = isUrgent ? pool - ways - 1 : pool
            if way >= 3 {
                rows.insert(
                    valueAnd: now(outer, phase, way - 3, poolIsLater: false), into: result, count)
            } else if way == Int(Shape.End.failed.rawValue) {
                rows.insert(1 << UInt64(ways + 1), into: result)
            } else if outer == over {
                rows.insert(1 << UInt64(ways), into: result)
            } else {
                rows.insert(now(outer, phase, over, poolIsLater: false), into: result, count)
            }
        }
        now[key] = Int32(result)
        return result
    }

    // MARK: - The pool

    private mutating func afterValue(pool: Int) -> [AfterValue] {
        if let known = afterValues[pool] { return known }
        var memory = combiner.start(1)
        if pool != over {
            memory.pool = History(
                isImmediate: false, values: pool / 3, end: Shape.End(rawValue: UInt8(pool % 3)) ?? .silent)
        }
        var result: [AfterValue] = []
        for outcome in combiner.receive(.value, from: 0, memory) {
            if outcome.output == [.failure] {
                result.append(.fails)
            } else if let made = outcome.made {
                result.append(.makes(way: way(made.values, made.end), isImmediate: made.isImmediate))
            } else {
                result.append(outcome.memory.inputs[0].phase == .stalled ? .stalls : .leavesOut)
            }
        }
        afterValues[pool] = result
        return result
    }
}
