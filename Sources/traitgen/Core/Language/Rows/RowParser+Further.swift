/// Reads on behind a mistake, so that one run reports all mistakes of a row.
extension RowParser {
    /// Mistakes about the kind or the place of a whole row, which further mistakes would only repeat.
    private static let causes: Set<DiagnosticID> = [.notForSource, .notForOperator, .strayIndentation]

    /// The attributes that begin a clause wherever they stand. Others may belong to the clause with the mistake.
    private static let beginnings: Set<String> = [
        "conforms", "prefer", "restore", "sample", "unsampled", "unseen", "exempt", "survives", "shared",
        "anew", "if",
    ]

    /// Attributes that clauses contain as well.
    private static let parts: Set<String> = ["because", "where", "at"]

    /// The mistakes in the clauses behind a mistake. The row itself stays unread.
    mutating func mistakes(after first: Diagnostic) -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        var last = first
        while !Self.causes.contains(last.id), skipToClause(&mistakes) {
            do throws(Diagnostic) {
                try parseClauses()
                break
            } catch {
                if !Self.causes.contains(error.id) { mistakes.append(error) }
                last = error
            }
        }
        return mistakes
    }

    /// Skips the rest of the current clause, and reports characters that begin no word.
    ///
    /// - Returns: false at the end of the row.
    private mutating func skipToClause(_ mistakes: inout [Diagnostic]) -> Bool {
        let line = reader.line
        while true {
            do throws(Diagnostic) {
                guard let token = try reader.peek() else { return false }
                if token.range.lowerBound != clauseStart, try begins(token, isOnNewLine: token.line > line) {
                    return true
                }
                try reader.next()
            } catch {
                mistakes.append(error)
                reader.skipLine()
            }
        }
    }

    /// Indicates whether a clause begins at the next token.
    private func begins(_ token: Token, isOnNewLine: Bool) throws(Diagnostic) -> Bool {
        guard token.kind == .run else { return false }
        if Self.beginnings.contains(token.text) { return true }
        if kind == .operator, token.isMarbles, !isOfSignal(token) {
            var ahead = reader
            try ahead.next()
            return try ahead.peek()?.isMark("=>") ?? false
        }
        guard isOnNewLine, reader.text.contentStart(token.line) == token.range.lowerBound else {
            return false
        }
        return Self.attributes.contains(token.text) && !Self.parts.contains(token.text)
            || kind == .operator && Self.operatorWords.contains(token.text)
    }

    /// Indicates whether a token stands behind `signal`, whose clause it belongs to.
    private func isOfSignal(_ token: Token) -> Bool {
        // Backwards from the token: a line may be long, and each of its tokens asks.
        let before = reader.text.bytes[reader.text.lines[token.line].lowerBound..<token.range.lowerBound]
        let word = before.reversed().drop(while: TableText.isBlank).prefix { !TableText.isBlank($0) }
        return word.elementsEqual("signal".utf8.reversed())
    }
}
