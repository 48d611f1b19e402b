import TraitgenCore

/// The text of a table as its rows, each with its clauses, so that clauses can be added and replaced.
///
/// Everything else, such as comments and imports, stays as it is.
struct TableSheet: Hashable {
    /// A row: the line that names the type, and the lines below it.
    struct Entry: Hashable {
        fileprivate(set) var lines: [String]

        /// The type.
        var name: String {
            let words = lines[0].split(separator: " ")
            return words.count > 1 ? String(words[1]) : ""
        }
    }

    private var head: [String] = []
    private(set) var entries: [Entry] = []

    init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if ["operator ", "source "].contains(where: line.hasPrefix) {
                entries.append(Entry(lines: [line]))
            } else if entries.isEmpty {
                head.append(line)
            } else {
                entries[entries.count - 1].lines.append(line)
            }
        }
    }

    var text: String { (head + entries.flatMap(\.lines)).joined(separator: "\n") }

    /// The row about a type; nil if there is none.
    subscript(name: String) -> Entry? {
        get { entries.first { $0.name == name } }
        set {
            guard let newValue, let index = entries.firstIndex(where: { $0.name == name }) else { return }
            entries[index] = newValue
        }
    }

    /// Removes the row about a type.
    mutating func remove(_ name: String) { entries.removeAll { $0.name == name } }

    /// Adds the rows of another table that aren't in this one.
    mutating func add(_ other: TableSheet) {
        for entry in other.entries where self[entry.name] == nil {
            if let last = entries.last?.lines.last, last != "" {
                entries[entries.count - 1].lines.append("")
            }
            entries.append(entry)
        }
    }

    /// The row that a line of the text belongs to, counted from one; nil for a line above all rows.
    func entry(atLine line: Int) -> String? {
        var next = head.count + 1
        for entry in entries {
            if (next..<next + entry.lines.count).contains(line) { return entry.name }
            next += entry.lines.count
        }
        return nil
    }
}

extension TableSheet.Entry {
    /// Indicates whether the row is still as `init` has written it.
    var isOpen: Bool { lines.contains { $0.contains("unseen because \"\(Row.openReason)\"") } }
    var isSource: Bool { lines[0].hasPrefix("source ") }
    var isSampled: Bool { lines.contains { $0.hasClause("sample") } }
    /// The first sample; nil if there is none.
    var sample: String? {
        lines.first { $0.hasClause("sample") }.map { line in
            String(line.drop { $0 == " " }.dropFirst("sample ".count))
        }
    }

    /// Replaces the rule, and says why in a comment.
    mutating func setRule(_ rule: String, comment: String) {
        lines[0] = "\(head)   \(rule)"
        remove("unseen")
        lines.removeAll { $0.hasClause("// prove:") }
        lines.insert("    // prove: \(comment)", at: 1)
    }

    /// The line up to the rule: the kind, the type and the inputs.
    private var head: String {
        let line = lines[0]
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count > 2 else { return line }
        let start = "\(words[0]) \(words[1])"
        guard words[2].hasPrefix("("), let end = words[2].firstIndex(of: ")") else { return start }
        return "\(start) \(words[2][...end])"
    }

    /// Adds a clause below the last clause, unless the row has it.
    mutating func add(_ clause: [String]) {
        let clause = clause.map { "    " + $0 }
        guard let first = clause.first, !lines.contains(where: { $0.hasPrefix(first) }) else { return }
        let end = (lines.lastIndex { !$0.isEmpty && !$0.hasPrefix("//") } ?? 0) + 1
        lines.insert(contentsOf: clause, at: end)
    }

    /// Exempts the row from a law.
    mutating func exempt(_ law: String, because reason: String) {
        guard !lines.contains(where: { $0.hasClause("exempt \(law)") }) else { return }
        add(["exempt \(law) because \"\(reason.quotable)\""])
    }

    /// Gives up the rule, and says why: nothing is promised of the histories.
    mutating func openRule(because reason: String) {
        setRule(isSource ? "- - ->" : "anything", comment: "nothing is promised")
        add(["unseen because \"\(reason.quotable)\""])
    }

    /// Removes clauses with the lines that continue them.
    mutating func remove(_ word: String) {
        var isRemoving = false
        lines.removeAll { line in
            let depth = line.prefix { $0 == " " }.count
            if line.hasClause(word) { isRemoving = true } else if depth <= 4 { isRemoving = false }
            return isRemoving
        }
    }

    /// Makes the closures of samples that return true return false.
    mutating func answerFalse() {
        lines = lines.map { line in
            line.hasClause("sample")
                ? line.replacing(" in true }", with: " in false }").replacing("{ true }", with: "{ false }")
                : line
        }
    }

    /// Makes the samples comments, so that nothing of the row is run.
    mutating func leaveOut(because reason: String) {
        guard isSampled else { return }
        let samples = lines.filter { $0.hasClause("sample") }.map { "    // " + $0.drop { $0 == " " } }
        for word in ["sample", "unseen", "exempt", "unsampled"] { remove(word) }
        lines.insert(contentsOf: samples, at: 1)
        add(["unsampled because \"\(reason.quotable)\""])
    }
}

extension String {
    /// Indicates whether a line of a row begins with a clause.
    fileprivate func hasClause(_ word: String) -> Bool {
        let rest = drop { $0 == " " }
        return hasPrefix("  ") && (rest == word || rest.hasPrefix(word + " "))
    }

    /// The text without what would end it, or its line, in a table.
    var quotable: String {
        replacing("\\", with: "/").replacing("\"", with: "'").replacing("\n", with: " ")
    }
}
