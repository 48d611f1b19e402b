/// Tells what is wrong with tables from what only follows from that.
///
/// A declaration with a mistake is left out, and whoever names it then names nothing: told as well, such findings bury
/// the one line that has to be mended. They are told in the next run, if they weren't consequences.
struct Consequences {
    /// What is found out of all traits and rows together, and can't be as long as one of them isn't there.
    private static let verdicts: Set<DiagnosticID> = [
        .brokenRefinement, .needlessClaim, .incompleteClaim, .needlessPreference, .wrongPreference,
        .needlessRemedy, .needlessSurvivor,
    ]

    /// The declarations that couldn't be read.
    let unread: [Table.Unread]
    /// The paths of the tables.
    let tables: Set<String>

    /// Some findings without those that follow from others.
    func left(out all: [Diagnostic]) -> [Diagnostic] {
        let lacksImport =
            unread.contains { $0.keyword == "import" }
            || all.contains { [.importNotFound, .importCycle].contains($0.id) }
        // Why each name may not be declared where it should be.
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
            // Where something is wrong with the text, the traits may be what couldn't be read.
            guard let name = diagnostic.missing else { return diagnostic.id != .noTraits }
            return !lacksImport && !lacksFile && (broken[name] ?? []).isSubset(of: [name])
        }
        // Two that follow from each other are both told.
        return Self.joined(causes.isEmpty ? all : causes)
    }

    /// The same name that is looked for in vain in several places, once.
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
