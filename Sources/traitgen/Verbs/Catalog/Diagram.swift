import TraitgenCore

/// A marble diagram of a documentation comment: lines of marbles with labels, and captions between them.
///
/// ```
///        --1--2--3--4--|
/// filter { $0 % 2 == 0 }
///        -----2-----4--|
/// ```
struct Diagram: Hashable {
    /// A mark in one column of a line.
    enum Mark: Hashable {
        case value(String)
        case finish
        case failure
        /// The arrival of a subscriber.
        case arrival
    }

    /// A line of marbles.
    struct Stream: Hashable {
        var label: String
        var remark: String
        /// The first and the last column of the line.
        var columns: ClosedRange<Int>
        /// A Boolean value that indicates whether the line has no end mark.
        var isOpen: Bool
        /// The marks by their columns.
        var marks: [Int: Mark]
    }

    enum Line: Hashable {
        case caption(String)
        case stream(Stream)
    }

    let lines: [Line]

    /// Parses a block of a comment; nil if it isn't a diagram.
    init?(_ block: [String]) {
        let rows = block.filter { !$0.allSatisfy(\.isWhitespace) }.map(Array.init)
        // All marbles of a block begin in one column, or to the right of it.
        guard let start = rows.compactMap(Self.start).min() else { return nil }
        var lines: [Line] = []
        for row in rows {
            if let stream = Self.stream(row, from: start) {
                lines.append(.stream(stream))
            } else if Self.start(row) == nil {
                lines.append(.caption(Self.trimmed(row[...])))
            } else {
                return nil
            }
        }
        let streams = lines.count { if case .stream = $0 { true } else { false } }
        guard streams > 1 || (streams == 1 && lines.count > 1) else { return nil }
        self.lines = lines
    }

    /// The column of the first word that contains two dashes.
    private static func start(_ row: [Character]) -> Int? {
        var word: Int?
        for index in row.indices {
            if row[index] == " " {
                word = nil
            } else {
                word = word ?? index
                if row[index] == "-", index + 1 < row.count, row[index + 1] == "-" { return word }
            }
        }
        return nil
    }

    private static func trimmed(_ text: ArraySlice<Character>) -> String {
        let start = text.firstIndex { $0 != " " } ?? text.endIndex
        let end = (text.lastIndex { $0 != " " } ?? start - 1) + 1
        return start < end ? String(text[start..<end]) : ""
    }

    private static func stream(_ row: [Character], from start: Int) -> Stream? {
        guard row.count > start, start == 0 || row[start - 1] == " " else { return nil }
        var reader = MarbleReader(row, start)
        guard reader.read(), let first = reader.first, let last = reader.last else { return nil }
        let remark = row[reader.end...]
        guard remark.isEmpty || remark.allSatisfy({ $0 == " " }) || remark.starts(with: "   ") else {
            return nil
        }
        return Stream(
            label: trimmed(row[..<start]), remark: trimmed(remark), columns: first...last,
            isOpen: !reader.isOver, marks: reader.marks)
    }
}

/// Reads the marbles of a line, column by column.
private struct MarbleReader {
    private let row: [Character]
    private var index: Int
    private(set) var marks: [Int: Diagram.Mark] = [:]
    private(set) var first: Int?
    private(set) var last: Int?
    private(set) var isOver = false
    private let start: Int
    /// A Boolean value that indicates whether a subscriber has arrived; from then on each letter is a separate value.
    private var hasArrived = false

    init(_ row: [Character], _ start: Int) {
        self.row = row
        self.start = start
        index = start
        while index < row.count, row[index] == " " { index += 1 }
    }

    var end: Int { index }

    private mutating func take(_ mark: Diagram.Mark?, _ count: Int) {
        let column = index - start
        index += count
        // Text after an end is ignored.
        guard !isOver else { return }
        first = first ?? column
        last = column + count - 1
        if let mark { marks[column] = mark }
        if mark == .finish || mark == .failure { isOver = true }
    }

    /// Reads all marbles; returns false at any other character.
    mutating func read() -> Bool {
        while index < row.count, row[index] != " " {
            switch row[index] {
            case "-", ">": take(nil, 1)
            case "|": take(.finish, 1)
            case "^":
                take(.arrival, 1)
                hasArrived = true
            case "\"", "[", "(":
                let close: Character = row[index] == "\"" ? "\"" : row[index] == "[" ? "]" : ")"
                guard let end = row[(index + 1)...].firstIndex(of: close) else { return false }
                take(.value(String(row[index...end])), end + 1 - index)
            case let letter where letter.isLetter || letter.isNumber || "?∞".contains(letter):
                let word = row[index...].prefix { $0.isLetter || $0.isNumber }
                if word == ["x"] || isOver {
                    take(.failure, 1)
                } else {
                    let count = hasArrived ? 1 : max(1, word.count)
                    take(.value(String(row[index..<(index + count)])), count)
                }
            default: return false
            }
        }
        return !marks.isEmpty || first != nil
    }
}
