/// The combined streams of an input whose values are turned into publishers: `flatten` and `switch`.
///
/// All publishers that were made form one pool. Merged streams interleave in any order, so only the number of their
/// remaining values matters, and their end. The possible outputs of a state are computed once, first for the time after
/// the call that subscribes has returned, then for the time inside it.
struct Spawning {
    private let space: TimedSpace
    private let combiner: Combiner
    /// The largest number of values, and the number of ways in which a stream may go on: a number of values, then an
    /// end.
    private let most: Int
    private let ways: Int
    /// The possible outputs of each state after the call, one bit for each way.
    private var later: [UInt64]
    private var isKnown: [Bool]
    /// For each state the start of its rows, which hold the possible outputs inside the call, one row for each number
    /// of early values; negative if not computed yet. States have numbers because most of them are looked up, and
    /// hashing them took a tenth of a derivation.
    private var now: [Int32]
    private var rows = Rows()
    /// For each pool, the possible consequences of a value of the outer input.
    private var afterValues: [[AfterValue]?]

    /// A possible consequence of a value of the outer input.
    private enum AfterValue: Hashable {
        /// No more values are requested from the outer input.
        case stalls
        /// The way of the pool with the new publisher, and whether that publisher begins immediately.
        case makes(way: Int, isImmediate: Bool)
    }

    init(_ inner: ShapeSet, _ combination: Behaviour.Combination, in space: TimedSpace) {
        self.space = space
        // An outer input that waits for a free slot for ever has sent one value more than there are publishers.
        most = space.most + 1
        ways = 3 * (most + 1)
        combiner = Combiner(combination, inner: History.all(of: inner, upTo: most), most: most)
        later = Array(repeating: 0, count: (ways + 1) * (2 * ways + 1))
        isKnown = Array(repeating: false, count: later.count)
        now = Array(repeating: -1, count: 6 * later.count)
        afterValues = Array(repeating: nil, count: ways + 1)
    }

    /// The rows of all states in one array, which saves an allocation for each state.
    private struct Rows {
        private var bits: [UInt64] = []

        /// Reserves rows for a state; returns the index of the first.
        mutating func add(_ count: Int) -> Int {
            let start = bits.count
            for _ in 0..<count { bits.append(0) }
            return start
        }

        subscript(row: Int) -> UInt64 { bits[row] }

        mutating func insert(_ more: UInt64, into row: Int) { bits[row] |= more }

        /// Adds the possible outputs of another state.
        mutating func insert(_ other: Int, into state: Int, _ count: Int) {
            var row = 0
            while row < count {
                bits[state + row] |= bits[other + row]
                row += 1
            }
        }

        /// Adds the possible outputs of another state, preceded by an immediate value.
        mutating func insert(valueAnd other: Int, into state: Int, _ count: Int) {
            var row = 1
            while row < count {
                bits[state + row] |= bits[other + row - 1]
                row += 1
            }
            bits[state + count - 1] |= bits[other + count - 1]
        }
    }

    /// The possible histories of the output for a shape of the outer input.
    mutating func histories(of outer: Shape) -> TimedSet {
        var result = TimedSet()
        for values in outer.values...(outer.values == space.limit ? most : outer.values) {
            let state = start(way(values, outer.end), isImmediate: outer.first == .immediate)
            insert(state, into: &result)
        }
        return result
    }

    /// Inserts the rows of a state as histories.
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

    // A way is a number of values and an end; the way with no values and no end is silence. An input's state is one of
    // its ways, or over: `ways`. The pool's state is a way, or over, or it owes its next event before any other:
    // `ways + 1 + way`.

    private func way(_ values: Int, _ end: Shape.End) -> Int {
        (values < most ? values : most) * 3 + Int(end.rawValue)
    }

    private var over: Int { ways }
    private func urgent(_ way: Int) -> Int { way == 0 ? 0 : ways + 1 + way }

    /// Adds one value before all ways in the bits.
    private func afterValue(_ bits: UInt64) -> UInt64 {
        let top: UInt64 = 7 << UInt64(3 * most)
        let all: UInt64 = (1 << UInt64(ways)) - 1
        return ((bits << 3) | (bits & top)) & all
    }

    private static let finish: UInt64 = 1 << UInt64(Shape.End.finished.rawValue)
    private static let failure: UInt64 = 1 << UInt64(Shape.End.failed.rawValue)

    /// The possible outputs of a state after time has moved on.
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
        // If nothing more can happen, there is silence.
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
            case .stalls: result |= later(0, pool)
            case .makes(let way, let isImmediate): result |= later(after, isImmediate ? urgent(way) : way)
            }
        }
        return result
    }

    // MARK: - Immediately

    // Inside the call, an outer input may owe its first event (`2`), come later (`1`) or run (`0`). A pool may come
    // later too.

    private mutating func start(_ way: Int, isImmediate: Bool) -> Int {
        if way == 0 { return now(0, 0, over, poolIsLater: false) }
        return now(way, isImmediate ? 2 : 1, over, poolIsLater: false)
    }

    /// Returns the start of the rows of a state, computing them if necessary.
    private mutating func now(_ outer: Int, _ phase: Int, _ pool: Int, poolIsLater: Bool) -> Int {
        let key = ((outer * 3 + phase) * (2 * ways + 1) + pool) * 2 + (poolIsLater ? 1 : 0)
        if now[key] >= 0 { return Int(now[key]) }
        let count = most + 1
        let result = rows.add(count)
        let isUrgent = pool > over
        if !isUrgent && phase != 2 {
            // No input owes an event, so time may move on.
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
                    case .stalls:
                        rows.insert(now(0, 0, pool, poolIsLater: poolIsLater), into: result, count)
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
            result.append(
                outcome.made.map { .makes(way: way($0.values, $0.end), isImmediate: $0.isImmediate) }
                    ?? .stalls)
        }
        afterValues[pool] = result
        return result
    }
}
