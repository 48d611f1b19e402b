/// Tells what is wrong with tables from what only follows from that.
///
/// A row with a mistake is left out, and whoever names it then names nothing: told as well, such findings bury the one
/// line that has to be mended. They are told in the next run, if they weren't consequences.
struct Consequences {
    /// What is found out of all traits and rows together, and can't be as long as one of them isn't there.
    private static let verdicts: Set<DiagnosticID> = [
        .brokenRefinement, .needlessClaim, .incompleteClaim, .needlessPreference, .wrongPreference,
        .needlessRemedy, .needlessSurvivor,
    ]

    private let texts: [String: TableText]
    private let tables: Set<String>

    /// - Parameters:
    ///   - texts: the tables and the files beside them by their paths.
    ///   - tables: the paths of the tables.
    init(_ texts: [String: [UInt8]], tables: Set<String>) {
        self.tables = tables
        self.texts = Dictionary(
            uniqueKeysWithValues: texts.map { ($0, TableText(bytes: $1, path: $0)) })
    }

    /// Some findings without those that follow from others.
    func left(out all: [Diagnostic]) -> [Diagnostic] {
        let headings = all.map { heading(of: $0.location) }
        // Each block of text with a mistake, by the names that it may declare.
        var broken: [String: Set<String?>] = [:]
        for (diagnostic, heading) in zip(all, headings) {
            for word in heading.prefix(2) { broken[word, default: []].insert(diagnostic.missing) }
        }
        let lacksImport = zip(all, headings).contains {
            [.importNotFound, .importCycle].contains($0.id) || ($0.missing == nil && Self.isImport($1))
        }
        let isWhole = all.allSatisfy {
            Self.verdicts.contains($0.id) || !tables.contains($0.location.path)
        }
        let causes = all.filter { diagnostic in
            if Self.verdicts.contains(diagnostic.id) { return isWhole }
            // Where something is wrong with the text, the traits may be what couldn't be read.
            guard let name = diagnostic.missing else { return diagnostic.id != .noTraits }
            return !lacksImport && (broken[name] ?? []).isSubset(of: [name])
        }
        // Two that follow from each other are both told.
        return Self.joined(causes.isEmpty ? all : causes)
    }

    /// The words of the line that begins the block in which a place is.
    private func heading(of location: SourceLocation) -> [String] {
        guard let text = texts[location.path] else { return [] }
        var line = min(location.line, text.lines.count) - 1
        while line >= 0, text.isIndented(line) || text.isEmpty(line) || text.isComment(line) { line -= 1 }
        guard line >= 0 else { return [] }
        return text.text(text.lines[line]).split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }
            .map(String.init)
    }

    private static func isImport(_ heading: [String]) -> Bool {
        guard let word = heading.first else { return false }
        return word == "import" || Suggestion.nearest(to: word, among: TableParser.keywords) == "import"
    }

    /// The same name that is looked for in vain in several places, once.
    private static func joined(_ all: [Diagnostic]) -> [Diagnostic] {
        var result: [Diagnostic] = []
        var others: [Int: [SourceLocation]] = [:]
        for diagnostic in all {
            let first =
                diagnostic.missing == nil
                ? nil : result.firstIndex { $0.id == diagnostic.id && $0.message == diagnostic.message }
            if let first {
                others[first, default: []].append(diagnostic.location)
            } else {
                result.append(diagnostic)
            }
        }
        for (index, places) in others {
            result[index].notes += places.prefix(3).map { .init($0, "it is named here too") }
            if places.count > 3 {
                result[index].notes[result[index].notes.count - 1].message +=
                    ", and in \(places.count - 3) more places"
            }
        }
        return result
    }
}
