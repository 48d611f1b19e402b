/// Separates mistakes in tables from their mere consequences.
///
/// A declaration with a mistake is left out, and names that refer to it are then unknown. Reporting them would bury the
/// actual mistake. Findings that weren't consequences are reported in the next run.
struct Consequences {
    /// Findings that depend on all traits and rows together, and can't be trusted while any is missing.
    private static let verdicts: Set<DiagnosticID> = [
        .brokenRefinement, .needlessClaim, .incompleteClaim, .needlessPreference, .wrongPreference,
        .needlessRemedy, .needlessSurvivor,
    ]

    /// The declarations that couldn't be read.
    let unread: [Table.Unread]
    /// The paths of the tables.
    let tables: Set<String>

    /// Returns the findings that don't follow from other findings.
    func left(out all: [Diagnostic]) -> [Diagnostic] {
        let lacksImport =
            unread.contains { $0.keyword == "import" }
            || all.contains { [.importNotFound, .importCycle].contains($0.id) }
        // For each name, the causes that may prevent its declaration.
        var broken: [String: Set<String?>] = [:]
        for one in unread {
            for name in one.names ?? [] { broken[name, default: []].insert(one.mistake.missing) }
        }
        let lacksFile = unread.contains { $0.names == nil }
        let isWhole = all.allSatisfy {
            Self.verdicts.contains($0.id) || !tables.contains($0.location.path)
        }
        let causes = all.filter { diagnostic in
            if Self.verdicts.contains(diagnostic.id) { return isWhole }
            // If the text has mistakes, the traits may be among the unread declarations.
            guard let name = diagnostic.missing else { return diagnostic.id != .noTraits }
            return !lacksImport && !lacksFile && (broken[name] ?? []).isSubset(of: [name])
        }
        // Mutually dependent findings are all reported.
        return Self.joined(causes.isEmpty ? all : causes)
    }

    /// Merges findings about the same missing name in several places.
    private static func joined(_ all: [Diagnostic]) -> [Diagnostic] {
        var result: [Diagnostic] = []
        var first: [String: Int] = [:]
        var others: [Int: [SourceLocation]] = [:]
        for diagnostic in all {
            let key = diagnostic.missing.map { _ in "\(diagnostic.id.rawValue) \(diagnostic.message)" }
            if let known = key.flatMap({ first[$0] }) {
                others[known, default: []].append(diagnostic.location)
                continue
            }
            if let key { first[key] = result.count }
            result.append(diagnostic)
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
