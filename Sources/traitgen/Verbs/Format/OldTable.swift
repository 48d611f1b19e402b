import TraitgenCore

/// Rewrites the words that older versions of the language had.
///
/// The derivation of a rewritten row is the same. Only a row with `cut at Other`, whose second publisher is now an input,
/// may keep more than before.
package struct OldTable {
    private let text: TableText
    private var edits: [(range: Range<Int>, replacement: String)] = []
    /// A note for each row that is rewritten.
    private var notes: [String] = []

    /// The table in the words of today, and a note for each row that is rewritten.
    package static func rewritten(_ bytes: [UInt8], path: String) -> (bytes: [UInt8], notes: [String]) {
        var table = OldTable(text: TableText(bytes: bytes, path: path))
        table.rewrite()
        var result = bytes
        for (range, replacement) in table.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.replaceSubrange(range, with: Array(replacement.utf8))
        }
        return (result, table.notes)
    }

    private init(text: TableText) { self.text = text }

    private mutating func rewrite() {
        var line = 0
        while line < text.lines.count {
            guard !text.isEmpty(line), !text.isComment(line), !text.isIndented(line) else {
                line += 1
                continue
            }
            let end = text.blockEnd(line)
            // What can't be read is reported by the parser.
            if let row = OldRow(text, line, end) { take(row) }
            line = end
        }
    }

    private mutating func take(_ row: OldRow) {
        guard let found = row.edits(), !found.isEmpty else { return }
        edits += found.map { (wholeLine($0.range, $0.replacement), $0.replacement) }
        let said = found.map(\.replacement).filter { !$0.isEmpty && $0.first != "," && $0.first != " " }
        notes.append(
            "\(row.location): note: `\(row.name)` "
                + (said.isEmpty
                    ? "no longer says `since`" : "now says \(said.map { "`\($0)`" }.joined(separator: ", "))")
        )
    }

    /// Widens a range that is removed to its line if nothing else stands there.
    private func wholeLine(_ range: Range<Int>, _ replacement: String) -> Range<Int> {
        guard replacement.isEmpty,
            let number = text.lines.firstIndex(where: { $0.contains(range.lowerBound) })
        else { return range }
        let line = text.lines[number]
        let others =
            text.bytes[line.lowerBound..<range.lowerBound] + text.bytes[range.upperBound..<line.upperBound]
        guard others.allSatisfy(TableText.isBlank), number > 0 else { return range }
        return text.lines[number - 1].upperBound..<line.upperBound
    }
}

/// A row or a trait, token by token, without its samples.
private struct OldRow {
    typealias Edit = (range: Range<Int>, replacement: String)

    private(set) var tokens: [Token] = []
    /// The index of the first token after the type and the inputs.
    private var start = 2

    var name: String { tokens[1].text }
    var location: SourceLocation { tokens[1].location }

    init?(_ text: TableText, _ line: Int, _ end: Int) {
        var reader = TokenReader(text, line: line, endLine: end)
        guard let word = try? reader.next(), ["operator", "source", "trait"].contains(word.text) else {
            return nil
        }
        tokens = [word]
        // The lines of a trait are no tokens.
        let last = word.text == "trait" ? 4 : Int.max
        var attribute = word
        while tokens.count < last, let token = try? reader.next() {
            tokens.append(token)
            if token.isRun("restore") { attribute = token }
            guard token.isRun("sample") || token.isRun("in") && attribute.isRun("restore") else { continue }
            if token.isRun("sample") { attribute = token } else { _ = try? reader.next() }
            let column = attribute.range.lowerBound - text.lines[attribute.line].lowerBound
            _ = reader.takeText(deeperThan: column)
        }
        guard tokens.count > 2 else { return nil }
        if tokens[2].isRun("from") { start = min(4, tokens.count) }
        if start < tokens.count, tokens[start].isMark("(") {
            start = (tokens[start...].firstIndex { $0.isMark(")") } ?? tokens.count - 1) + 1
        }
    }

    /// The changes that the row needs; nil if it can't be rewritten.
    func edits() -> [Edit]? {
        if tokens[0].text == "trait" {
            return tokens.count > 3 && tokens[2].isRun("on") ? [(tokens[2].range, "at")] : []
        }
        var result: [Edit] = []
        let cut = tokens.indices.first { word("cut", at: $0) && isRun("at", $0 + 1) }
        if let cut {
            guard let signals = signals(cutAt: cut) else { return nil }
            result += signals
        }
        for index in tokens.indices where isClause(index) {
            switch tokens[index].text {
            case "rescue" where isRun("or", index + 1) && isRun("x", index + 2):
                result.append((range(index, index + 2), "x => next or x"))
            case "retry" where isRun("or", index + 1) && isRun("later", index + 2):
                result.append((range(index, index + 2), "x => again or later or x"))
            case "since" where index + 1 < tokens.count: result.append((range(index, index + 1), ""))
            case "opens" where cut != nil: continue
            case let text:
                if let spelling = OldWords.spellings[text] { result.append((tokens[index].range, spelling)) }
            }
        }
        return result
    }

    // MARK: - Tokens

    private func isRun(_ text: String, _ index: Int) -> Bool {
        index < tokens.count && tokens[index].isRun(text)
    }

    private func range(_ first: Int, _ last: Int) -> Range<Int> {
        tokens[first].range.lowerBound..<tokens[last].range.upperBound
    }

    /// Indicates whether a clause may begin at a token, which is no name in a list and no part of a rule.
    private func isClause(_ index: Int) -> Bool {
        guard index >= start, tokens[index].kind == .run else { return false }
        let before = tokens[index - 1]
        if before.kind == .mark { return before.isMark(")") }
        let names = [
            "at", "anew", "on", "where", "conforms", "prefer", "restore", "exempt", "or", "any", "in", "by",
        ]
        return before.kind == .quote || !names.contains(before.text)
    }

    private func word(_ text: String, at index: Int) -> Bool { isClause(index) && tokens[index].isRun(text) }

    // MARK: - Signals

    /// The changes that turn `cut at Other => |` into rules about a second input.
    private func signals(cutAt cut: Int) -> [Edit]? {
        let clauses = Set(tokens.indices.filter(isClause).map { tokens[$0].text })
        guard clauses.isDisjoint(with: RowParser.combiners), !tokens.contains(where: { $0.isRun("next") }),
            clauses.isDisjoint(with: OldWords.spellings.keys.filter { $0 != "opens" }),
            cut + 4 < tokens.count,
            let inputs = inputs(with: tokens[cut + 2].text)
        else { return nil }
        var last = cut + 4
        while isRun("or", last + 1), last + 2 < tokens.count { last += 2 }
        let ends = tokens[(cut + 4)...last].map(\.text).joined(separator: " ")
        let removed: Edit = (range(cut, last), "")
        func rules(_ effects: String) -> String {
            ["o", "|", "x"].map { "signal \($0) => \(effects)" }.joined(separator: "   ")
        }
        if let opens = tokens.indices.first(where: { word("opens", at: $0) }) {
            guard let gate = gate(ends) else { return nil }
            return [inputs, removed, (tokens[opens].range, ""), gate]
        }
        if let group = tokens.indices.first(where: { word("grouped", at: $0) && isRun("signal", $0 + 2) }) {
            return [inputs, removed, (range(group, group + 2), rules("nothing or group or \(ends)"))]
        }
        return [inputs, (removed.range, rules("nothing or \(ends)"))]
    }

    /// The change that turns a gate that any value may open into a gate that the other publisher opens.
    private func gate(_ ends: String) -> Edit? {
        let rule = ["o", "=>", "o", "or", "nothing"]
        let first = tokens.indices.first { isClause($0) && tokens[$0...].map(\.text).starts(with: rule) }
        guard let first, tokens.count(where: { $0.isMark("=>") }) == 2 else { return nil }
        let ended = ["-|", "-x"].map { "signal \($0) => nothing or \(ends)" }.joined(separator: "   ")
        return (range(first, first + 4), "signal o => opens   \(ended)   signal o-x => nothing")
    }

    /// The change that adds an input to a row of one input; nil for other rows.
    private func inputs(with name: String) -> Edit? {
        let end = tokens[start - 1].range.upperBound
        guard tokens[start - 1].isMark(")") else { return (end..<end, " (Upstream, \(name))") }
        let open = tokens.firstIndex { $0.isMark("(") } ?? start
        let list = tokens[open..<start]
        guard !list.contains(where: { $0.isMark(",") || $0.text.hasSuffix("...") }) else { return nil }
        return ((end - 1)..<(end - 1), ", \(name)")
    }
}
