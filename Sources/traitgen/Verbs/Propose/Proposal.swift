import TraitgenCore

/// The tightest rule that allows all histories that the samples of a row showed.
struct Proposal {
    let row: Row
    /// The rule as the table writes it.
    let rule: String
    /// Other rules that predict the same for all observed inputs.
    let others: [String]
    /// The number of histories that the samples showed.
    let shown: Int
    /// The number of other histories that the rule predicts.
    let unseen: Int

    /// - Parameter mostClauses: the largest number of clauses of a rule, apart from the combiner.
    /// - Returns: nil if no sample of the row was recorded, or no candidate rule allows the observed histories.
    init?(
        _ row: Row, in model: Model, _ observations: Observations, _ finder: (Int) -> ImageFinder,
        mostClauses: Int = RuleCandidates.mostClauses
    ) {
        guard observations.has(row) else { return nil }
        self.row = row
        let seen = observations.situations(of: row)
        shown = seen.reduce(0) { sum, situation in
            var count = 0
            situation.outputs.forEach { _ in count += 1 }
            return sum + count
        }
        if row.kind == .source {
            var histories = ShapeSet(limit: model.valueLimit)
            for situation in seen { situation.outputs.forEach { histories.insert($0) } }
            rule = histories.shapes.map(\.tableMarbles).joined(separator: ", ")
            (others, unseen) = ([], 0)
            return
        }
        let score = MutationScore(row, in: model, observations, finder)
        let candidates = RuleCandidates(for: row)
        var best: (unseen: Int, clauses: Int, rules: [String])?
        for clauses in 0...mostClauses where best?.unseen != 0 {
            for rule in candidates.rules(clauses: clauses) {
                var behaviour = rule.behaviour
                behaviour.given = row.behaviour.given
                guard let unseen = score.unseen(of: behaviour, most: best?.unseen ?? .max),
                    candidates.isRight(rule)
                else { continue }
                // A longer rule replaces a shorter rule only if it is tighter.
                if let known = best, known.unseen == unseen {
                    if known.clauses == clauses { best?.rules.append(rule.text) }
                } else {
                    best = (unseen, clauses, [rule.text])
                }
            }
        }
        guard let best else { return nil }
        rule = best.rules[0]
        others = Array(best.rules.dropFirst())
        unseen = best.unseen
    }

    /// The lines of its message.
    var lines: [String] {
        var lines = ["\(row.location): proposal: \(row.name)   \(rule)"]
        let more =
            unseen == 0
            ? "which is all that the rule predicts"
            : "and the rule predicts \(unseen) more, which need other samples"
        lines.append("    its samples showed \(plural(shown, "history")), \(more)")
        for other in others.prefix(3) { lines.append("    the same was seen of: \(other)") }
        return lines
    }
}

extension Proposal {
    var json: JSONValue {
        [
            "type": .text(row.type), "module": .optional(row.home), "location": row.location.json,
            "rule": .text(rule),
            "others": .texts(others), "shown": .number(shown), "unseen": .number(unseen),
        ]
    }
}

extension Shape {
    /// The shape as a table writes it.
    fileprivate var tableMarbles: String {
        let marbles = lawMarbles
        if marbles == "->" { return "silent" }
        return first == .later ? "-" + marbles : marbles
    }
}

extension TraitgenCommand {
    /// `traitgen propose TABLE … --observed FILE`.
    func propose(_ options: Options) throws(UsageError) -> Status {
        let paths = try tables(options.words)
        guard let record = try observations(options, withExamples: false) else {
            throw UsageError.recordIsMissing
        }
        guard let models = try models(paths, options, verdicts: .claimed) else { return .findings }
        let observations = try record.content()
        let chosen = options.value("--row")
        if let chosen, !models.contains(where: { $0.rows.contains { $0.isNamed(chosen) } }) {
            throw UsageError("there is no row about `\(chosen)`")
        }
        var status = Status.clean
        var count = 0
        var proposals: [JSONValue] = []
        for model in models {
            for row in model.rows where chosen.map(row.isNamed) ?? row.isOpen {
                count += 1
                if row.unsampled != nil, chosen == nil {
                    output("\(row.location): `\(row.name)` has no sample, so nothing is known of it")
                    continue
                }
                guard observations.has(row) else {
                    errors("\(row.location): error: no sample of `\(row.name)` is in the record")
                    status = .findings
                    continue
                }
                guard observations.fits(row) else {
                    errors(
                        "\(row.location): error: the record is of another number of inputs than `\(row.name)` has"
                    )
                    status = .findings
                    continue
                }
                guard let proposal = Proposal(row, in: model, observations, cache.finder) else {
                    errors(
                        "\(row.location): error: no rule of three clauses allows what `\(row.name)` showed")
                    errors("note: write the rule by hand, or leave `anything`, of which nothing is promised")
                    status = .findings
                    continue
                }
                proposal.lines.forEach { output($0) }
                proposals.append(proposal.json)
            }
        }
        result(["rows": .number(count), "proposals": .list(proposals)])
        output("\(plural(count, "row"))\(chosen == nil ? " without a rule" : "")")
        return status
    }
}

extension Row {
    /// The reason that `init` writes for a row without a rule.
    static let openReason = "the rule is open"

    /// Indicates whether the rule is open: any history may come.
    var isOpen: Bool { behaviour.combination == .anything || unseen == Self.openReason }
}
