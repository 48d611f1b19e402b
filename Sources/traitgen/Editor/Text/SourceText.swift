import TraitgenCore

/// The bytes of a file, cut into lines, with the positions that an editor counts.
struct SourceText: Hashable {
    /// A unit in which an editor counts the characters of a line.
    enum Unit: String {
        case utf8 = "utf-8"
        case utf16 = "utf-16"
        case utf32 = "utf-32"

        /// The number of units of the scalar that begins with a byte.
        fileprivate func count(_ lead: UInt8) -> Int {
            switch self {
            case .utf8: lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            case .utf16: lead < 0xF0 ? 1 : 2
            case .utf32: 1
            }
        }
    }

    /// A position of an editor; lines and characters count from zero.
    struct Position: Hashable, Comparable {
        var line: Int
        var character: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.line, left.character) < (right.line, right.character)
        }
    }

    private(set) var bytes: [UInt8]
    /// The range of each line without its end. The last line may be empty.
    private(set) var lines: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = Self.lines(of: bytes)
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            lines.append(start..<(index - 1))
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            start = index
        }
        return lines + [start..<bytes.count]
    }

    /// Replaces a range of bytes.
    mutating func replace(_ range: Range<Int>, with text: String) {
        bytes.replaceSubrange(range, with: Array(text.utf8))
        lines = Self.lines(of: bytes)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Positions

    /// The byte at a position. Behind the end of a line it is the line's end, and inside of a character the character's start.
    func offset(of position: Position, in unit: Unit) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < lines.count else { return bytes.count }
        let line = lines[position.line]
        var index = line.lowerBound
        var rest = position.character
        while index < line.upperBound {
            let count = unit.count(bytes[index])
            guard rest >= count else { break }
            rest -= count
            index = next(index, in: line)
        }
        return index
    }

    /// The position of a byte.
    func position(of offset: Int, in unit: Unit) -> Position {
        let number = line(of: offset)
        let line = lines[number]
        var (index, character) = (line.lowerBound, 0)
        while index < min(offset, line.upperBound) {
            character += unit.count(bytes[index])
            index = next(index, in: line)
        }
        return Position(line: number, character: character)
    }

    /// The number of the line that contains a byte.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle].lowerBound <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// One past the scalar that begins at a byte.
    private func next(_ index: Int, in line: Range<Int>) -> Int {
        var next = index + 1
        while next < line.upperBound, bytes[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    /// The bytes of a place that a diagnostic names.
    func range(of location: SourceLocation) -> Range<Int> {
        guard (1...lines.count).contains(location.line) else { return bytes.count..<bytes.count }
        var line = lines[location.line - 1]
        // A byte order mark takes no column.
        if location.line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { line = 3..<max(3, line.upperBound) }
        let start = min(line.lowerBound + max(0, location.column - 1), line.upperBound)
        return start..<min(start + max(0, location.length), line.upperBound)
    }
}
