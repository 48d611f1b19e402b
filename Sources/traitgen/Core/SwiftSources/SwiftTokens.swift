/// The words and signs of a Swift source, without comments, string literals and regular expressions.
///
/// It knows just enough of Swift to distinguish code from literals. It works on bytes, since all significant characters
/// are ASCII.
struct SwiftTokens {
    struct Token: Hashable {
        enum Kind: Hashable {
            /// A name or a keyword.
            case word
            /// A name in backticks, which is never a keyword.
            case quoted
            /// `if`, `elseif`, `else` or `endif` after a `#`; its condition is no token.
            case directive
            /// A number, a string literal or a regular expression.
            case literal
            /// A sign of one byte, or `->` or `==`.
            case sign
        }

        let kind: Kind
        /// The token's range in the bytes; for a quoted name, without the backticks.
        let range: Range<Int>
    }

    /// The largest length of a name in backticks or a regular expression. The limit bounds the searches for an end,
    /// which begin at many places.
    private static let longest = 4096

    private(set) var tokens: [Token] = []
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while position < bytes.count { next() }
    }

    func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    func isText(_ token: Token, _ text: StaticString) -> Bool {
        token.range.count == text.utf8CodeUnitCount
            && text.withUTF8Buffer { text in
                token.range.indices.allSatisfy { bytes[$0] == text[$0 - token.range.lowerBound] }
            }
    }

    // MARK: - One token

    private func byte(_ offset: Int) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private mutating func add(_ kind: Token.Kind, from start: Int) {
        tokens.append(Token(kind: kind, range: start..<position))
    }

    private mutating func next() {
        let start = position
        switch byte(0) {
        case 0...UInt8(ascii: " "): position += 1
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "/"): skipRegex(hashes: 0)
        case UInt8(ascii: "\""):
            skipText(hashes: 0)
            add(.literal, from: start)
        case UInt8(ascii: "#"): nextHash()
        case UInt8(ascii: "`"): nextQuoted()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            skipWord()
            add(.literal, from: start)
        case let byte where Self.isWord(byte):
            skipWord()
            add(.word, from: start)
        case UInt8(ascii: "-") where byte(1) == UInt8(ascii: ">"),
            UInt8(ascii: "=") where byte(1) == UInt8(ascii: "="):
            position += 2
            add(.sign, from: start)
        default:
            position += 1
            add(.sign, from: start)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    private mutating func skipWord() {
        while position < bytes.count && Self.isWord(bytes[position]) { position += 1 }
    }

    /// A name in backticks may contain blanks.
    private mutating func nextQuoted() {
        let start = position + 1
        let end = bytes[start..<min(bytes.count, start + Self.longest)]
            .firstIndex { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "\n") }
        guard let end, bytes[end] == UInt8(ascii: "`") else {
            position = start
            return
        }
        tokens.append(Token(kind: .quoted, range: start..<end))
        position = end + 1
    }

    private mutating func skipLine() {
        while position < bytes.count && !isLineEnd(position) { position += 1 }
    }

    private func isLineEnd(_ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    }

    /// Comments nest.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if byte(0) == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte(0) == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
        position = min(position, bytes.count)
    }

    // MARK: - Literals

    /// Reads a string literal or regular expression with hashes, a directive, or a macro.
    private mutating func nextHash() {
        let start = position
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        position += hashes
        switch byte(0) {
        case UInt8(ascii: "\""):
            skipText(hashes: hashes)
            add(.literal, from: start)
        case UInt8(ascii: "/"): skipRegex(hashes: hashes)
        default:
            let word = position
            skipWord()
            let token = Token(kind: .directive, range: word..<position)
            if hashes == 1, ["if", "elseif", "else", "endif"].contains(text(token)) {
                tokens.append(token)
                skipLine()
            } else {
                position = word
                add(.sign, from: start)
            }
        }
    }

    /// A nested part of a string literal: its text, or interpolated code, which may contain literals.
    private enum Part {
        case text(hashes: Int, isLong: Bool)
        case code(depth: Int)
    }

    private func isQuote(_ count: Int) -> Bool {
        (0..<count).allSatisfy { byte($0) == UInt8(ascii: "\"") }
    }

    private func hasHashes(_ count: Int, after offset: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    /// Skips a string literal, using a list instead of recursion: nesting has no limit.
    private mutating func skipText(hashes: Int) {
        var parts: [Part] = []
        func open(hashes: Int) -> Part { .text(hashes: hashes, isLong: isQuote(3)) }
        func width(_ part: Part) -> Int { if case .text(_, true) = part { 3 } else { 1 } }
        parts.append(open(hashes: hashes))
        position += width(parts[0])
        while let part = parts.last, position < bytes.count {
            switch part {
            case .text(let hashes, let isLong):
                if byte(0) == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
                    position += 1 + hashes
                    if byte(0) == UInt8(ascii: "(") {
                        parts.append(.code(depth: 1))
                        position += 1
                    } else if position < bytes.count, isLong || !isLineEnd(position) {
                        position += 1
                    }
                } else if isQuote(isLong ? 3 : 1), hasHashes(hashes, after: isLong ? 3 : 1) {
                    position += (isLong ? 3 : 1) + hashes
                    parts.removeLast()
                } else if !isLong, isLineEnd(position) {
                    // The literal isn't closed; the compiler reports that.
                    parts.removeLast()
                } else {
                    position += 1
                }
            case .code(let depth):
                switch byte(0) {
                case UInt8(ascii: "("):
                    parts[parts.count - 1] = .code(depth: depth + 1)
                    position += 1
                case UInt8(ascii: ")"):
                    if depth == 1 {
                        parts.removeLast()
                    } else {
                        parts[parts.count - 1] = .code(depth: depth - 1)
                    }
                    position += 1
                case UInt8(ascii: "\""):
                    let text = open(hashes: 0)
                    parts.append(text)
                    position += width(text)
                case UInt8(ascii: "#"):
                    var hashes = 0
                    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
                    position += hashes
                    guard byte(0) == UInt8(ascii: "\"") else { break }
                    let text = open(hashes: hashes)
                    parts.append(text)
                    position += width(text)
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
                default: position += 1
                }
            }
        }
    }

    /// Skips a regular expression: a slash begins one where a value could stand, if another slash ends it on the same
    /// line.
    private mutating func skipRegex(hashes: Int) {
        let start = position - hashes
        position += 1
        let first = byte(0)
        if hashes == 0, !canBeginValue || first <= UInt8(ascii: " ") {
            return add(.sign, from: start)
        }
        var end = position
        var isInList = false
        let limit = min(bytes.count, end + Self.longest)
        while end < limit, hashes > 0 || !isLineEnd(end) {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInList = true
            case UInt8(ascii: "]"): isInList = false
            case UInt8(ascii: "/") where hashes > 0 || !isInList:
                guard
                    (1...max(1, hashes)).allSatisfy({
                        hashes == 0 || end + $0 < bytes.count && bytes[end + $0] == UInt8(ascii: "#")
                    })
                else { break }
                position = end + 1 + hashes
                return add(.literal, from: start)
            default: break
            }
            end += 1
        }
        add(.sign, from: start)
    }

    /// Indicates whether the next token may begin a value, rather than being an infix operator.
    private var canBeginValue: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .literal, .quoted: return false
        case .directive: return true
        case .word:
            return ["return", "in", "case", "try", "await", "where", "if", "else"].contains(text(last))
        case .sign: return ![")", "]", "}", ">", "!", "?"].contains(text(last))
        }
    }
}
