import TraitgenCore

extension TraitgenCommand {
    /// `traitgen diff OLD NEW`.
    func diff(_ options: Options) throws(UsageError) -> Status {
        guard options.words.count == 2 else {
            throw options.words.count < 2
                ? UsageError("what to compare is missing", "write `traitgen diff OLD NEW`")
                : UsageError("`\(options.words[2])` is one argument too many")
        }
        let old = try side(options.words[0])
        let new = try side(options.words[1])
        guard let before = try old.command.models(old.tables, options),
            let now = try new.command.models(new.tables, options)
        else { return .findings }
        // A name that the modules of one side share is qualified on both.
        var shared = SharedNames(before)
        shared.formUnion(SharedNames(now))
        let list = options.value("--accept")
        var accepted = try AcceptedLines(
            list, files, ids: Difference.Kind.allCases.map(\.rawValue), noun: "change")
        var difference = Difference(from: shared.qualified(before), to: shared.qualified(now))
        difference.accept(&accepted)
        switch options.value("--format") {
        case "json": result(difference.json)
        case "markdown": output(difference.markdown)
        case "accept": output(difference.list)
        default: output(difference.text)
        }
        for line in accepted.unused {
            errors("\(list ?? ""):\(line.number):1: error: no such change breaks anything: \(line.text)")
        }
        if !difference.changes(.source).isEmpty { return .breaking }
        if !difference.changes(.behaviour).isEmpty { return .behaviour }
        return accepted.unused.isEmpty ? .clean : .findings
    }

    /// Current tables, or tables of a revision: `HEAD~3:Sources`. A revision's path starts at the top of the
    /// repository, as in git, unless it begins with `./`.
    private func side(_ text: String) throws(UsageError) -> (command: TraitgenCommand, tables: [String]) {
        if text == "-" || files.read(text) != nil || files.list(text) != nil {
            return (self, try tables([text]))
        }
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError(
                "there is nothing at \(text)",
                "name a table, a folder, or a revision with a path: `HEAD~1:Sources`")
        }
        let revision = String(text[..<colon])
        let path = String(text[text.index(after: colon)...])
        guard !revision.isEmpty, !revision.hasPrefix("-"), let (past, top) = files.revision(revision) else {
            throw UsageError("there is no revision `\(revision)` of a git repository here")
        }
        let isRelative = path.hasPrefix("./") || path.hasPrefix("../")
        let absolute = Path.normalized(Path.join(isRelative ? files.workingDirectory : top, path))
        // Paths below the working directory are shown relative to it.
        let shown = Path.relative(absolute, to: files.workingDirectory) ?? absolute
        let command = reading(past)
        guard past.read(shown) != nil || past.list(shown) != nil else {
            throw UsageError("there is no `\(path)` in revision `\(revision)`")
        }
        return (command, try command.tables([shown]))
    }
}

extension Difference {
    private var summary: String {
        if changes.isEmpty { return "no changes" }
        let (source, behaviour) = (changes(.source).count, changes(.behaviour).count)
        return
            "\(plural(changes.count, "change")): \(source) break the source of clients, "
            + "\(behaviour) may change how programs behave, \(changes(.none).count) break nothing"
            + (accepted.isEmpty ? "" : ", \(accepted.count) are accepted")
    }

    /// The changes that break something under their titles, the accepted ones, and then the others.
    private var sections: [(title: String, changes: [Change])] {
        let all = Effect.allCases.map { ($0.title, changes($0)) }
        return (all.dropLast() + [("Accepted", accepted)] + all.suffix(1)).filter { !$0.1.isEmpty }
    }

    /// The changes that break something, as lines of a file for `--accept`.
    var list: String {
        (changes(.source) + changes(.behaviour) + accepted).map { "\($0.kind.rawValue) \($0.name)" }
            .joined(separator: "\n")
    }

    var text: String {
        var lines: [String] = []
        for (title, changes) in sections {
            lines.append("\(title):")
            lines += changes.map { "  `\($0.subject)` \($0.text)" }
            lines.append("")
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    /// The changes as lists for a changelog.
    var markdown: String {
        if changes.isEmpty { return "No changes." }
        return sections.map { title, changes in
            "### \(title)\n\n" + changes.map { "- `\($0.subject)` \($0.text)." }.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    var json: JSONValue {
        [
            "source": .number(changes(.source).count), "behaviour": .number(changes(.behaviour).count),
            "changes": .list(
                changes.map { change in
                    [
                        "effect": .text(change.effect.rawValue), "kind": .text(change.kind.rawValue),
                        "accepted": .truth(change.isAccepted),
                        "subject": .text(change.subject), "trait": .optional(change.trait),
                        "old": .optional(change.old), "new": .optional(change.new),
                        "text": .text("`\(change.subject)` \(change.text)"),
                        "location": change.location?.json ?? .null,
                    ]
                }),
        ]
    }
}
