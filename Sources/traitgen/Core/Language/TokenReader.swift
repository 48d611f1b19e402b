/// A word, a mark or a quoted text of a row.
package struct Token {
    package enum Kind {
        /// Letters, digits and marbles up to the next blank or mark.
        case run
        /// `(`, `)`, `,`, `:`, `{`, `}`, `=>` or `==`.
        case mark
        /// A quoted text; `text` is the part between the quotes.
        case quote
    }

    package var kind: Kind
    package var text: String
    package var location: SourceLocation
    /// The line and the bytes, with the quotes of a quoted text.
    package var line: Int
    package var range: Range<Int>

    package func isRun(_ text: String) -> Bool { kind == .run && self.text == text }
    package func isMark(_ text: String) -> Bool { kind == .mark && self.text == text }

    /// Indicates whether it consists of marbles alone.
    package var isMarbles: Bool {
        kind == .run && text.utf8.allSatisfy { "ox|-*>".utf8.contains($0) }
    }

    /// Its name in messages.
    var name: String { kind == .quote ? "a quoted text" : "`\(text)`" }
}

/// Reads tokens from the lines of one row, on demand; it doesn't look into quoted texts and samples.
package struct TokenReader {
    let text: TableText
    /// One past the last line of the row.
    let endLine: Int
    package private(set) var line: Int
    package private(set) var offset: Int
    private var peeked: Token?
    /// The end of the last token; "something is missing" points to it.
    private(set) var lastEnd: SourceLocation

    /// - Parameter offset: the byte to start at; nil for the first byte of the line that isn't blank.
    package init(_ text: TableText, line: Int, offset: Int? = nil, endLine: Int) {
        self.text = text
        self.line = line
        self.endLine = endLine
        self.offset = offset ?? text.contentStart(line)
        lastEnd = text.location(line, self.offset)
    }

    /// The next token without taking it; nil at the end of the row.
    mutating func peek() throws(Diagnostic) -> Token? {
        if peeked == nil { peeked = try scan() }
        return peeked
    }

    /// Takes the next token.
    @discardableResult
    package mutating func next() throws(Diagnostic) -> Token? {
        let token = try peek()
        peeked = nil
        if let token {
            line = token.line
            offset = token.range.upperBound
            lastEnd = text.location(token.line, token.range.upperBound)
        }
        return token
    }

    /// Skips the rest of the line.
    mutating func skipLine() {
        peeked = nil
        line += 1
        if line < endLine { offset = text.lines[line].lowerBound }
    }

    /// Takes the rest of the line as it stands, and the lines below that are indented deeper than
    /// `column` (in bytes, from zero).
    package mutating func takeText(deeperThan column: Int) -> (text: String, location: SourceLocation)? {
        peeked = nil
        var start = offset
        while start < text.lines[line].upperBound, TableText.isBlank(text.bytes[start]) { start += 1 }
        let end = max(text.trimmedEnd(line), start)
        let location = text.location(line, start, length: end - start)
        var parts = start < end ? [text.text(start..<end)] : []
        var next = line + 1
        var blank: [String] = []
        while next < endLine {
            if text.isEmpty(next) {
                blank.append("")
            } else {
                let indentation = text.contentStart(next) - text.lines[next].lowerBound
                guard indentation > column else { break }
                parts += blank
                blank = []
                let from = text.lines[next].lowerBound + column
                parts.append(text.text(from..<text.trimmedEnd(next)))
                line = next
            }
            next += 1
        }
        offset = text.lines[line].upperBound
        lastEnd = text.location(line, text.trimmedEnd(line))
        return parts.isEmpty ? nil : (parts.joined(separator: "\n"), location)
    }

    private mutating func scan() throws(Diagnostic) -> Token? {
        while line < endLine {
            let end = text.lines[line].upperBound
            while offset < end, TableText.isBlank(text.bytes[offset]) { offset += 1 }
            let isComment = offset + 1 < end && text.bytes[offset] == 0x2F && text.bytes[offset + 1] == 0x2F
            if offset < end && !isComment { return try scanToken(end) }
            line += 1
            if line < endLine { offset = text.lines[line].lowerBound }
        }
        return nil
    }

    private func scanToken(_ end: Int) throws(Diagnostic) -> Token {
        let first = text.bytes[offset]
        switch first {
        case UInt8(ascii: "\""): return try scanQuote(end)
        case UInt8(ascii: "="):
            let second = offset + 1 < end ? text.bytes[offset + 1] : 0
            guard second == UInt8(ascii: ">") || second == UInt8(ascii: "=") else {
                throw Diagnostic(
                    .unexpectedCharacter, at: text.location(line, offset, length: 1),
                    "a single `=` means nothing here",
                    help: "an arrow is `=>`, a requirement on equal types has `==`")
            }
            return token(.mark, offset..<(offset + 2))
        case _ where Self.isMark(first): return token(.mark, offset..<(offset + 1))
        default: break
        }
        var index = offset
        while index < end {
            let byte = text.bytes[index]
            if TableText.isBlank(byte) || Self.isMark(byte) || byte == UInt8(ascii: "\"")
                || byte == UInt8(ascii: "=")
            {
                break
            }
            if byte < 0x21 || byte > 0x7E { throw unexpected(index) }
            index += 1
        }
        return token(.run, offset..<index)
    }

    private func scanQuote(_ end: Int) throws(Diagnostic) -> Token {
        var bytes: [UInt8] = []
        var index = offset + 1
        while index < end {
            let byte = text.bytes[index]
            if byte == UInt8(ascii: "\"") {
                var token = token(.quote, offset..<(index + 1))
                token.text = String(decoding: bytes, as: UTF8.self)
                return token
            }
            if byte == UInt8(ascii: "\\") {
                let escaped = index + 1 < end ? text.bytes[index + 1] : 0
                guard escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                    throw Diagnostic(
                        .unknownEscape, at: text.location(line, index, length: 2),
                        "only `\\\"` and `\\\\` can follow a backslash in a quoted text",
                        help: "write `\\\\` for a backslash")
                }
                bytes.append(escaped)
                index += 2
            } else {
                bytes.append(byte)
                index += 1
            }
        }
        throw Diagnostic(
            .unterminatedText, at: text.location(line, offset, length: end - offset),
            "the quoted text has no closing `\"`", help: "a quoted text ends on the line it starts on")
    }

    private func token(_ kind: Token.Kind, _ range: Range<Int>) -> Token {
        Token(
            kind: kind, text: text.text(range),
            location: text.location(line, range.lowerBound, length: range.count),
            line: line, range: range)
    }

    /// Diagnoses the character that starts at a byte, with the character that was probably meant.
    private func unexpected(_ index: Int) -> Diagnostic {
        let rest = text.text(index..<text.lines[line].upperBound)
        let scalar = rest.unicodeScalars.first ?? " "
        let length = String(scalar).utf8.count
        if scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace {
            let number = String(scalar.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            return Diagnostic(
                .unexpectedCharacter, at: text.location(line, index, length: length),
                "unexpected character \(name)", help: "use a plain blank")
        }
        let meant: [Unicode.Scalar: String] = [
            "\u{2192}": "=>", "\u{21D2}": "=>", "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-",
            "\u{201C}": "\"", "\u{201D}": "\"", "\u{2502}": "|", "\u{25CB}": "o", "\u{25CF}": "o",
            "\u{00D7}": "x", "\u{2026}": "...",
        ]
        return Diagnostic(
            .unexpectedCharacter, at: text.location(line, index, length: length),
            "unexpected character `\(String(scalar))`",
            help: meant[scalar].map { "write `\($0)`" }
                ?? "outside of quoted texts, meanings, samples and comments a table is ASCII")
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}
