import TraitgenCore

/// The shapes of some inputs, encoded as numbers that sort in the order of situations: fewer events first, then by the
/// marbles.
struct SituationCode: Hashable, Comparable {
    /// The number of events, and one byte for the place of each shape, the first shape's byte highest.
    private var events: UInt64 = 0
    private var places: UInt64 = 0
    private(set) var count: UInt64 = 0

    /// Adds a shape; returns false if there are too many shapes or values. No law run tries half as many.
    mutating func append(_ shape: Shape) -> Bool {
        guard count < 7, shape.values <= Shape.mostPlaced else { return false }
        count += 1
        events += UInt64(shape.values) + (shape.end == .silent ? 0 : 1)
        places |= (shape.place + 1) << (64 - 8 * count)
        return true
    }

    /// The shapes, in the order in which they were added.
    var shapes: [Shape] {
        var shapes: [Shape] = []
        shapes.reserveCapacity(Int(count))
        for index in 0..<count { shapes.append(Shape(place: (places >> (56 - 8 * index)) & 0xFF - 1)) }
        return shapes
    }

    /// The code of the same shapes in sorted order, equal for all orders.
    var unordered: SituationCode {
        var code = self
        code.places = 0
        // Each place is inserted above all larger places, which stand in the lower bytes.
        for index in 0..<count {
            let place = places >> (56 - 8 * index) & 0xFF
            var shift: UInt64 = 0
            while code.places >> shift & 0xFF > place { shift += 8 }
            let smaller = code.places >> shift
            code.places = ((smaller << 8 | place) << shift) | (code.places & ((1 << shift) - 1))
        }
        return code
    }

    func hash(into hasher: inout Hasher) { hasher.combine(places) }

    static func < (left: Self, right: Self) -> Bool {
        (left.events, left.places) < (right.events, right.places)
    }
}

/// A set of shapes, with one bit for the place of each. A record has so many of these sets that allocating an array for
/// each would dominate the time of reading it.
struct SeenShapes {
    private var words = SIMD4<UInt64>()

    /// Adds a shape; returns false if it has too many values.
    mutating func insert(_ shape: Shape) -> Bool {
        guard shape.values <= Shape.mostPlaced else { return false }
        let place = Int(shape.place)
        words[place / 64] |= 1 << UInt64(place % 64)
        return true
    }

    /// The shapes in the order of their places.
    var shapes: [Shape] {
        var shapes: [Shape] = []
        forEach { shapes.append($0) }
        return shapes
    }

    mutating func formUnion(_ other: SeenShapes) { words |= other.words }

    func forEach(_ body: (Shape) -> Void) {
        for index in words.indices {
            var bits = words[index]
            while bits != 0 {
                body(Shape(place: UInt64(64 * index + bits.trailingZeroBitCount)))
                bits &= bits &- 1
            }
        }
    }
}

extension Shape {
    /// The largest number of values of a shape that has a place.
    fileprivate static let mostPlaced = 27

    /// The place among all shapes, ordered by their ``lawMarbles``: `-` comes before `>`, and then `o`, `x` and `|`.
    /// Silent shapes come first, by rising numbers of values, then ended shapes, by falling numbers.
    fileprivate var place: UInt64 {
        let ending = end == .silent ? values : 125 - 2 * values + (end == .finished ? 1 : 0)
        return UInt64(ending + (first == .immediate ? 128 : 0))
    }

    fileprivate init(place: UInt64) {
        let ending = Int(place & 127)
        let first: First = place < 128 ? .later : .immediate
        if ending <= Self.mostPlaced {
            self.init(first: first, values: ending, end: .silent)
        } else {
            self.init(first: first, values: (126 - ending) / 2, end: ending % 2 == 0 ? .finished : .failed)
        }
    }
}
