/// A text that a law run has printed about a row, read as what has to be done about it.
struct RowFault: Hashable {
    enum Kind: Hashable {
        /// The publisher breaks a law. The word is that of `exempt`; nil for laws from which no row is exempt.
        case law(exempt: String?)
        /// Histories of the rule weren't seen. The lines are those to paste.
        case unseen([String])
        /// The rule allows more than was seen, and the row names no histories.
        case open
        /// The row says `unseen` in vain.
        case needless
        /// The rest of the samples isn't tried.
        case cut
    }

    let kind: Kind
    /// The law in words, or the beginning of another message.
    let title: String
    /// The text below the line that names the row.
    let text: String
    /// Indicates whether several threads were needed.
    let isRace: Bool

    init(_ text: String, isRace: Bool) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let body = Array(lines.dropFirst())
        self.text = body.joined(separator: "\n")
        self.isRace = isRace
        let first = body.first ?? ""
        // A violation begins with the place of the row.
        let message =
            first.firstRange(of: ".traits:").map { range in
                first[range.upperBound...].drop { $0.isNumber }.drop { $0 == ":" || $0 == " " }
            } ?? first[...]
        let title = message.firstRange(of: ": ").map { String(message[..<$0.lowerBound]) } ?? String(message)
        self.title = title
        let word = body.lazy.compactMap(Self.exemption).first
        switch message {
        case _ where message.hasPrefix("no sample shows these histories"):
            kind = .unseen(Array(body.dropFirst().prefix { !$0.hasPrefix("        because") }))
        case _ where message.hasPrefix("no sample shows") && word == nil: kind = .open
        case _ where message.hasPrefix("`unseen` is not needed"): kind = .needless
        case _ where message.hasPrefix("too many runs stop"): kind = .cut
        default: kind = .law(exempt: word)
        }
    }

    /// The word in `paste below the row: exempt leak because "…"`.
    private static func exemption(_ line: String) -> String? {
        guard line.hasPrefix("  if it is meant to do this, paste below the row: exempt ") else { return nil }
        return line.split(separator: "exempt ").last?.split(separator: " ").first.map(String.init)
    }

    /// The law that is broken, so that two runs can be compared; nil if no law is.
    var law: String? {
        word.map { $0 + (isRace ? " under threads" : "") }
    }

    /// The word of the broken law for `exempt`, or its title.
    var word: String? {
        if case .law(let word) = kind { word ?? title } else { nil }
    }

    /// The law with its detail, in one line.
    var summary: String {
        let first = text.prefix { $0 != "\n" }
        let message = first.firstRange(of: ".traits:").map { first[$0.upperBound...] } ?? first
        return String(message.drop { $0.isNumber || $0 == ":" || $0 == " " })
    }

    /// Indicates whether the publisher is at fault, and not the row.
    var isOfPublisher: Bool {
        guard case .law(let word) = kind else { return false }
        return !["place", "sharing"].contains(word) && !isAboutRule
    }

    /// Indicates whether a history isn't one of the rule or of a derived trait.
    var isAboutRule: Bool {
        title == "each history is one that is promised" || title.hasPrefix("each history has to be")
    }

    /// Indicates whether a run comes to no end: its stack overflows, it sends for ever, or it waits.
    var isWithoutEnd: Bool {
        title.hasPrefix("every run returns")
            && ["SIGSEGV", "for ever", "nothing happens"].contains { summary.contains($0) }
    }

    /// Indicates whether an author may have meant it.
    var isDecision: Bool {
        guard case .law(let word?) = kind else { return false }
        // The shortest program comes first, so no scheduler that runs each action once shows it.
        return ["surplus", "patience"].contains(word)
            || text.contains("what a scheduler is given runs twice")
    }

    /// Indicates whether an operator of Combine's may have stopped the program, as it does there.
    var isAsInCombine: Bool { word == "surplus" && text.contains("stop the program there, as in Combine") }

    /// Indicates whether the fault is another one that inputs show as well that send unasked.
    func isSurplus(of other: RowFault) -> Bool {
        word == "surplus" && other.word != "surplus" && summary.hasPrefix("\(title): \(other.title)")
    }
}
