/// The shapes of some inputs as one number, in the order in which situations are listed: fewer events first, and of as
/// many the marbles decide.
struct SituationCode: Hashable, Comparable {
    /// The number of events, and a byte for the place of each shape, the first one's highest.
    private var events: UInt64 = 0
    private var places: UInt64 = 0
    private(set) var count: UInt64 = 0

    /// Adds a shape; says no where there are too many, or too many values: no law run tries half as much.
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

    /// The code of the same shapes in another order, one for all orders.
    var unordered: SituationCode {
        var code = self
        code.places = 0
        // Each goes in above all that are larger, which stand in the lower bytes.
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

/// Some shapes, a bit for the place of each. A record has so many sets of them that each having an array of its own would
/// take more time than all else that is done to read it.
struct SeenShapes {
    private var words = SIMD4<UInt64>()

    /// Adds a shape; says no where it has too many values.
    mutating func insert(_ shape: Shape) -> Bool {
        guard shape.values <= Shape.mostPlaced else { return false }
        let place = Int(shape.place)
        words[place / 64] |= 1 << UInt64(place % 64)
        return true
    }

    /// In the order of their places.
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
    /// The most values with which a shape has a place.
    fileprivate static let mostPlaced = 27

    /// The place among all shapes where these are ordered by what ``lawMarbles`` writes: `-` comes before `>`, and then
    /// `o`, `x` and `|`. First silence after more and more values, then ends after fewer and fewer.
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
