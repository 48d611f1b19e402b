extension Table {
    /// `section "Properties" inputs == Property.AllValues joins now`: clauses for all rows below it, up to the next
    /// section.
    public struct Section: Hashable, Sendable {
        /// The title, which documents use too.
        public var title: Located<String>
        /// The laws that none of its rows need keep.
        public var exemptions: [RowExemption] = []
        /// The reason that its rows have no samples; nil if the section gives none.
        public var unsampled: Located<String>?
        /// The publisher that each input of its rows is, if the row says nothing of the input.
        public var given: Located<String>?
        /// The events that a late subscriber sees, for operators that say nothing of it; with its place.
        public var joining: Located<RowDeclaration.Word>?

        /// A Boolean value that indicates whether the section is more than a title.
        var saysSomething: Bool {
            !exemptions.isEmpty || unsampled != nil || given != nil || joining != nil
        }
    }
}

extension RowParser {
    /// The words that begin a section's clauses.
    package static let sectionWords = ["exempt", "unsampled", "inputs", "joins"]

    /// Reads the text after the word `section`, which clauses with some of these words may follow.
    static func parseSection(
        _ reader: TokenReader, words sectionWords: [String] = sectionWords
    ) throws(Diagnostic) -> Table.Section {
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
                        ?? "a section says \(sectionWords.map { "`\($0)`" }.joined(separator: ", "))")
            }
            switch word.text {
            case "inputs":
                try parser.reader.next()
                try parser.sayOnce("inputs", word)
                try Grammar.expectMark("==", &parser.reader)
                section.given = try parser.parseGiven()
            case "joins": try parser.parseWord(word)
            default: try parser.parseAttribute(word)
            }
        }
        section.exemptions = parser.row.exemptions
        section.unsampled = parser.row.unsampled
        section.joining = parser.row.joining
        return section
    }
}

extension Table.RowDeclaration {
    /// The word about late subscribers, with its place; nil without one.
    var joining: Located<Word>? {
        [Word.joinsLate, .joinsNow].lazy.compactMap { [words] word in
            words[word].map { Located(word, $0) }
        }.first
    }

    /// Indicates whether the row has taken over a clause of a section.
    func isCompleted(by section: Table.Section) -> Bool {
        section.given.map { given in inputs?.contains { $0.given == given } == true } == true
            || section.joining.map { words[$0.value] == $0.location } == true
    }

    /// Takes over the clauses of a section about which the row says nothing.
    mutating func complete(with section: Table.Section) {
        guard kind == .operator else { return }
        if let given = section.given {
            var inputs = inputs ?? [Input(name: Located("Upstream", type.location), isRepeated: false)]
            for index in inputs.indices where inputs[index].given == nil && inputs[index].bound == nil {
                inputs[index].given = given
            }
            self.inputs = inputs
        }
        guard let word = section.joining, joining == nil, combiner?.value != .anything else { return }
        words[word.value] = word.location
        // A row that passes all events says no more than the section.
        if words.removeValue(forKey: .passes) != nil { clauses.removeAll { $0 == Word.passes.rawValue } }
        clauses.append(word.value.rawValue)
    }
}
