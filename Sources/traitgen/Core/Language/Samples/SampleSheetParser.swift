extension SampleSheet {
    /// Reads the text of samples; a mistake discards its own entry.
    ///
    /// - Parameter shared: the sets of files whose tables this table imports by path.
    static func parse(
        bytes: [UInt8], path: String, shared: [Fragments] = []
    ) -> (sheet: SampleSheet, diagnostics: [Diagnostic]) {
        var parser = SampleSheetParser(TableText(bytes: bytes, path: path), shared)
        parser.parse()
        return (parser.sheet, parser.diagnostics.inTheOrderOfTheText())
    }
}

/// Reads the sets, the sections and the entries of a file of samples.
private struct SampleSheetParser {
    let text: TableText
    var sheet: SampleSheet
    let diagnostics = DiagnosticSink()
    private let shared: [SampleSheet.Fragments]
    private var expansion = SampleExpansion()

    /// The words that begin a block that is no entry.
    static let keywords = ["set", "section"]

    /// The words that begin an entry's other clauses.
    static let words = ["exempt", "survives", "unsampled", "unseen"]

    init(_ text: TableText, _ shared: [SampleSheet.Fragments]) {
        self.text = text
        self.shared = shared
        for fragments in shared { expansion.add(fragments) }
        sheet = SampleSheet(path: text.path)
    }

    mutating func parse() {
        if let location = text.firstInvalidByte() {
            diagnostics.report(
                .invalidText, at: location, "the samples aren't UTF-8", help: "save the file in UTF-8")
            return
        }
        var line = 0
        while line < text.lines.count {
            if text.isEmpty(line) || text.isComment(line) {
                line += 1
                continue
            }
            let end = text.blockEnd(line)
            do throws(Diagnostic) {
                try parseBlock(line, end)
            } catch {
                diagnostics.report(error)
                sheet.unread.append(Table.Unread(text, line, keywords: Self.keywords, error))
            }
            line = end
        }
        // An unreadable entry may use the set.
        guard sheet.unread.isEmpty else { return }
        for fragments in sheet.fragments where !expansion.used.contains(fragments.name.value) {
            diagnostics.report(
                .unusedSet, at: fragments.name.location,
                "no sample uses the set `\(fragments.name.value)`",
                help: "write `each \(fragments.name.value)` in a sample, or remove the set")
        }
    }

    private mutating func parseBlock(_ line: Int, _ end: Int) throws(Diagnostic) {
        guard !text.isIndented(line) else {
            throw Diagnostic(
                .strayIndentation, at: text.location(line, text.contentStart(line)),
                "an indented line belongs to a row, and there is none above it",
                help: "start with the row's type at the beginning of the line")
        }
        var reader = TokenReader(text, line: line, endLine: end)
        guard let word = try reader.next() else { return }
        if word.isRun("section") {
            return sheet.sections.append(try RowParser.parseSection(reader, words: ["exempt", "unsampled"]))
        }
        if word.isRun("set") { return try parseSet(&reader, line, end) }
        guard word.kind == .run, Grammar.isPath(word.text) else {
            throw Diagnostic(
                .typeName, at: word.location, "\(word.name) is not the name of a type",
                help: "start with the type of a row, such as `Publishers.Map`, with `set` or with `section`")
        }
        try parseEntry(word, line, end)
    }

    // MARK: - Sets

    private mutating func parseSet(_ reader: inout TokenReader, _ line: Int, _ end: Int) throws(Diagnostic) {
        guard let token = try reader.next(), token.line == line else {
            throw Diagnostic(
                .expected, at: text.location(line, text.trimmedEnd(line)), "the name of the set expected",
                help: "give it a name that samples can use, such as `set condition`")
        }
        let name = try Grammar.identifier(token, "the name of the set")
        if let first = (shared + sheet.fragments).first(where: { $0.name.value == name.value }) {
            throw Diagnostic(
                .duplicateSet, at: name.location, "there are two sets `\(name.value)`",
                notes: [.init(first.name.location, "the first is here")], help: "rename one of them")
        }
        var fragments = SampleSheet.Fragments(name: name)
        var place: (line: Int, offset: Int)? = (line, token.range.upperBound)
        var first: [String: SourceLocation] = [:]
        while let start = next(from: place, end) {
            let found = take(start.line, start.offset, end)
            let location = rest(of: start)
            // The second line is reported and left out; otherwise each sample that uses the set would be there twice.
            if let known = first[found.text] {
                diagnostics.report(
                    .duplicateSample, at: location, "the set `\(name.value)` has this line twice",
                    notes: [.init(known, "the first is here")], help: "remove one of them")
            } else {
                first[found.text] = location
                fragments.lines += try expanded(found.text, start)
            }
            place = found.next
        }
        guard !fragments.lines.isEmpty else {
            throw Diagnostic(
                .emptyText, at: name.location, "the set `\(name.value)` has no lines",
                help: "write what takes the place of `each \(name.value)` on lines of its own below")
        }
        sheet.fragments.append(fragments)
        expansion.add(fragments)
    }

    // MARK: - Entries

    private mutating func parseEntry(_ type: Token, _ line: Int, _ end: Int) throws(Diagnostic) {
        var row = Table.RowDeclaration(kind: .operator, type: Located(type.text, type.location))
        var said: [String: SourceLocation] = [:]
        var place: (line: Int, offset: Int)? = (line, type.range.upperBound)
        var mistake: Diagnostic?
        while let start = next(from: place, end) {
            do throws(Diagnostic) {
                place = try parseLine(start, end, &row, &said)
            } catch {
                if mistake != nil { diagnostics.report(error) }
                mistake = mistake ?? error
                place = take(start.line, start.offset, end).next
            }
        }
        if let mistake { throw mistake }
        sheet.entries.append(SampleSheet.Entry(row: row, section: sheet.sections.indices.last))
    }

    /// Reads a sample or an attribute of an entry, and returns the place behind it.
    private mutating func parseLine(
        _ start: (line: Int, offset: Int), _ end: Int, _ row: inout Table.RowDeclaration,
        _ said: inout [String: SourceLocation]
    ) throws(Diagnostic) -> (line: Int, offset: Int) {
        guard Self.words.contains(where: { text.startsWord($0, start.line, start.offset) }) else {
            let found = take(start.line, start.offset, end)
            let location = rest(of: start)
            row.samples += try expanded(found.text, start).map { RowSample(text: $0, location: location) }
            return found.next
        }
        var parser = RowParser(
            .operator, TokenReader(text, line: start.line, offset: start.offset, endLine: end))
        (parser.row, parser.said) = (row, said)
        if let word = try parser.reader.peek() { try parser.parseAttribute(word) }
        (row, said) = (parser.row, parser.said)
        let (last, offset) = (parser.reader.line, parser.reader.offset)
        if let rest = next(from: (last, offset), last + 1) {
            throw Diagnostic(
                .expected, at: text.location(rest.line, rest.offset),
                "the line should end before this", help: "start a line for each sample and each reason")
        }
        return (last + 1, 0)
    }

    private mutating func expanded(_ sample: String, _ start: (line: Int, offset: Int)) throws(Diagnostic)
        -> [String]
    {
        if let unknown = expansion.unknown(in: sample) {
            // A name on a later line of the sample is reported at the first line.
            let isFirstLine = !sample.utf8.prefix(unknown.offset).contains(0x0A)
            throw Diagnostic(
                .unknownSet,
                at: text.location(start.line, start.offset + (isFirstLine ? unknown.offset : 0)),
                "there is no set `\(unknown.name)` above",
                help: Suggestion.didYouMean(unknown.name, among: expansion.lines.keys.sorted())
                    ?? "declare it with `set \(unknown.name)` and its lines",
                missing: unknown.name)
        }
        return expansion.expand(sample)
    }

    // MARK: - Lines

    /// The place of the rest of a line.
    private func rest(of start: (line: Int, offset: Int)) -> SourceLocation {
        text.location(start.line, start.offset, length: text.trimmedEnd(start.line) - start.offset)
    }

    /// The beginning of the next text at or after a place, behind blanks and comments.
    private func next(from place: (line: Int, offset: Int)?, _ end: Int) -> (line: Int, offset: Int)? {
        guard let place else { return nil }
        var (line, offset) = place
        while line < end {
            let limit = text.trimmedEnd(line)
            offset = max(offset, text.lines[line].lowerBound)
            while offset < limit, TableText.isBlank(text.bytes[offset]) { offset += 1 }
            if offset < limit, !text.bytes[offset..<limit].starts(with: [0x2F, 0x2F]) {
                return (line, offset)
            }
            line += 1
            offset = 0
        }
        return nil
    }

    /// The rest of a line with the lines below that continue it: they are indented deeper, or begin with a closing
    /// bracket.
    private func take(_ line: Int, _ offset: Int, _ end: Int) -> (
        text: String, next: (line: Int, offset: Int)
    ) {
        let column = offset - text.lines[line].lowerBound
        var parts = [text.text(offset..<text.trimmedEnd(line))]
        var blank: [String] = []
        var next = line + 1
        var last = next
        while next < end {
            if text.isEmpty(next) {
                blank.append("")
            } else {
                let start = text.contentStart(next)
                let indentation = start - text.lines[next].lowerBound
                guard indentation > column || [0x29, 0x5D, 0x7D].contains(text.bytes[start]) else { break }
                let from = text.lines[next].lowerBound + min(column, indentation)
                parts += blank + [text.text(from..<text.trimmedEnd(next))]
                blank = []
                last = next + 1
            }
            next += 1
        }
        return (parts.joined(separator: "\n"), (last, 0))
    }
}

extension TableText {
    /// Indicates whether a whole word stands at a place.
    fileprivate func startsWord(_ word: String, _ line: Int, _ offset: Int) -> Bool {
        let rest = bytes[offset..<trimmedEnd(line)]
        guard rest.starts(with: word.utf8) else { return false }
        return rest.dropFirst(word.utf8.count).first.map(Self.isBlank) ?? true
    }
}
