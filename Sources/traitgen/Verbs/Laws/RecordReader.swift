import TraitgenCore

/// A cursor over the bytes of a law run's record, line by line and word by word.
struct RecordReader {
    private let bytes: [UInt8]
    /// The bounds of the rest of the line.
    private(set) var position = 0
    private(set) var lineEnd = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Goes to the next line that isn't empty; returns false at the end of the file.
    mutating func nextLine() -> Bool {
        position = lineEnd
        while position < bytes.count && bytes[position] == UInt8(ascii: "\n") { position += 1 }
        lineEnd = Self.endOfLine(bytes, from: position)
        return position < lineEnd
    }

    /// Looks at eight bytes at a time, since most lines of a record are skipped.
    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return bytes.withUnsafeBytes { bytes in
            var index = start
            while index + 8 <= bytes.count {
                // Little endian: the lowest byte is the first. Newlines are zero now, and subtracting one from each
                // byte sets the highest bit of the first newline, whatever it does to later bytes.
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

    /// Indicates whether the line begins with a word; shapes may begin with `o` and `x`.
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

    func text(_ word: Range<Int>) -> String { String(decoding: bytes[word], as: UTF8.self) }

    /// Returns the text up to the next bar that follows a blank, or up to the end of the line, without the blanks around it.
    mutating func nextField() -> String? {
        guard position < lineEnd else { return nil }
        let start = bytes[position] == UInt8(ascii: " ") ? position + 1 : position
        var end = start
        while end < lineEnd, bytes[end] != UInt8(ascii: "|") || bytes[end - 1] != UInt8(ascii: " ") {
            end += 1
        }
        position = min(end + 1, lineEnd)
        return String(decoding: bytes[start..<(end < lineEnd ? max(start, end - 1) : end)], as: UTF8.self)
    }

    /// Returns the rest of the line after the blank that follows a word.
    func restOfLine() -> String {
        String(decoding: bytes[min(position + 1, lineEnd)..<lineEnd], as: UTF8.self)
    }

    mutating func restOfWords() -> [String] {
        var words: [String] = []
        while let word = nextWord() { words.append(text(word)) }
        return words
    }

    func isWord(_ word: Range<Int>, _ text: StaticString) -> Bool {
        word.count == text.utf8CodeUnitCount
            && text.withUTF8Buffer { text in
                word.indices.allSatisfy { bytes[$0] == text[$0 - word.lowerBound] }
            }
    }

    func isArrow(_ word: Range<Int>) -> Bool { bytes[word.lowerBound] == UInt8(ascii: "=") }

    /// Parses a word as a shape, in the notation of ``Shape/lawMarbles``.
    func shape(_ word: Range<Int>) -> Shape? { Shape(lawMarbles: bytes[word]) }
}
