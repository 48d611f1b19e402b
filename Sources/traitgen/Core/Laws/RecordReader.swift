/// Goes through the bytes of a record of a law run, line by line and word by word.
struct RecordReader {
    private let bytes: [UInt8]
    /// Where the rest of the line begins, and where it ends.
    private(set) var position = 0
    private(set) var lineEnd = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Goes to the next line that isn't empty; there is none at the end of the file.
    mutating func nextLine() -> Bool {
        position = lineEnd
        while position < bytes.count && bytes[position] == UInt8(ascii: "\n") { position += 1 }
        lineEnd = Self.endOfLine(bytes, from: position)
        return position < lineEnd
    }

    /// Looks at eight bytes at a time: most lines of a record are only passed over.
    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return bytes.withUnsafeBytes { bytes in
            var index = start
            while index + 8 <= bytes.count {
                // Little endian: the lowest byte is the first. Those that are a line's end are zero now, and subtracting
                // one from each sets the highest bit of the first of these, whatever it does to later ones.
                let word =
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                    ^ (ones &* UInt64(UInt8(ascii: "\n")))
                let zeros = (word &- ones) & ~word & (ones << 7)
                if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
                index += 8
            }
            while index < bytes.count && bytes[index] != UInt8(ascii: "\n") { index += 1 }
            return index
        }
    }

    /// Whether the line begins with a word; shapes may begin with `o` and `x`.
    var isAtLetter: Bool {
        switch bytes[position] {
        case UInt8(ascii: "r"), UInt8(ascii: "a"), UInt8(ascii: "s"), UInt8(ascii: "h"): true
        default: false
        }
    }

    mutating func nextWord() -> Range<Int>? {
        while position < lineEnd && bytes[position] == UInt8(ascii: " ") { position += 1 }
        guard position < lineEnd else { return nil }
        let start = position
        while position < lineEnd && bytes[position] != UInt8(ascii: " ") { position += 1 }
        return start..<position
    }

    /// What follows the blank after a word.
    func restOfLine() -> String {
        String(decoding: bytes[min(position + 1, lineEnd)..<lineEnd], as: UTF8.self)
    }

    mutating func restOfWords() -> [String] {
        var words: [String] = []
        while let word = nextWord() { words.append(String(decoding: bytes[word], as: UTF8.self)) }
        return words
    }

    func isWord(_ word: Range<Int>, _ text: StaticString) -> Bool {
        word.count == text.utf8CodeUnitCount
            && text.withUTF8Buffer { text in
                word.indices.allSatisfy { bytes[$0] == text[$0 - word.lowerBound] }
            }
    }

    func isArrow(_ word: Range<Int>) -> Bool { bytes[word.lowerBound] == UInt8(ascii: "=") }

    /// The shape that a word stands for, as ``Shape/lawMarbles`` writes it.
    func shape(_ word: Range<Int>) -> Shape? {
        let isLater = bytes[word.lowerBound] == UInt8(ascii: "-")
        let start = isLater ? word.lowerBound + 1 : word.lowerBound
        var last = start
        while last < word.upperBound && bytes[last] == UInt8(ascii: "o") { last += 1 }
        guard last == word.upperBound - 1, let end = Shape.End(lawMark: bytes[last]) else { return nil }
        return Shape(first: isLater ? .later : .immediate, values: last - start, end: end)
    }
}

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
struct SeenShapes: Equatable {
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
        for index in 0..<4 {
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
