extension Table {
    /// A declaration that couldn't be read, with what can be made out of it.
    ///
    /// What is missing elsewhere may be what it was to declare; see ``Consequences``.
    struct Unread: Hashable, Sendable {
        /// The word that it begins with, or the one of the table language that is probably meant.
        var keyword: String?
        /// The names that it may declare; nil where it may be any.
        var names: [String]?
        /// Why it couldn't be read.
        var mistake: Diagnostic

        /// A text of which nothing can be read.
        init(all mistake: Diagnostic) { self.mistake = mistake }

        /// A declaration that begins at a line, with one of some words.
        init(_ text: TableText, _ line: Int, keywords: [String], _ mistake: Diagnostic) {
            let words = text.words(line)
            keyword = words.first.flatMap { word in
                keywords.contains(word) ? word : Suggestion.nearest(to: word, among: keywords)
            }
            // Without a keyword, or with a wrong one, the name may come first.
            names = Array(words.prefix(2))
            self.mistake = mistake
        }

        /// An entry for no row, if it may be a set whose word is misspelt: what it is called looks like a sample then.
        init?(_ entry: SampleSheet.Entry, _ mistake: Diagnostic) {
            let word = entry.row.samples.first?.text.prefix { !$0.isWhitespace }
            guard let word, Grammar.isIdentifier(word) else { return nil }
            names = [String(word)]
            self.mistake = mistake
        }
    }
}

extension TableText {
    /// The words of a line, whatever stands between them.
    fileprivate func words(_ line: Int) -> [String] {
        text(lines[line]).split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }.map(String.init)
    }
}
