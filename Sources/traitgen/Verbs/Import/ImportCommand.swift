import TraitgenCore

extension TraitgenCommand {
    /// `traitgen import SOURCE…`.
    func importSources(_ options: Options) throws(UsageError) -> Status {
        let paths = try sources(options.words)
        let named = options.all("--table")
        let tables = named.isEmpty ? try foundTables(options) : try self.tables(named)
        guard let models = try models(tables, options) else { return .findings }
        let read = try paths.map { (path) throws(UsageError) in
            var source = SwiftSource(try bytes(ofSource: path), path: path == "-" ? Self.standardInput : path)
            let absolute = Path.normalized(Path.join(files.workingDirectory, path))
            if path != "-" { source.module = TableTarget(of: absolute, module: nil, in: files).module }
            return source
        }
        let comparison = HandwrittenConformances(read, models)
        for fault in comparison.faults { errors("\(fault.location): error: \(fault.message)") }
        report(DiagnosticsError(comparison.diagnostics))
        output(comparison.text)
        result(comparison.json)
        return comparison.faults.isEmpty && comparison.diagnostics.isEmpty ? .clean : .findings
    }

    /// The named Swift files, and the Swift files in the named folders.
    private func sources(_ words: [String]) throws(UsageError) -> [String] {
        guard !words.isEmpty else {
            throw UsageError("the Swift sources are missing", "name a file or a folder")
        }
        var seen: Set<String> = []
        let found = words.flatMap { word in
            word == "-" || files.read(word) != nil
                ? [word] : paths(below: word, endingIn: ".swift", &seen)
        }
        guard !found.isEmpty else {
            throw UsageError("there is no Swift source in \(words.joined(separator: ", "))")
        }
        return found
    }

    private func bytes(ofSource path: String) throws(UsageError) -> [UInt8] {
        if path == "-" { return try bytes(ofTable: path) }
        guard let bytes = files.read(path) else { throw UsageError("\(path) can't be read") }
        return bytes
    }
}

/// The conformances that sources state, with the tables' judgements of them.
struct HandwrittenConformances {
    private struct Item {
        let conformance: SwiftSource.Conformance
        let type: String
        /// The module of the type's row; nil without one.
        let module: String?
        let trait: String
        let judgement: ConformanceJudge.Judgement

        /// The conformance in Swift's notation.
        var text: String {
            let requirements = conformance.requirements.map(\.text).joined(separator: ", ")
            return "\(type): \(conformance.name)" + (requirements.isEmpty ? "" : " where \(requirements)")
        }
    }

    private var items: [Item] = []
    private let missing: [ConformanceJudge.Missing]
    private let files: Int
    let faults: [(location: SourceLocation, message: String)]

    init(_ sources: [SwiftSource], _ models: [Model]) {
        let homes = models.flatMap { $0.rows.compactMap(\.home) }
        let modules =
            Backend.allCases.flatMap { [$0.moduleName, $0.declaringModule] } + models.flatMap(\.imports)
            + homes + ["Swift"]
        let names = SourceNames(sources, modules: modules)
        let judge = ConformanceJudge(models, names)
        for conformance in sources.flatMap(\.conformances) {
            for trait in judge.traits(conformance) {
                items.append(
                    Item(
                        conformance: conformance, type: judge.name(of: conformance),
                        module: judge.row(of: conformance)?.home, trait: trait.name,
                        judgement: judge.judge(conformance, trait)))
            }
        }
        missing = judge.missing(items.map { ($0.type, $0.trait) })
        files = sources.count
        faults = sources.flatMap(\.faults)
    }

    /// The unsound conformances.
    var diagnostics: [Diagnostic] {
        items.compactMap { item in
            guard case .isUnsound(let reason, let example) = item.judgement else { return nil }
            let location = item.conformance.location
            let width = example.map(\.name.count).max() ?? 0
            let notes = example.map { line in
                let padding = String(repeating: " ", count: width - line.name.count + 3)
                return Diagnostic.Note(location, "\(line.name)\(padding)\(line.marbles)")
            }
            return Diagnostic(
                .unsoundConformance, at: location, "`\(item.text)` doesn't keep `\(item.trait)`",
                notes: notes,
                help: reason)
        }
    }

    /// The kinds of judgements, in the order of the report: the words of the summary, and the heading above the list of
    /// conformances, if they are listed.
    private static let kinds: [(name: String, summary: String, heading: String?)] = [
        ("agrees", "agree with the tables", nil),
        ("asksForMore", "ask for more than they have to", "They hold, and ask for more than they have to"),
        ("other", "hold under another condition than the tables have", "They hold under another condition"),
        ("unsound", "are unsound", nil),
        ("undecided", "can't be decided", "They are unsound, unless a requirement helps that no table knows"),
        ("written", "are of types that traitgen writes", nil),
        ("noRow", "are of types without a row", "No table has a row for these types"),
        (
            "ambiguous", "are of types that several modules have a row for",
            "Rows of several modules are about a type of this name"
        ),
    ]

    var text: String {
        var lines = ["\(plural(items.count, "conformance")) to traits in \(plural(files, "file"))"]
        for kind in Self.kinds {
            let count = items.count { $0.judgement.name == kind.name }
            if count > 0 { lines.append("  \(count) \(kind.summary)") }
        }
        if !missing.isEmpty { lines.append("  \(missing.count) more follow from the tables") }
        for kind in Self.kinds {
            let found = items.filter { $0.judgement.name == kind.name }
            guard let heading = kind.heading, !found.isEmpty else { continue }
            lines += ["", "\(heading):"]
            lines += found.map { item in
                "  \(item.conformance.location): `\(item.text)`"
                    + (item.judgement.reason.map { "; \($0)" } ?? "")
            }
        }
        if !missing.isEmpty {
            lines += ["", "They follow from the tables, and no source has them:"]
            lines += missing.map { "  `\($0.conformance)`" }
        }
        return lines.joined(separator: "\n")
    }

    var json: JSONValue {
        [
            "files": .number(files),
            "conformances": .list(
                items.map { item in
                    [
                        "type": .text(item.type), "module": .optional(item.module),
                        "trait": .text(item.trait),
                        "where": .texts(item.conformance.requirements.map(\.text)),
                        "location": item.conformance.location.json, "verdict": .text(item.judgement.name),
                        "reason": .optional(item.judgement.reason),
                        "counterexample": .list(
                            item.judgement.example.map {
                                ["name": .text($0.name), "marbles": .text($0.marbles)]
                            }),
                    ]
                }),
            "missing": .list(
                missing.map {
                    [
                        "type": .text($0.row.name), "module": .optional($0.row.home),
                        "text": .text($0.conformance), "location": $0.row.location.json,
                    ]
                }),
        ]
    }
}

extension ConformanceJudge.Judgement {
    /// The judgement's name in JSON.
    fileprivate var name: String {
        switch self {
        case .agrees: "agrees"
        case .asksForMore: "asksForMore"
        case .isOther: "other"
        case .isUnsound: "unsound"
        case .isUndecided: "undecided"
        case .isWritten: "written"
        case .hasNoRow: "noRow"
        case .isAmbiguous: "ambiguous"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .asksForMore(let text), .isOther(let text), .isUnsound(let text, _): text
        case .isUndecided(let text): "nothing is known of `\(text)`"
        case .isAmbiguous(let modules):
            "import one of \(modules.joined(separator: ", ")) alone, or name the type with its module"
        case .agrees, .isWritten, .hasNoRow: nil
        }
    }

    fileprivate var example: [Counterexample.Line] {
        if case .isUnsound(_, let example) = self { example } else { [] }
    }
}
