/// Parsed marbles: a list of symbols, each with its tick.
///
/// | symbol | meaning |
/// | --- | --- |
/// | `-` | one tick passes |
/// | `{30}` | thirty ticks pass |
/// | a letter or a digit | the value of that name, or the error of that name |
/// | `o` | a value, whichever |
/// | `\|` | finished |
/// | `x` | failed |
/// | `!` | cancelled |
/// | `( )` | holds together what happens at one tick; may be left out |
/// | `>` | the end of a line that goes on silently; may be left out |
/// | white space | nothing |
///
/// Only dashes take time. `o|` is a value and the end in one tick, as in the marbles that define traits, and `-(ab)-`
/// is the same as `-ab-`.
public struct Marbles: Hashable, Sendable, CustomStringConvertible {
    /// The meaning of a symbol.
    public enum Symbol: Hashable, Sendable {
        /// A letter or a digit: a value or an error. `x` is always an error.
        case name(Character)
        /// `|`
        case finished
        /// `!`
        case cancelled
    }

    /// A symbol and its place.
    public struct Mark: Hashable, Sendable {
        /// The number of ticks that have passed before the symbol.
        public var tick: Int
        /// The symbol.
        public var symbol: Symbol
        /// The position of the symbol in the string, for messages.
        public var offset: Int
    }

    /// The marbles, as they were written.
    public let description: String
    /// The symbols, from left to right.
    public let marks: [Mark]
    /// The number of ticks that the whole line takes.
    public let duration: Int

    /// Parses marbles.
    ///
    /// - Throws: ``MarbleError`` with the place of the first mistake.
    /// - Complexity: O(*n*), *n* being the length of the text.
    public init(_ text: String) throws(MarbleError) {
        var parser = MarbleParser(text)
        try parser.parse()
        description = text
        marks = parser.marks
        duration = parser.tick
    }
}

/// A parser that reads the characters once.
private struct MarbleParser {
    let text: String
    let characters: [Character]
    var offset = 0
    var tick = 0
    var marks: [Marbles.Mark] = []
    private var groupStart: Int?
    private var last: (symbol: String, offset: Int)?

    init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    mutating func parse() throws(MarbleError) {
        while offset < characters.count {
            let character = characters[offset]
            switch character {
            case "-":
                if groupStart != nil { throw mistake("time can't pass inside a group") }
                try pass(1)
            case "{":
                if groupStart != nil { throw mistake("time can't pass inside a group") }
                try parseTicks()
            case "(":
                if groupStart != nil { throw mistake("a group can't hold a group") }
                groupStart = offset
            case ")":
                guard let start = groupStart else { throw mistake("no group is open here") }
                if start == offset - 1 { throw mistake("the group is empty") }
                groupStart = nil
            case "|":
                try add(.finished, endsWith: "finished")
            case "!":
                try add(.cancelled, endsWith: "cancelled")
            case ">":
                if characters[(offset + 1)...].contains(where: { !$0.isWhitespace }) {
                    throw mistake("nothing may follow >")
                }
                if let last { throw mistake("the line does not go on, it is \(last.symbol)") }
            case "x":
                try add(.name("x"), endsWith: "failed")
            case _ where character.isLetter || character.isNumber:
                try add(.name(character), endsWith: nil)
            case _ where character.isWhitespace:
                break
            default:
                throw mistake("\"\(character)\" means nothing here")
            }
            offset += 1
        }
        if let groupStart { throw mistake("the group is not closed", at: groupStart) }
    }

    private mutating func parseTicks() throws(MarbleError) {
        let start = offset
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw mistake("the number of ticks is not closed")
        }
        guard let ticks = Int(String(characters[(start + 1)..<end])), ticks >= 0 else {
            throw mistake("the braces must hold a number of ticks", at: start + 1)
        }
        try pass(ticks, from: start)
        offset = end
    }

    private mutating func pass(_ ticks: Int, from start: Int? = nil) throws(MarbleError) {
        let (sum, isTooMuch) = tick.addingReportingOverflow(ticks)
        if isTooMuch { throw mistake("the line is too long", at: start) }
        tick = sum
    }

    private mutating func add(_ symbol: Marbles.Symbol, endsWith end: String?) throws(MarbleError) {
        if let last { throw mistake("nothing may follow, the line is \(last.symbol)") }
        marks.append(Marbles.Mark(tick: tick, symbol: symbol, offset: offset))
        if let end { last = (end, offset) }
    }

    private func mistake(_ message: String, at place: Int? = nil) -> MarbleError {
        MarbleError(message: message, marbles: text, offset: place ?? offset)
    }
}
