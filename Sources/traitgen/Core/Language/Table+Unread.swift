extension Table {
    /// An unreadable declaration, with its keyword and names as far as they can be guessed.
    ///
    /// A name that is missing elsewhere may be declared here; see ``Consequences``.
    struct Unread: Hashable, Sendable {
        /// The word that it begins with, or the keyword that is probably meant.
        var keyword: String?
        /// The names that it may declare; nil if it may declare any name.
        var names: [String]?
        /// The mistake that makes it unreadable.
        var mistake: Diagnostic

        /// Creates a text of which nothing can be read.
        init(all mistake: Diagnostic) { self.mistake = mistake }

        /// Creates a declaration that begins at a line, with one of some keywords.
        init(_ text: TableText, _ line: Int, keywords: [String], _ mistake: Diagnostic) {
            let words = text.words(line)
            keyword = words.first.flatMap { word in
                keywords.contains(word) ? word : Suggestion.nearest(to: word, among: keywords)
            }
            // Without a keyword, or with a wrong keyword, the name may come first.
            names = Array(words.prefix(2))
            self.mistake = mistake
        }

        /// Creates a declaration from an entry without a row, if the entry may be a set with a misspelt keyword. The name of
        /// such a set looks like a sample.
        init?(_ entry: SampleSheet.Entry, _ mistake: Diagnostic) {
            let word = entry.row.samples.first?.text.prefix { !$0.isWhitespace }
            guard let word, Grammar.isIdentifier(word) else { return nil }
            names = [String(word)]
            self.mistake = mistake
        }
    }
}

extension TableText {
    /// The words of a line; all other characters separate them.
    fileprivate func words(_ line: Int) -> [String] {
        text(lines[line]).split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }.map(String.init)
    }
}
