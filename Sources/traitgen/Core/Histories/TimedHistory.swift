/// A history split by the moment when the call that subscribes returns: a ``Shape`` with an exact number of values on
/// each side.
///
/// It says for each event whether it came immediately, and so keeps all details that matter to other inputs and to
/// stages. Combined streams therefore depend only on the timed histories of their inputs, and three inputs are combined
/// as two and one more.
struct TimedHistory: Hashable {
    /// The numbers of values that come immediately and later.
    var early: Int
    var late: Int
    var end: Shape.End
    /// A Boolean value that indicates whether the end came immediately too; then there are no later values.
    var endsEarly: Bool
    /// The moment of a failure that follows a finish if the last value hasn't been taken by then. Zipped inputs finish
    /// only when the others have taken all values, and until then one of them may fail.
    var thenFails = Then.never

    /// The moment of an event that follows an end.
    enum Then: UInt8, Hashable {
        case never
        case early
        case late
    }

    /// The number of values.
    var values: Int { early + late }
    /// A Boolean value that indicates whether there is any event.
    var hasEvents: Bool { values > 0 || end != .silent }
    /// A Boolean value that indicates whether any event comes immediately.
    var beginsEarly: Bool { early > 0 || endsEarly }
}

/// All possible histories with values counted up to a number, indexed by their bits in a ``TimedSet``.
final class TimedSpace {
    /// The number of values from which on shapes aren't distinguished.
    let limit: Int
    /// The largest number of values on each side of a history, which stands for itself and all larger numbers. A rule
    /// may take away one value and a late subscriber may miss another. The remaining number must still reach the limit.
    ///
    /// The sides are counted separately: stages may drop all early values and keep all late values, so early values
    /// must not use up the count of the late values.
    let most: Int

    static func most(limit: Int) -> Int { limit + 2 }

    // Constants: each access to a variable of an object is checked, which would take a sixth of the time.
    let histories: [TimedHistory]
    private let rows: [Int]
    /// For each bit of a ``ShapeSet`` the histories with that shape.
    let ofShape: [TimedSet]
    /// For each history the bit of its shape.
    let shapes: [UInt64]
    let all: TimedSet

    init(limit: Int) {
        self.limit = limit
        most = Self.most(limit: limit)
        var histories: [TimedHistory] = []
        var rows: [Int] = []
        for early in 0...most {
            rows.append(histories.count)
            for late in 0...most {
                for end in Shape.End.allCases {
                    histories.append(TimedHistory(early: early, late: late, end: end, endsEarly: false))
                }
                histories.append(
                    TimedHistory(early: early, late: late, end: .finished, endsEarly: false, thenFails: .late)
                )
            }
            for then in [TimedHistory.Then.never, .early, .late] {
                histories.append(
                    TimedHistory(early: early, late: 0, end: .finished, endsEarly: true, thenFails: then))
            }
            histories.append(TimedHistory(early: early, late: 0, end: .failed, endsEarly: true))
        }
        all = histories.indices.reduce(into: TimedSet()) { $0.insert($1) }
        var ofShape = Array(repeating: TimedSet(), count: 6 * (limit + 1))
        var shapes: [UInt64] = []
        for (number, history) in histories.enumerated() {
            let first: Shape.First = history.beginsEarly ? .immediate : .later
            let shape = Shape(first: first, values: min(history.values, limit), end: history.end)
            let bit = ShapeSet.index(of: shape, limit: limit)
            shapes.append(1 << UInt64(bit))
            if history.thenFails == .never { ofShape[bit].insert(number) }
        }
        (self.histories, self.rows, self.ofShape, self.shapes) = (histories, rows, ofShape, shapes)
    }

    /// The indices of the histories without an immediate value.
    var lateHistories: Range<Int> { 0..<rows[1] }

    /// The index of a history; on each side, values above the largest count are dropped.
    func number(_ history: TimedHistory) -> Int {
        number(history.early, history.late, history.end, history.endsEarly, history.thenFails)
    }

    func number(
        _ early: Int, _ late: Int, _ end: Shape.End, _ endsEarly: Bool,
        _ then: TimedHistory.Then = .never
    ) -> Int {
        let row = rows[early < most ? early : most]
        if endsEarly {
            return row + 4 * (most + 1) + (end == .failed ? 3 : Int(then.rawValue))
        }
        return row + 4 * (late < most ? late : most) + (then == .never ? Int(end.rawValue) : 3)
    }

    /// The histories that have one of the shapes.
    func histories(of shapes: ShapeSet) -> TimedSet {
        var result = TimedSet()
        var bits = shapes.bits
        while bits != 0 {
            result.formUnion(ofShape[bits.trailingZeroBitCount])
            bits &= bits &- 1
        }
        return result
    }

    /// The shapes of histories.
    func shapes(of set: TimedSet) -> ShapeSet {
        var bits: UInt64 = 0
        set.forEach { bits |= shapes[$0] }
        return ShapeSet(limit: limit, bits: bits)
    }
}

/// A set of histories, by their indices in a ``TimedSpace``.
///
/// It is spelled out as ten words: the generator runs unoptimised in every build, where a loop over an array would
/// dominate the time.
package struct TimedSet: Hashable {
    private var a: UInt64 = 0
    private var b: UInt64 = 0
    private var c: UInt64 = 0
    private var d: UInt64 = 0
    private var e: UInt64 = 0
    private var f: UInt64 = 0
    private var g: UInt64 = 0
    private var h: UInt64 = 0
    private var i: UInt64 = 0
    private var j: UInt64 = 0

    var isEmpty: Bool { a | b | c | d | e | f | g | h | i | j == 0 }

    mutating func insert(_ number: Int) {
        let bit: UInt64 = 1 << UInt64(number & 63)
        switch number >> 6 {
        case 0: a |= bit
        case 1: b |= bit
        case 2: c |= bit
        case 3: d |= bit
        case 4: e |= bit
        case 5: f |= bit
        case 6: g |= bit
        case 7: h |= bit
        case 8: i |= bit
        default: j |= bit
        }
    }

    mutating func formUnion(_ other: TimedSet) {
        a |= other.a
        b |= other.b
        c |= other.c
        d |= other.d
        e |= other.e
        f |= other.f
        g |= other.g
        h |= other.h
        i |= other.i
        j |= other.j
    }

    mutating func formIntersection(_ other: TimedSet) {
        a &= other.a
        b &= other.b
        c &= other.c
        d &= other.d
        e &= other.e
        f &= other.f
        g &= other.g
        h &= other.h
        i &= other.i
        j &= other.j
    }

    func union(_ other: TimedSet) -> TimedSet {
        var result = self
        result.formUnion(other)
        return result
    }

    func subtracting(_ other: TimedSet) -> TimedSet {
        var result = self
        result.a &= ~other.a
        result.b &= ~other.b
        result.c &= ~other.c
        result.d &= ~other.d
        result.e &= ~other.e
        result.f &= ~other.f
        result.g &= ~other.g
        result.h &= ~other.h
        result.i &= ~other.i
        result.j &= ~other.j
        return result
    }

    func isSubset(of other: TimedSet) -> Bool {
        guard (a & ~other.a) | (b & ~other.b) | (c & ~other.c) == 0 else { return false }
        guard (d & ~other.d) | (e & ~other.e) | (f & ~other.f) == 0 else { return false }
        return (g & ~other.g) | (h & ~other.h) | (i & ~other.i) | (j & ~other.j) == 0
    }

    func forEach(_ body: (Int) -> Void) {
        Self.forEach(a, 0, body)
        Self.forEach(b, 64, body)
        Self.forEach(c, 128, body)
        Self.forEach(d, 192, body)
        Self.forEach(e, 256, body)
        Self.forEach(f, 320, body)
        Self.forEach(g, 384, body)
        Self.forEach(h, 448, body)
        Self.forEach(i, 512, body)
        Self.forEach(j, 576, body)
    }

    private static func forEach(_ word: UInt64, _ base: Int, _ body: (Int) -> Void) {
        var word = word
        while word != 0 {
            body(base + word.trailingZeroBitCount)
            word &= word &- 1
        }
    }
}
