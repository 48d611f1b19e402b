/// A history cut in two by the moment when the call that subscribes returns: what a ``Shape`` stands for, with an
/// exact number of values on each side.
///
/// It says of each event whether it came at once, and so keeps all that matters to other inputs and to stages: how
/// inputs are combined follows from theirs alone, and three inputs are two and one more.
struct TimedHistory: Hashable {
    /// The number of values at once, and of those later.
    var early: Int
    var late: Int
    var end: Shape.End
    /// Whether the end came at once too; then there are no later values.
    var endsEarly: Bool
    /// A failure that follows a finish if the last value has not been taken until then: what several inputs become that
    /// are zipped finishes only when the others have taken all, and until then one of them may fail.
    var thenFails = Then.never

    /// When something comes that follows an end.
    enum Then: UInt8, Hashable {
        case never
        case early
        case late
    }

    /// The number of values.
    var values: Int { early + late }
    /// Whether there is any event.
    var hasEvents: Bool { values > 0 || end != .silent }
    /// Whether anything comes at once.
    var beginsEarly: Bool { early > 0 || endsEarly }
}

/// Every history there can be with values counted up to a number, and its number in the bits of a ``TimedSet``.
final class TimedSpace {
    /// The number of values from which on shapes aren't told apart.
    let limit: Int
    /// The largest number of values of a history: it stands for itself and all above, so that an operator which
    /// takes one value away still sees both kinds.
    let most: Int
    private(set) var histories: [TimedHistory] = []
    private var rows: [Int] = []
    /// For each bit of a ``ShapeSet`` the histories that the shape stands for.
    private(set) var ofShape: [TimedSet] = []
    /// For each history the bit of its shape.
    private(set) var shapes: [UInt64] = []
    let all: TimedSet

    init(limit: Int) {
        self.limit = limit
        most = limit + 1
        for early in 0...most {
            rows.append(histories.count)
            for late in 0...(most - early) {
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
        ofShape = Array(repeating: TimedSet(), count: 6 * (limit + 1))
        for (number, history) in histories.enumerated() {
            let first: Shape.First = history.beginsEarly ? .immediate : .later
            let shape = Shape(first: first, values: min(history.values, limit), end: history.end)
            let bit = ShapeSet.index(of: shape, limit: limit)
            shapes.append(1 << UInt64(bit))
            if history.thenFails == .never { ofShape[bit].insert(number) }
        }
    }

    /// The number of a history; values above the largest count are dropped, the later ones first.
    func number(_ history: TimedHistory) -> Int {
        number(history.early, history.late, history.end, history.endsEarly, history.thenFails)
    }

    func number(
        _ early: Int, _ late: Int, _ end: Shape.End, _ endsEarly: Bool,
        _ then: TimedHistory.Then = .never
    ) -> Int {
        let early = early < most ? early : most
        let room = most - early
        if endsEarly {
            return rows[early] + 4 * (room + 1) + (end == .failed ? 3 : Int(then.rawValue))
        }
        return rows[early] + 4 * (late < room ? late : room) + (then == .never ? Int(end.rawValue) : 3)
    }

    /// The histories that shapes stand for.
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

/// A set of histories, by their numbers in a ``TimedSpace``.
///
/// Five words, spelled out: the generator runs unoptimised in every build, where a loop over an array costs more than
/// all the rest.
struct TimedSet: Hashable {
    private var a: UInt64 = 0
    private var b: UInt64 = 0
    private var c: UInt64 = 0
    private var d: UInt64 = 0
    private var e: UInt64 = 0

    var isEmpty: Bool { a | b | c | d | e == 0 }

    mutating func insert(_ number: Int) {
        let bit: UInt64 = 1 << UInt64(number & 63)
        switch number >> 6 {
        case 0: a |= bit
        case 1: b |= bit
        case 2: c |= bit
        case 3: d |= bit
        default: e |= bit
        }
    }

    mutating func formUnion(_ other: TimedSet) {
        a |= other.a
        b |= other.b
        c |= other.c
        d |= other.d
        e |= other.e
    }

    mutating func formIntersection(_ other: TimedSet) {
        a &= other.a
        b &= other.b
        c &= other.c
        d &= other.d
        e &= other.e
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
        return result
    }

    func isSubset(of other: TimedSet) -> Bool {
        (a & ~other.a) | (b & ~other.b) | (c & ~other.c) | (d & ~other.d) | (e & ~other.e) == 0
    }

    func forEach(_ body: (Int) -> Void) {
        Self.forEach(a, 0, body)
        Self.forEach(b, 64, body)
        Self.forEach(c, 128, body)
        Self.forEach(d, 192, body)
        Self.forEach(e, 256, body)
    }

    private static func forEach(_ word: UInt64, _ base: Int, _ body: (Int) -> Void) {
        var word = word
        while word != 0 {
            body(base + word.trailingZeroBitCount)
            word &= word &- 1
        }
    }
}
