extension Table {
    /// Reads the text of a table.
    ///
    /// A mistake discards its own row, not the rest of the row nor the rows after it, so that one run reports all mistakes.
    ///
    /// - Parameters:
    ///   - bytes: the text, in UTF-8.
    ///   - path: the path that diagnostics show.
    /// - Returns: the readable part of the table, and all diagnostics, in the order of the text.
    public static func parse(bytes: [UInt8], path: String) -> (table: Table, diagnostics: [Diagnostic]) {
        var parser = TableParser(TableText(bytes: bytes, path: path))
        parser.parse()
        return (parser.table, parser.diagnostics.inTheOrderOfTheText())
    }

    /// Reads the text of a table; see ``parse(bytes:path:)``.
    public static func parse(_ text: String, path: String) -> (table: Table, diagnostics: [Diagnostic]) {
        parse(bytes: Array(text.utf8), path: path)
    }
}

/// Finds the declarations of a table. It reads all of them except the rows, which ``RowParser`` reads.
package struct TableParser {
    let text: TableText
    private(set) var table: Table
    let diagnostics = DiagnosticSink()
    private var documentation: [String] = []

    package static let keywords = ["source", "operator", "trait", "fact", "import", "backend", "section"]

    init(_ text: TableText) {
        self.text = text
        table = Table(path: text.path)
    }

    mutating func parse() {
        if let location = text.firstInvalidByte() {
            let mistake = Diagnostic(
                .invalidText, at: location, "the table isn't UTF-8", help: "save the file in UTF-8")
            diagnostics.report(mistake)
            table.unread.append(Table.Unread(all: mistake))
            return
        }
        var line = 0
        var foundAnything = false
        // Indicates whether an unreadable block may have been a trait, whose end is still to come.
        var isTorn = false
        while line < text.lines.count {
            if let comment = text.documentation(line), !text.isIndented(line) {
                documentation.append(comment)
                line += 1
                continue
            }
            if text.isEmpty(line) || text.isComment(line) {
                if text.isEmpty(line) { documentation = [] }
                line += 1
                continue
            }
            foundAnything = true
            let end = text.blockEnd(line)
            if isTorn, text.bytes[text.lines[line]].first == UInt8(ascii: "}") {
                isTorn = false
                line = end
                continue
            }
            do throws(Diagnostic) {
                try parseBlock(line, end)
            } catch {
                diagnostics.report(error)
                table.unread.append(Table.Unread(text, line, keywords: Self.keywords, error))
                isTorn = true
            }
            documentation = []
            line = end
        }
        if !foundAnything {
            diagnostics.report(
                .emptyTable, at: SourceLocation(path: text.path, line: 1, column: 1),
                "the table is empty",
                help: "start with a row, such as `operator MyOperator   o => o`")
        }
    }

    private mutating func parseBlock(_ line: Int, _ end: Int) throws(Diagnostic) {
        guard !text.isIndented(line) else {
            let start = text.contentStart(line)
            throw Diagnostic(
                .strayIndentation, at: text.location(line, start),
                "an indented line continues a row, and there is none above it",
                help: "start a row at the beginning of the line")
        }
        var reader = TokenReader(text, line: line, endLine: end)
        guard let word = try reader.next() else { return }
        switch word.kind == .run ? word.text : "" {
        case "source": try parseRow(.source, &reader)
        case "operator": try parseRow(.operator, &reader)
        case "trait": try parseTrait(&reader, word, end)
        case "fact": try parseFact(&reader)
        case "import": try parseImport(&reader, word)
        case "backend": try parseBackend(&reader, word)
        case "section": table.sections.append(try RowParser.parseSection(reader))
        default:
            throw Diagnostic(
                .unknownWord, at: word.location, "a line can't start with \(word.name)",
                help: Suggestion.didYouMean(word.text, among: Self.keywords)
                    ?? "a line starts with `source`, `operator`, `trait`, `fact`, `section`, `import` or `backend`"
            )
        }
    }

    mutating func add(_ trait: Table.TraitDeclaration) { table.traits.append(trait) }

    /// Takes the documentation comment above the current declaration.
    mutating func takeDocumentation() -> [String] {
        defer { documentation = [] }
        return documentation
    }

    private mutating func parseRow(_ kind: RowKind, _ reader: inout TokenReader) throws(Diagnostic) {
        var parser = RowParser(kind, reader)
        var row: Table.RowDeclaration
        do throws(Diagnostic) {
            row = try parser.parse()
        } catch {
            diagnostics.report(parser.mistakes(after: error))
            throw error
        }
        row.documentation = takeDocumentation()
        row.section = table.sections.indices.last
        if let section = table.sections.last { row.complete(with: section) }
        table.rows.append(row)
    }

    private mutating func parseBackend(_ reader: inout TokenReader, _ word: Token) throws(Diagnostic) {
        try checkHeader(word)
        let backend = try Grammar.backend(&reader)
        try Grammar.expectEnd(&reader)
        if let first = table.backend {
            throw Diagnostic(
                .duplicateBackend, at: word.location, "the table already has a backend",
                notes: [.init(first.location, "`\(first.value.rawValue)` is chosen here")],
                help: "keep one of them")
        }
        table.backend = backend
    }

    private mutating func parseImport(_ reader: inout TokenReader, _ word: Token) throws(Diagnostic) {
        try checkHeader(word)
        guard let token = try reader.next() else {
            throw Grammar.expected("a module or a quoted path", &reader)
        }
        let target: Table.Import.Target
        if token.kind == .quote {
            guard !token.text.isEmpty else {
                throw Diagnostic(.emptyText, at: token.location, "the path of the import is empty")
            }
            target = .path(token.text)
        } else {
            target = .module(try Grammar.identifier(token, "a module or a quoted path").value)
        }
        try Grammar.expectEnd(&reader)
        if let first = table.imports.first(where: { $0.target == target }) {
            throw Diagnostic(
                .duplicateImport, at: token.location, "\(token.name) is imported twice".replacingQuote(token),
                notes: [.init(first.location, "the first import is here")], help: "remove one of them")
        }
        table.imports.append(Table.Import(target: target, location: token.location))
    }

    /// Refuses headers below other declarations: the meaning of the rest depends on them.
    private func checkHeader(_ word: Token) throws(Diagnostic) {
        let first = [
            table.traits.first?.name.location, table.facts.first?.name.location,
            table.rows.first?.type.location,
        ].compactMap { $0 }.min()
        guard let first else { return }
        throw Diagnostic(
            .misplacedHeader, at: word.location, "`\(word.text)` has to stand above traits, facts and rows",
            notes: [.init(first, "the first of these is here")], help: "move the line up")
    }

    private mutating func parseFact(_ reader: inout TokenReader) throws(Diagnostic) {
        guard let token = try reader.next() else { throw Grammar.expected("the name of a fact", &reader) }
        let name = try Grammar.identifier(token, "the name of a fact")
        try Grammar.expectWord("from", &reader)
        guard let trait = try reader.next() else { throw Grammar.expected("a trait", &reader) }
        let traitName = try Grammar.traitName(trait)
        try Grammar.expectEnd(&reader)
        table.facts.append(Table.FactDeclaration(name: name, trait: traitName))
    }
}

extension String {
    /// Shows a quoted path as it is written.
    fileprivate func replacingQuote(_ token: Token) -> String {
        token.kind == .quote ? "\"\(token.text)\"" + self.dropFirst(token.name.count) : self
    }
}
