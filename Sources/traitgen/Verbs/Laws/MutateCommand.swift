import TraitgenCore

/// The selection of changes that a run of the command tries.
private struct MutantSample {
    /// The number of changes; nil for all.
    let size: Int?
    let seed: UInt64

    init(_ options: Options) throws(UsageError) {
        func number(_ name: String) throws(UsageError) -> Int? {
            guard let text = options.value(name) else { return nil }
            guard let number = Int(text), number > 0 else {
                throw UsageError("`\(name)` needs a number above 0")
            }
            return number
        }
        size = try number("--sample")
        seed = UInt64(try number("--seed") ?? 1)
        if size == nil, options.value("--seed") != nil { throw UsageError("`--seed` goes with `--sample`") }
    }

    /// Chooses the indices of the changes to try.
    func chosen(of count: Int) -> Set<Int> {
        var numbers = Array(0..<count)
        guard let size, size < count else { return Set(numbers) }
        var random = SplitMix(state: seed)
        numbers.shuffle(using: &random)
        return Set(numbers.prefix(size))
    }
}

extension TraitgenCommand {
    /// `traitgen mutate TABLE … --observed FILE`.
    func mutate(_ options: Options) throws(UsageError) -> Status {
        let paths = try tables(options.words)
        let sample = try MutantSample(options)
        guard let record = try observations(options, withExamples: false) else {
            throw UsageError.recordIsMissing
        }
        // The laws compare a row with its publisher's behaviour; derived traits follow from that and needn't be
        // recomputed.
        guard let models = try models(paths, options, verdicts: .claimed) else { return .findings }
        let tables = MutatedTable.all(
            of: models, try record.content(), row: options.value("--row"), finder: cache.finder)
        if let type = options.value("--row"), tables.isEmpty {
            throw UsageError("no row about `\(type)` has samples")
        }
        let gaps = options.value("--gaps") != nil ? showGaps(tables.flatMap(\.scores)) : []
        let faults = tables.flatMap(\.faults)
        for fault in faults { errors(fault) }
        guard faults.isEmpty else { return .findings }

        let chosen = sample.chosen(of: tables.reduce(0) { $0 + $1.mutantCount })
        var summaries: [(path: String, summary: MutationSummary)] = []
        var offset = 0
        for table in tables {
            let summary = summary(of: table) { chosen.contains(offset + $0) }
            offset += table.mutantCount
            summaries.append((table.path, summary))
        }
        let isSample = sample.size != nil
        for (path, summary) in summaries { output("\(path): \(summary.text(isSample: isSample))") }
        let total = summaries.reduce(into: MutationSummary()) { $0 += $1.summary }
        let seed = isSample ? ", seed \(sample.seed)" : ""
        if isSample || summaries.count != 1 { output("all: \(total.text(isSample: isSample))\(seed)") }
        result([
            "seed": isSample ? .number(Int(sample.seed)) : .null,
            "tables": .list(summaries.map { $0.summary.json(of: $0.path) }), "gaps": .list(gaps),
        ])
        return total.needless == 0 && total.fates[.survived] == nil ? .clean : .findings
    }

    /// Tries the chosen changes of one table's rows, and the changes that rows explain.
    private func summary(of table: MutatedTable, isChosen: (Int) -> Bool) -> MutationSummary {
        var summary = MutationSummary()
        summary.unsampled = table.unsampled
        for score in table.scores {
            summary.rows += 1
            var fates: [String: MutationScore.Fate] = [:]
            for change in score.changes {
                let isChosen = isChosen(summary.mutants)
                summary.mutants += 1
                guard isChosen || score.row.survivors.contains(where: { $0.change == change.name }) else {
                    continue
                }
                let fate = change.fate()
                if !score.row.survivors.isEmpty { fates[change.name] = fate }
                if isChosen { summary.fates[fate, default: 0] += 1 }
                if fate == .survived {
                    output(
                        "\(score.row.location): survived: \(score.row.name)   \(score.row.rules)   \(change.name)"
                    )
                    summary.survivors.append((score.row, change.name))
                }
            }
            for diagnostic in score.needlessExplanations(fates) {
                report(DiagnosticsError([diagnostic]))
                summary.needless += 1
            }
        }
        return summary
    }

    /// Prints the histories that rows predict and no sample shows.
    private func showGaps(_ scores: [MutationScore]) -> [JSONValue] {
        var gaps: [JSONValue] = []
        for score in scores {
            for (shapes, unseen) in score.gaps {
                gaps.append([
                    "type": .text(score.row.type), "module": .optional(score.row.home),
                    "inputs": .texts(shapes.map(\.lawMarbles)),
                    "outputs": .texts(unseen.map(\.lawMarbles)),
                ])
                let inputs = shapes.map(\.lawMarbles).joined(separator: " ")
                // The notation is the table's, so that the line can be pasted into a row.
                let histories = unseen.map { "\(inputs) => \($0.lawMarbles)" }.joined(separator: ", ")
                output("unseen: \(score.row.name)   \(histories)")
            }
        }
        return gaps
    }
}
