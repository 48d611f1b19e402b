import TraitgenCore

/// The text beside a table with the methods that make its publishers, and their names in other libraries.
///
/// ```
/// Publishers.Output   output(at:)   | elementAt
///                     prefix(_:)    | take, limit
///
/// elsewhere forEach, subscribe | `sink(receiveValue:)`
/// ```
package struct NameSheet: Hashable, Sendable {
    /// One way to write a publisher.
    struct Call: Hashable, Sendable {
        /// The method or the initializer, such as `filter(_:)`.
        var text: String
        /// Its names in other libraries.
        var others: [String] = []
    }

    /// The names of one row's publisher.
    struct Entry: Hashable, Sendable {
        var type: Located<String>
        /// The module that declares the outer type, if it isn't the table's own.
        var module: String?
        var calls: [Call] = []
    }

    /// Names that no row has.
    struct Elsewhere: Hashable, Sendable {
        var names: [String]
        /// The replacement in this library, with code between backticks.
        var text: String
    }

    var entries: [Entry] = []
    var elsewhere: [Elsewhere] = []

    /// The entry of a type; nil if the sheet has none.
    func entry(for type: String) -> Entry? { entries.first { $0.type.value == type } }
}

extension NameSheet {
    /// Reads the names beside a table.
    ///
    /// - Parameter types: the types that the table has rows for.
    /// - Throws: ``DiagnosticsError`` with all mistakes.
    package static func parse(
        bytes: [UInt8], path: String, types: [String]
    ) throws(DiagnosticsError) -> NameSheet {
        var parser = NameSheetParser(TableText(bytes: bytes, path: path), types)
        parser.parse()
        try parser.diagnostics.throwFindings()
        return parser.sheet
    }
}

private struct NameSheetParser {
    let text: TableText
    let types: [String]
    var sheet = NameSheet()
    let diagnostics = DiagnosticSink()

    init(_ text: TableText, _ types: [String]) {
        self.text = text
        self.types = types
    }

    mutating func parse() {
        if let location = text.firstInvalidByte() {
            diagnostics.report(
                .invalidText, at: location, "the names aren't UTF-8", help: "save the file in UTF-8")
            return
        }
        for line in text.lines.indices where !text.isEmpty(line) && !text.isComment(line) {
            do throws(Diagnostic) {
                try parse(line)
            } catch {
                diagnostics.report(error)
            }
        }
        // After a mistake an entry may lack a call only because the call is unreadable.
        guard diagnostics.isEmpty else { return }
        for entry in sheet.entries where entry.calls.isEmpty {
            diagnostics.report(
                .missingText, at: entry.type.location, "`\(entry.type.value)` has no name",
                help: "write behind it how it is made, such as `filter(_:)`")
        }
    }

    private mutating func parse(_ line: Int) throws(Diagnostic) {
        let start = text.contentStart(line)
        let content = text.text(start..<text.trimmedEnd(line))
        if text.isIndented(line) {
            guard !sheet.entries.isEmpty else {
                throw Diagnostic(
                    .strayIndentation, at: text.location(line, start),
                    "an indented line belongs to a row, and there is none above it",
                    help: "start with the row's type at the beginning of the line")
            }
            return try parseCall(Substring(content), line)
        }
        let word = content.prefix { $0 != " " && $0 != "\t" }
        let location = text.location(line, start, length: word.utf8.count)
        var rest = content.dropFirst(word.count)
        if word == "elsewhere" { return try parseElsewhere(rest, location) }
        var entry = NameSheet.Entry(type: Located(String(word), location))
        guard types.contains(entry.type.value) else {
            throw Diagnostic(
                .unknownRow, at: location, "the table has no row for `\(word)`",
                help: Suggestion.didYouMean(String(word), among: types)
                    ?? "names stand beside the table that has the row")
        }
        if let first = sheet.entry(for: entry.type.value) {
            throw Diagnostic(
                .duplicateRow, at: location, "the names of `\(word)` stand in two places",
                notes: [.init(first.type.location, "the first is here")], help: "put them below one type")
        }
        let words = rest.split(separator: " ", omittingEmptySubsequences: true)
        if words.count > 1, words[0] == "in" {
            entry.module = String(words[1])
            rest = rest[words[1].endIndex...]
        }
        sheet.entries.append(entry)
        if !rest.allSatisfy({ $0 == " " }) { try parseCall(rest, line) }
    }

    /// `output(at:) | elementAt`, or more names of the call above: `| element(at:)`.
    private mutating func parseCall(_ content: Substring, _ line: Int) throws(Diagnostic) {
        let parts = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let call = Self.trimmed(parts[0])
        let others = parts.count > 1 ? Self.list(parts[1]) : []
        let last = sheet.entries.count - 1
        if parts.count > 1, others.isEmpty {
            throw Diagnostic(
                .missingText, at: text.location(line, text.contentStart(line)),
                "there is no name after `|`", help: "write what other libraries call it, with commas between")
        }
        if !call.isEmpty {
            sheet.entries[last].calls.append(.init(text: call, others: others))
        } else if let index = sheet.entries[last].calls.indices.last {
            sheet.entries[last].calls[index].others += others
        }
    }

    private mutating func parseElsewhere(
        _ content: Substring, _ location: SourceLocation
    ) throws(Diagnostic) {
        let parts = content.split(separator: "|", maxSplits: 1)
        guard parts.count == 2, !Self.list(parts[0]).isEmpty, !Self.trimmed(parts[1]).isEmpty else {
            throw Diagnostic(
                .expected, at: location, "names, `|` and what to write instead expected",
                help: "such as `elsewhere forEach, subscribe | `sink(receiveValue:)``")
        }
        sheet.elsewhere.append(.init(names: Self.list(parts[0]), text: Self.trimmed(parts[1])))
    }

    private static func list(_ text: Substring) -> [String] {
        text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
        let end = text.lastIndex { $0 != " " && $0 != "\t" }.map { text.index(after: $0) } ?? start
        return String(text[start..<end])
    }
}
