import TraitgenCore

/// Formats a table in columns: one for types, one for their effects on events, one for attributes.
///
/// Only blanks change. Rows without an empty line between them share their columns, even with comments among them. The
/// lines that continue a row are indented by four; deeper indentation is kept. Lines that continue the free text of a row's first
/// line, such as a sample, move with that text.
package struct TableLayout {
    private let text: TableText
    private var lines: [String] = []
    /// The rows whose columns aren't known yet, each with the lines that continue it.
    private var group: [(head: RowLine, rest: [(text: String, movesWithText: Bool)])] = []

    /// The formatted table; nil if more than blanks would change, which is a bug in this program.
    package static func formatted(_ bytes: [UInt8]) -> String? {
        var layout = TableLayout(text: TableText(bytes: bytes, path: ""))
        layout.readAll()
        let ends = LineEnds(of: bytes)
        let result = ends.mark + layout.lines.map { $0 + ends.end }.joined()
        return solid(Array(result.utf8)) == solid(bytes) ? result : nil
    }

    /// The bytes without blanks.
    private static func solid(_ bytes: [UInt8]) -> [UInt8] {
        bytes.filter { !TableText.isBlank($0) && $0 != 0x0A && $0 != 0x0D }
    }

    private let keywordWidth: Int

    private init(text: TableText) {
        self.text = text
        // Types begin in the same column throughout a table.
        let words = text.lines.map { line in text.text(line).prefix { !" \t".contains($0) } }
        keywordWidth =
            ["operator", "source"].first { word in words.contains { $0 == word } }?.count ?? 0
    }

    private mutating func readAll() {
        var line = 0
        while line < text.lines.count {
            if text.isEmpty(line) {
                endGroup()
                if lines.last?.isEmpty == false { lines.append("") }
                line += 1
            } else if text.isComment(line) {
                // A comment among rows belongs to the next row, and the group of columns continues.
                if group.isEmpty {
                    lines.append(content(line))
                } else {
                    group[group.count - 1].rest.append((content(line), false))
                }
                line += 1
            } else {
                // Lines between a row and the next declaration don't belong to the row.
                let end = text.blockEnd(line)
                readBlock(line, end)
                line = end
            }
        }
        endGroup()
        while lines.last?.isEmpty == true { lines.removeLast() }
    }

    private func content(_ line: Int) -> String {
        let start = text.contentStart(line)
        return text.text(start..<max(start, text.trimmedEnd(line)))
    }

    private mutating func readBlock(_ line: Int, _ end: Int) {
        let word = content(line).prefix { !" \t".contains($0) }
        if word == "trait" {
            endGroup()
            lines.append(Self.collapsed(content(line)))
            readTrait(line + 1, end)
        } else if let row = RowLine(text, line) {
            let free = row.freeColumn.map { column in
                (line + 1..<max(line + 1, end)).prefix { text.isEmpty($0) || indentation($0) > column }.count
            }
            let start = line + 1 + (free ?? 0)
            let moving = (line + 1..<start).map { line in
                let deeper = text.isEmpty(line) ? 0 : indentation(line) - row.freeColumn!
                return (text: String(repeating: " ", count: deeper) + content(line), movesWithText: true)
            }
            group.append((row, moving + continuation(start, end).map { ($0, false) }))
        } else {
            endGroup()
            lines.append(content(line))
            lines += continuation(line + 1, end)
        }
    }

    private func indentation(_ line: Int) -> Int { text.contentStart(line) - text.lines[line].lowerBound }

    private func continuation(_ start: Int, _ end: Int) -> [String] {
        let least = (start..<max(start, end)).filter { !text.isEmpty($0) }.map(indentation).min() ?? 0
        var result: [String] = []
        for line in start..<max(start, end) {
            if text.isEmpty(line) {
                result.append("")
            } else {
                result.append(String(repeating: " ", count: 4 + indentation(line) - least) + content(line))
            }
        }
        return result
    }

    // MARK: - Traits

    private mutating func readTrait(_ start: Int, _ end: Int) {
        var read: [(marbles: String, meaning: String)] = []
        for line in start..<max(start, end) {
            let content = content(line)
            if content.hasPrefix("//") || content.hasPrefix("}") || content.isEmpty {
                read.append(("", content))
            } else {
                read.append(Self.history(content))
            }
        }
        let width = read.filter { !$0.meaning.isEmpty }.map(\.marbles.count).max() ?? 0
        for (marbles, meaning) in read {
            if marbles.isEmpty {
                lines.append(meaning.isEmpty || meaning.hasPrefix("}") ? meaning : "    " + meaning)
            } else {
                lines.append("    " + (meaning.isEmpty ? marbles : padded(marbles, width) + "   " + meaning))
            }
        }
    }

    /// Splits a line into its marbles, which end at `>`, and their meaning. Marbles have single blanks between them.
    private static func history(_ content: String) -> (marbles: String, meaning: String) {
        var marbles = content[...]
        if let end = content.firstIndex(of: ">") {
            marbles = content[...end]
        } else {
            // The line isn't complete yet: two blanks may end the marbles.
            marbles = content[..<(content.firstRange(of: "  ")?.lowerBound ?? content.endIndex)]
        }
        let meaning = content[marbles.endIndex...].drop { $0 == " " || $0 == "\t" }
        return (collapsed(String(marbles)), String(meaning))
    }

    // MARK: - Rows

    private mutating func endGroup() {
        let type = group.filter { !$0.head.isBare }.map(\.head.type.count).max() ?? 0
        let events = group.filter { !$0.head.attributes.isEmpty }.map(\.head.events.count).max() ?? 0
        for (row, rest) in group {
            var line = padded(row.keyword, keywordWidth) + " " + row.type
            if !row.isBare {
                line = padded(line, keywordWidth + 1 + type)
                if !row.events.isEmpty || (events > 0 && !row.attributes.isEmpty) {
                    line += "   " + padded(row.events, row.attributes.isEmpty ? 0 : events)
                }
                if !row.attributes.isEmpty { line += "   " + row.attributes }
            }
            lines.append(line + (row.comment.isEmpty ? "" : "   " + row.comment))
            let column = line.utf8.count - row.freeText.utf8.count
            lines += rest.map { text, movesWithText in
                movesWithText && !text.isEmpty ? String(repeating: " ", count: column) + text : text
            }
        }
        group = []
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Replaces runs of blanks by one; for text without quotes.
    fileprivate static func collapsed(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}

/// The first line of a row, in parts.
package struct RowLine {
    var keyword = ""
    /// The type with its inputs.
    var type = ""
    /// The clauses about events, separated by three blanks.
    var events = ""
    /// The attributes, separated by three blanks.
    var attributes = ""
    var comment = ""
    /// The last clause, if it ends in free text, and the column where it began, in bytes.
    private(set) var freeText = ""
    private(set) var freeColumn: Int?

    /// Indicates whether all clauses are on the lines below.
    var isBare: Bool { events.isEmpty && attributes.isEmpty }

    /// Parses the first line of a row; nil for other lines, or if it can't be read.
    init?(_ text: TableText, _ line: Int) {
        var reader = TokenReader(text, line: line, endLine: line + 1)
        var tokens: [Token] = []
        /// The start of a sample or of a method's signature, which are free text.
        var free: Int?
        var (head, isInputs) = (0, false)
        do throws(Diagnostic) {
            while let token = try reader.next() {
                tokens.append(token)
                // An input may have the same name.
                if tokens.count < 6 { head = Self.endOfHead(tokens) } else if isInputs { head = tokens.count }
                isInputs = head == tokens.count && !token.isMark(")")
                guard tokens.count > head else { continue }
                if token.isRun("sample") { free = token.range.upperBound }
                if token.isRun("in"), let type = try reader.next() {
                    tokens.append(type)
                    free = type.range.upperBound
                }
                if free != nil { break }
            }
        } catch {
            return nil
        }
        guard tokens.count > 1, ["source", "operator"].contains(tokens[0].text) else { return nil }
        keyword = tokens[0].text
        let end = text.trimmedEnd(line)
        let last = tokens[tokens.count - 1].range.upperBound
        let rest = TableLayout.trimmed(text.text(min(free ?? last, end)..<end))
        if free == nil { comment = rest }

        var index = Self.endOfHead(tokens)
        type = TableLayout.collapsed(
            text.text(tokens[1].range.lowerBound..<tokens[index - 1].range.upperBound))
        var clauses: [(isAttribute: Bool, text: String, word: String)] = []
        var clauseStart: Int?
        while index < tokens.count {
            let token = tokens[index]
            let isAttribute =
                clauses.last.map { Self.isAttribute(token, after: $0.word) }
                ?? Self.isAttribute(token, after: "")
            if isAttribute || clauses.isEmpty || Self.isClause(tokens, index) {
                clauses.append((isAttribute, text.text(token.range), token.text))
                clauseStart = token.range.lowerBound
            } else {
                let isApart = tokens[index - 1].range.upperBound < token.range.lowerBound
                clauses[clauses.count - 1].text += (isApart ? " " : "") + text.text(token.range)
            }
            index += 1
        }
        if free != nil, !clauses.isEmpty {
            if !rest.isEmpty { clauses[clauses.count - 1].text += " " + rest }
            freeText = clauses[clauses.count - 1].text
            freeColumn = clauseStart.map { $0 - text.lines[line].lowerBound }
        }
        let first = clauses.firstIndex(where: \.isAttribute) ?? clauses.count
        events = clauses[..<first].map(\.text).joined(separator: "   ")
        attributes = clauses[first...].map(\.text).joined(separator: "   ")
    }

    /// The index of the token after the type, its module and its inputs.
    package static func endOfHead(_ tokens: [Token]) -> Int {
        var index = 2
        if index + 1 < tokens.count, tokens[index].isRun("from") { index += 2 }
        guard index < tokens.count, tokens[index].isMark("(") else { return min(index, tokens.count) }
        while index < tokens.count, !tokens[index].isMark(")") { index += 1 }
        return min(index + 1, tokens.count)
    }

    package static func isAttribute(_ token: Token, after word: String) -> Bool {
        guard token.kind == .run, RowParser.attributes.contains(token.text) else { return false }
        switch token.text {
        case "because": return !["unsampled", "unseen", "exempt", "survives", "conforms"].contains(word)
        case "where": return !["conforms", "prefer"].contains(word)
        // A place may belong to the word before it: `later at Context`.
        case "at": return !["later", "held"].contains(word)
        default: return true
        }
    }

    /// Indicates whether a clause about events begins at a token.
    package static func isClause(_ tokens: [Token], _ index: Int) -> Bool {
        let (token, before) = (tokens[index], tokens[index - 1])
        if before.isRun("or") || before.isRun("cut") || before.isMark("=>") || before.isMark(",") {
            return false
        }
        // `signal o => opens` is one clause.
        if before.isRun("signal") && token.isMarbles { return false }
        if before.isRun("x") && token.isRun("last") { return false }
        if RowParser.operatorWords.contains(token.text) { return token.kind == .run }
        guard token.isMarbles, index + 1 < tokens.count else { return false }
        return tokens[index + 1].isMark("=>") || token.isRun("x") && tokens[index + 1].isRun("last")
    }
}

extension TableLayout {
    fileprivate static func trimmed(_ text: String) -> String {
        let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
        return String(text[start...])
    }
}
