/// Reads a template's bytes into nodes, in one pass.
///
/// Works on UTF-8 bytes throughout. Tags, line ends and blanks are ASCII, and no byte of a longer character
/// looks like one, so nothing needs decoding.
struct MustacheParser {
    private let name: String
    private let source: [UInt8]
    private var open = Array("{{".utf8)
    private var close = Array("}}".utf8)
    private var position = 0

    /// The open sections, outermost first, with the nodes around each.
    private var openSections: [OpenSection] = []
    private var nodes: [MustacheNode] = []
    /// Indicates whether the output line of the next node has had its `lineStart`.
    private var lineIsStarted = false

    /// The deepest nesting of sections in one template. The limit protects the stack.
    private static let deepestSections = 200

    private struct OpenSection {
        let path: MustachePath
        let isInverted: Bool
        let offset: Int
        let surroundings: [MustacheNode]
    }

    init(name: String, source: [UInt8]) {
        self.name = name
        self.source = source
    }

    mutating func parse() throws(MustacheError) -> [MustacheNode] {
        while position < source.count {
            guard let tagStart = nextTag() else {
                addText(position..<source.count)
                position = source.count
                break
            }
            try parseTag(at: tagStart)
        }
        if let section = openSections.last {
            throw error(
                at: section.offset,
                "the section '\(section.path.text)' is never closed",
                fix: "add '{{/\(section.path.text)}}' where it ends")
        }
        return nodes
    }

    // MARK: Tags

    private enum Kind {
        case variable(isRaw: Bool)
        case section(isInverted: Bool)
        case end, comment, partial, delimiters

        var canStandAlone: Bool {
            if case .variable = self { return false }
            return true
        }
    }

    private mutating func parseTag(at tagStart: Int) throws(MustacheError) {
        var contentStart = tagStart + open.count
        var closing = close
        let kind: Kind
        switch contentStart < source.count ? source[contentStart] : 0 {
        case UInt8(ascii: "{"):
            kind = .variable(isRaw: true)
            closing = [UInt8(ascii: "}")] + close
        case UInt8(ascii: "&"): kind = .variable(isRaw: true)
        case UInt8(ascii: "#"): kind = .section(isInverted: false)
        case UInt8(ascii: "^"): kind = .section(isInverted: true)
        case UInt8(ascii: "/"): kind = .end
        case UInt8(ascii: "!"): kind = .comment
        case UInt8(ascii: ">"): kind = .partial
        case UInt8(ascii: "="):
            kind = .delimiters
            closing = [UInt8(ascii: "=")] + close
        default: kind = .variable(isRaw: false)
        }
        if case .variable(isRaw: false) = kind {} else { contentStart += 1 }

        guard let contentEnd = find(closing, from: contentStart) else {
            throw error(
                at: tagStart, "this tag is never closed",
                fix: "add '\(string(closing))' where it ends")
        }
        let tagEnd = contentEnd + closing.count
        let content = string(trimming: contentStart..<contentEnd)

        // A tag alone on its line removes the rest of the line, unless it stands for text.
        var indentation: Range<Int>?
        if kind.canStandAlone, let line = standaloneLine(from: tagStart, to: tagEnd) {
            addText(position..<line.start)
            indentation = line.start..<tagStart
            position = line.end
        } else {
            addText(position..<tagStart)
            position = tagEnd
        }

        switch kind {
        case .comment:
            break
        case .delimiters:
            try setDelimiters(content, at: tagStart)
        case .variable(let isRaw):
            let path = try path(content, at: tagStart)
            startLine()
            nodes.append(.variable(path, isRaw: isRaw, offset: tagStart))
        case .section(let isInverted):
            let path = try path(content, at: tagStart)
            if indentation == nil { startLine() }
            guard openSections.count < Self.deepestSections else {
                throw error(
                    at: tagStart, "sections nest deeper than \(Self.deepestSections)",
                    fix: "put the inner ones into a partial")
            }
            openSections.append(
                OpenSection(path: path, isInverted: isInverted, offset: tagStart, surroundings: nodes))
            nodes = []
        case .end:
            try endSection(path(content, at: tagStart), at: tagStart, isStandalone: indentation != nil)
        case .partial:
            if content.isEmpty || content.utf8.contains(where: isBlank) {
                throw error(
                    at: tagStart, "'\(content)' is no name of a partial", fix: "write '{{> name}}'")
            }
            if indentation == nil { startLine() }
            nodes.append(
                .partial(
                    name: content, indentation: indentation.map { Array(source[$0]) } ?? [], offset: tagStart)
            )
        }
    }

    private mutating func endSection(
        _ path: MustachePath, at offset: Int, isStandalone: Bool
    ) throws(MustacheError) {
        guard let section = openSections.popLast() else {
            throw error(
                at: offset, "'\(path.text)' is closed here but was never opened",
                fix: "remove this tag, or open the section with '{{#\(path.text)}}'")
        }
        guard section.path == path else {
            let opened = mustachePosition(of: section.offset, in: source)
            throw error(
                at: offset,
                "'\(path.text)' is closed here while '\(section.path.text)' is open, from line \(opened.line)",
                fix: "close '\(section.path.text)' first")
        }
        // After a section that begins and ends within a line, the line is begun; a section whose opening tag stood alone has
        // begun its own lines.
        if !isStandalone { startLine() }
        let content = nodes
        nodes = section.surroundings
        nodes.append(
            .section(path, isInverted: section.isInverted, content: content, offset: section.offset))
    }

    private mutating func setDelimiters(_ content: String, at offset: Int) throws(MustacheError) {
        let parts = content.utf8.split(whereSeparator: isBlank)
        guard parts.count == 2, !parts.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
            throw error(
                at: offset, "'\(content)' is no pair of delimiters",
                fix: "write two words without '=', as in '{{=<% %>=}}'")
        }
        open = Array(parts[0])
        close = Array(parts[1])
    }

    private func path(_ content: String, at offset: Int) throws(MustacheError) -> MustachePath {
        if content == "." { return MustachePath(parts: []) }
        let parts = content.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.contains(where: { $0.isEmpty || $0.utf8.contains(where: isBlank) }) {
            throw error(
                at: offset,
                content.isEmpty ? "this tag has no name" : "'\(content)' is no name",
                fix: "write one word, or words with dots between")
        }
        return MustachePath(parts: parts)
    }

    // MARK: Text

    /// Adds text, with a `lineStart` before the first character of each line that isn't empty.
    private mutating func addText(_ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            let newline = source[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n"))
            let end = newline.map { $0 + 1 } ?? range.upperBound
            let isEmptyLine =
                newline == start || (newline == start + 1 && source[start] == UInt8(ascii: "\r"))
            if !isEmptyLine { startLine() }
            nodes.append(.text(start..<end))
            if newline != nil { lineIsStarted = false }
            start = end
        }
    }

    private mutating func startLine() {
        if lineIsStarted { return }
        nodes.append(.lineStart)
        lineIsStarted = true
    }

    /// The line around a tag, if nothing but blanks is on it.
    private func standaloneLine(from start: Int, to end: Int) -> (start: Int, end: Int)? {
        var lineStart = start
        while lineStart > position, isBlankInLine(source[lineStart - 1]) { lineStart -= 1 }
        let beginsLine =
            lineStart == 0 || source[lineStart - 1] == UInt8(ascii: "\n")
        guard beginsLine, lineStart >= position else { return nil }
        var lineEnd = end
        while lineEnd < source.count, isBlankInLine(source[lineEnd]) { lineEnd += 1 }
        if lineEnd == source.count { return (lineStart, lineEnd) }
        if source[lineEnd] == UInt8(ascii: "\n") { return (lineStart, lineEnd + 1) }
        if source[lineEnd] == UInt8(ascii: "\r"), lineEnd + 1 < source.count,
            source[lineEnd + 1] == UInt8(ascii: "\n")
        {
            return (lineStart, lineEnd + 2)
        }
        return nil
    }

    private func nextTag() -> Int? { find(open, from: position) }

    private func find(_ word: [UInt8], from start: Int) -> Int? {
        guard source.count >= word.count else { return nil }
        let first = word[0]
        var index = start
        let last = source.count - word.count
        while index <= last {
            if source[index] == first, source[index..<(index + word.count)].elementsEqual(word) {
                return index
            }
            index += 1
        }
        return nil
    }

    private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func string(trimming range: Range<Int>) -> String {
        var range = range
        while let first = source[range].first, isBlank(first) {
            range = (range.lowerBound + 1)..<range.upperBound
        }
        while let last = source[range].last, isBlank(last) {
            range = range.lowerBound..<(range.upperBound - 1)
        }
        return String(decoding: source[range], as: UTF8.self)
    }

    private func error(at offset: Int, _ message: String, fix: String) -> MustacheError {
        let (line, column) = mustachePosition(of: offset, in: source)
        return MustacheError(faults: [
            .init(template: name, line: line, column: column, message: message, fix: fix)
        ])
    }
}

private func isBlankInLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

private func isBlank(_ byte: UInt8) -> Bool {
    isBlankInLine(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
}
