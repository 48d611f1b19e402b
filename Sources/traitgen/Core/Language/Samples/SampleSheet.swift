/// The parsed samples of the text beside a table, not yet checked against the table.
package struct SampleSheet: Hashable, Sendable {
    /// Lines that several samples have in common, under a name.
    package struct Fragments: Hashable, Sendable {
        var name: Located<String>
        /// The lines; the names of other sets are replaced by the lines of these sets.
        var lines: [String] = []
    }

    /// The samples of one row.
    struct Entry: Hashable, Sendable {
        /// A row with its type, its samples, and the clauses about them; the rest is empty.
        var row: Table.RowDeclaration
        var section: Int?
    }

    /// The path of the text, as the caller spelled it.
    var path: String
    var fragments: [Fragments] = []
    var sections: [Table.Section] = []
    var entries: [Entry] = []
    /// The sets, sections and entries that couldn't be read.
    var unread: [Table.Unread] = []

    init(path: String) { self.path = path }
}

/// Puts the lines of sets in the place of `each NAME`.
struct SampleExpansion {
    /// The sets, by their names.
    private(set) var lines: [String: [String]] = [:]
    /// The names of sets that were used.
    private(set) var used: Set<String> = []

    mutating func add(_ fragments: SampleSheet.Fragments) { lines[fragments.name.value] = fragments.lines }

    /// A name after `each`, with its range and its offset in bytes.
    struct Mention {
        var name: String
        var range: Range<String.Index>
        var offset: Int
    }

    private static func hasMention(_ bytes: String.UTF8View) -> Bool {
        var matched = 0
        let word = StaticString("each ")
        for byte in bytes {
            if byte == word.utf8Start[matched] {
                matched += 1
                if matched == word.utf8CodeUnitCount { return true }
            } else {
                matched = byte == word.utf8Start[0] ? 1 : 0
            }
        }
        return false
    }

    /// The range of the next `each `.
    private static func nextEach(in bytes: Substring.UTF8View) -> Range<String.Index>? {
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "e")) {
            rest = rest[start...]
            if rest.starts(with: "each ".utf8) { return start..<rest.index(start, offsetBy: 5) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The sets that a text mentions, each once, in their order.
    static func mentions(in text: String) -> [Mention] {
        var result: [Mention] = []
        // Most texts mention no set, and bytes are searched faster than characters.
        guard hasMention(text.utf8) else { return result }
        var rest = text.startIndex
        while let word = nextEach(in: text[rest...].utf8) {
            rest = word.upperBound
            if word.lowerBound > text.startIndex {
                let before = text[text.index(before: word.lowerBound)]
                guard !(before.isLetter || before.isNumber || before == "_" || before == ".") else {
                    continue
                }
            }
            let name = text[word.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard Grammar.isIdentifier(name) else { continue }
            let offset = text.utf8.distance(from: text.startIndex, to: word.lowerBound)
            result.append(Mention(name: String(name), range: word.lowerBound..<name.endIndex, offset: offset))
        }
        return result
    }

    /// Expands a text: once for each line of the set that it mentions, and for each combination of lines if it mentions several
    /// sets. A set that is mentioned twice stands for the same line both times.
    ///
    /// - Parameter done: the sets that have been replaced. A line of a set may have its name, as that of a pack.
    mutating func expand(_ text: String, without done: Set<String> = []) -> [String] {
        guard
            let first = Self.mentions(in: text).first(where: {
                lines[$0.name] != nil && !done.contains($0.name)
            })
        else { return [text] }
        used.insert(first.name)
        let same = Self.mentions(in: text).filter { $0.name == first.name }.reversed()
        return (lines[first.name] ?? []).flatMap { line in
            var text = text
            for mention in same { text.replaceSubrange(mention.range, with: line) }
            return expand(text, without: done.union([first.name]))
        }
    }

    /// The first name after `each` that no set has. A text with a `repeat` may name a pack instead.
    func unknown(in text: String) -> Mention? {
        let unknown = Self.mentions(in: text).first { lines[$0.name] == nil }
        return unknown == nil || text.contains("repeat ") ? nil : unknown
    }
}
