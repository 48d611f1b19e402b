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
        lineEnd = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        return position < lineEnd
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
        (0..<count).map { Shape(place: (places >> (56 - 8 * $0)) & 0xFF - 1) }
    }

    /// The code of the same shapes in another order, one for all orders.
    var unordered: SituationCode {
        var code = self
        code.places = (0..<count).map { places >> (56 - 8 * $0) & 0xFF }.sorted().reduce(0) { $0 << 8 | $1 }
        return code
    }

    func hash(into hasher: inout Hasher) { hasher.combine(places) }

    static func < (left: Self, right: Self) -> Bool {
        (left.events, left.places) < (right.events, right.places)
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
