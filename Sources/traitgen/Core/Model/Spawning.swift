/// What becomes of an input each of whose values makes a publisher: `flatten` and `switch`.
///
/// All publishers that were made are one pool: merged streams come in any order, so what matters is how many values
/// are to come from them, and how they end. What may still come of a state is found once, first for the time after
/// the call that subscribes has returned, then for the time inside it.
final class Spawning {
    private let space: TimedSpace
    /// Whether the newest publisher takes the place of the others.
    private let isSwitch: Bool
    private let mayFail: Bool
    /// The most values, and the number of ways in which a stream may go on: so many values, then an end.
    private let most: Int
    private let ways: Int
    private let inner: [History]
    /// What may come of each state later; a way for each bit.
    private var later: [UInt64]
    private var isKnown: [Bool]
    /// What may come of each state at once: a row for each number of early values.
    private var now: [Int: [UInt64]] = [:]
    /// For each pool, what it may become by one publisher more.
    private var nextPools: [[Next]?]

    private struct Next: Hashable {
        var way: Int
        var isImmediate: Bool
    }

    init(_ inner: ShapeSet, isSwitch: Bool, mayFail: Bool, in space: TimedSpace) {
        self.space = space
        self.isSwitch = isSwitch
        self.mayFail = mayFail
        // An input that has to wait for ever for room has taken one value more than it made publishers of.
        most = space.most + 1
        ways = 3 * (most + 1)
        self.inner = History.all(of: inner, upTo: most)
        later = Array(repeating: 0, count: (ways + 1) * (2 * ways + 1))
        isKnown = Array(repeating: false, count: later.count)
        nextPools = Array(repeating: nil, count: ways + 1)
    }

    /// The histories of the output when the outer input has the histories of a shape.
    func histories(of outer: Shape) -> TimedSet {
        var rows = Array(repeating: UInt64(0), count: most + 1)
        for values in outer.values...(outer.values == space.limit ? most : outer.values) {
            let way = way(values, outer.end)
            for (early, row) in start(way, isImmediate: outer.first == .immediate).enumerated() {
                rows[early] |= row
            }
        }
        var result = TimedSet()
        for early in rows.indices {
            var bits = rows[early]
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
        return result
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
    private func later(_ outer: Int, _ pool: Int) -> UInt64 {
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

    private func outerLater(_ outer: Int, _ pool: Int) -> UInt64 {
        guard outer >= 3 else {
            if outer == Int(Shape.End.failed.rawValue) { return Self.failure }
            return pool == over ? Self.finish : later(over, pool)
        }
        let after = outer - 3
        var result = mayFail ? Self.failure : 0
        if stalls(pool) { result |= later(0, pool) }
        for next in nextPools(pool) {
            result |= later(after, next.isImmediate ? urgent(next.way) : next.way)
        }
        return result
    }

    /// Whether the outer input may have to wait for ever, where the number of publishers is limited: nothing more is
    /// asked of it until one of them finishes.
    private func stalls(_ pool: Int) -> Bool {
        !isSwitch && pool != over && pool % 3 != Int(Shape.End.finished.rawValue)
    }

    // MARK: - At once

    // Inside the call an outer input may owe its first event (`2`), come later (`1`) or run (`0`); a pool may come
    // later too.

    private func start(_ way: Int, isImmediate: Bool) -> [UInt64] {
        if way == 0 { return now(0, 0, over, poolIsLater: false) }
        return now(way, isImmediate ? 2 : 1, over, poolIsLater: false)
    }

    private func now(_ outer: Int, _ phase: Int, _ pool: Int, poolIsLater: Bool) -> [UInt64] {
        let key = ((outer * 3 + phase) * (2 * ways + 1) + pool) * 2 + (poolIsLater ? 1 : 0)
        if let known = now[key] { return known }
        var result = Array(repeating: UInt64(0), count: most + 1)
        func take(_ rows: [UInt64]) { for early in rows.indices { result[early] |= rows[early] } }
        let isUrgent = pool > over
        if !isUrgent && phase != 2 {
            // Nobody owes an event: time may move on.
            result[0] |= later(outer, pool)
        }
        if !isUrgent && phase != 1 && outer != over && outer != 0 {
            if outer < 3 {
                if outer == Int(Shape.End.failed.rawValue) {
                    result[0] |= 1 << UInt64(ways + 1)
                } else if pool == over {
                    result[0] |= 1 << UInt64(ways)
                } else {
                    take(now(over, 0, pool, poolIsLater: poolIsLater))
                }
            } else {
                if mayFail { result[0] |= 1 << UInt64(ways + 1) }
                if stalls(pool) { take(now(0, 0, pool, poolIsLater: poolIsLater)) }
                for next in nextPools(pool) {
                    take(
                        now(
                            outer - 3, 0, next.isImmediate ? urgent(next.way) : next.way,
                            poolIsLater: !next.isImmediate && next.way != 0))
                }
            }
        }
        if !poolIsLater && pool != over && pool != 0 {
            let way = isUrgent ? pool - ways - 1 : pool
            if way >= 3 {
                let rest = now(outer, phase, way - 3, poolIsLater: false)
                for early in rest.indices { result[min(early + 1, most)] |= rest[early] }
            } else if way == Int(Shape.End.failed.rawValue) {
                result[0] |= 1 << UInt64(ways + 1)
            } else if outer == over {
                result[0] |= 1 << UInt64(ways)
            } else {
                take(now(outer, phase, over, poolIsLater: false))
            }
        }
        now[key] = result
        return result
    }

    // MARK: - The pool

    private func nextPools(_ pool: Int) -> [Next] {
        let key = isSwitch ? over : pool
        if let known = nextPools[key] { return known }
        var seen: Set<Next> = []
        var result: [Next] = []
        for history in inner {
            for next in add(history, to: key) where seen.insert(next).inserted { result.append(next) }
        }
        nextPools[key] = result
        return result
    }

    /// What is to come from the pool when one more publisher is subscribed.
    private func add(_ history: History, to pool: Int) -> [Next] {
        guard pool != over else {
            return [Next(way: way(history.values, history.end), isImmediate: history.isImmediate)]
        }
        let remaining = pool / 3
        let end = Shape.End(rawValue: UInt8(pool % 3)) ?? .silent
        let fails = history.end == .failed
        let endsAtOnce = history.isImmediate && history.values == 0
        // A new publisher that ends at once must not hurry one that is already running.
        let isImmediate = history.isImmediate && !(endsAtOnce && history.end == .finished)
        var result: [Next] = []
        func add(_ values: Int, _ end: Shape.End) {
            result.append(Next(way: way(values, end), isImmediate: isImmediate))
        }
        if end != .failed && !fails {
            let ends = end == .finished && history.end == .finished
            add(remaining + history.values, ends ? .finished : .silent)
        }
        if end == .failed && !(endsAtOnce && fails) {
            for values in (history.isImmediate ? min(1, history.values) : 0)...history.values {
                add(remaining + values, .failed)
            }
        }
        if fails {
            for values in 0...(endsAtOnce ? 0 : remaining) { add(history.values + values, .failed) }
        }
        return result
    }
}
