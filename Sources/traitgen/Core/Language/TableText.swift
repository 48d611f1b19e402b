/// The bytes of a table, cut into lines.
///
/// The syntax of the language is ASCII, so the parser works on bytes; free text (meanings, reasons, samples, comments) is
/// copied unread.
package struct TableText {
    package let path: String
    package let bytes: [UInt8]
    /// The range of each line, without its line break.
    package let lines: [Range<Int>]

    /// Cuts the text at LF, CR LF and CR, and drops a byte order mark.
    package init(bytes: [UInt8], path: String) {
        self.path = path
        self.bytes = bytes
        var lines: [Range<Int>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D {
                lines.append(start..<index)
                if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        if start < bytes.count { lines.append(start..<bytes.count) }
        self.lines = lines
    }

    package func location(_ line: Int, _ offset: Int, length: Int = 0) -> SourceLocation {
        // A byte order mark takes no column.
        let start = line < lines.count ? lines[line].lowerBound : offset
        return SourceLocation(path: path, line: line + 1, column: offset - start + 1, length: length)
    }

    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The place of the first byte that isn't UTF-8, if there is one.
    package func firstInvalidByte() -> SourceLocation? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { position += scalar.count }
        let line = lines.lastIndex { $0.lowerBound <= position } ?? 0
        return location(line, position, length: 1)
    }

    /// The first byte of a line that isn't blank, or the line's end.
    package func contentStart(_ line: Int) -> Int {
        let range = lines[line]
        return bytes[range].firstIndex { !Self.isBlank($0) } ?? range.upperBound
    }

    package func isEmpty(_ line: Int) -> Bool { contentStart(line) == lines[line].upperBound }
    package func isIndented(_ line: Int) -> Bool { contentStart(line) > lines[line].lowerBound }

    package func isComment(_ line: Int) -> Bool {
        bytes[contentStart(line)..<lines[line].upperBound].starts(with: [0x2F, 0x2F])
    }

    /// The text of a documentation comment; nil for other lines.
    func documentation(_ line: Int) -> String? {
        let start = contentStart(line)
        guard bytes[start..<lines[line].upperBound].starts(with: [0x2F, 0x2F, 0x2F]) else { return nil }
        let rest = text((start + 3)..<trimmedEnd(line))
        return rest.first == " " ? String(rest.dropFirst()) : rest
    }

    /// The end of a line without blanks at its end.
    package func trimmedEnd(_ line: Int) -> Int {
        let range = lines[line]
        return (bytes[range].lastIndex { !Self.isBlank($0) }).map { $0 + 1 } ?? range.lowerBound
    }

    /// One past the last line of the block that starts at a line: the indented lines after it,
    /// and the closing brace of a trait.
    package func blockEnd(_ start: Int) -> Int {
        var end = start + 1
        var line = start + 1
        let isTrait = text(contentStart(start)..<lines[start].upperBound).hasPrefix("trait")
        while line < lines.count {
            if isTrait, bytes[contentStart(line)..<lines[line].upperBound].first == UInt8(ascii: "}") {
                return line + 1
            }
            if isEmpty(line) || (isComment(line) && documentation(line) == nil) {
                line += 1
                continue
            }
            guard isIndented(line) else { break }
            line += 1
            end = line
        }
        return end
    }

    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
