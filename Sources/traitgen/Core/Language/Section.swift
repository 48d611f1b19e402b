extension Table {
    /// `section "Several of a kind" unsampled because "…"`: clauses for all rows below it, up to the next section.
    public struct Section: Hashable, Sendable {
        /// The title, which documents use too.
        public var title: Located<String>
        /// The laws that none of its rows need keep.
        public var exemptions: [RowExemption] = []
        /// The reason that its rows have no samples; nil if the section gives none.
        public var unsampled: Located<String>?
    }
}

extension RowParser {
    /// The words that begin a section's clauses.
    static let sectionWords = ["exempt", "unsampled"]

    /// Reads the text after the word `section`.
    static func parseSection(_ reader: TokenReader) throws(Diagnostic) -> Table.Section {
        var parser = RowParser(.operator, reader)
        guard let token = try parser.reader.peek() else {
            throw Grammar.expected("the title of the section in quotes", &parser.reader)
        }
        var section = Table.Section(
            title: Located(try parser.quotedText("the title of the section"), token.location))
        while let word = try parser.reader.peek() {
            guard word.kind == .run, sectionWords.contains(word.text) else {
                throw Diagnostic(
                    .unknownWord, at: word.location, "a section can't say \(word.name)",
                    help: Suggestion.didYouMean(word.text, among: sectionWords)
                        ?? "what holds for all rows of a section is `exempt` or `unsampled`")
            }
            try parser.parseAttribute(word)
        }
        section.exemptions = parser.row.exemptions
        section.unsampled = parser.row.unsampled
        return section
    }
}
