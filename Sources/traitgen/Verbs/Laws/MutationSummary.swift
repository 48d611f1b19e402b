import TraitgenCore

/// The rows of one table whose changes are tried.
struct MutatedTable {
    let path: String
    private(set) var scores: [MutationScore] = []
    /// The number of rows that have no samples.
    private(set) var unsampled = 0
    /// The errors that make the record unusable.
    private(set) var faults: [String] = []

    private init(path: String) { self.path = path }

    /// The number of changes.
    var mutantCount: Int { scores.reduce(0) { $0 + $1.mutantCount } }

    /// The rows of some models by the table that declares them, each once. A model without rows, such as a table that
    /// only requests law tests, contributes the rows that it imports.
    static func all(
        of models: [Model], _ observations: Observations, row wanted: String?,
        finder: (_ limit: Int) -> ImageFinder
    ) -> [MutatedTable] {
        var result: [MutatedTable] = []
        var known: Set<SourceLocation> = []
        for model in models {
            let rows = model.rows.isEmpty ? model.lawRows : model.rows
            for row in rows where wanted.map(row.isNamed) ?? true && known.insert(row.location).inserted {
                if result.last?.path != row.location.path {
                    result.append(MutatedTable(path: row.location.path))
                }
                result[result.count - 1].add(row, in: model, observations, finder)
            }
        }
        return wanted == nil ? result : result.filter { $0.unsampled == 0 }
    }

    private mutating func add(
        _ row: Row, in model: Model, _ observations: Observations, _ finder: (Int) -> ImageFinder
    ) {
        guard !row.samples.isEmpty else { return unsampled += 1 }
        guard observations.has(row) else {
            return faults.append(
                "\(row.location): error: nothing is recorded of the samples of `\(row.name)`")
        }
        guard observations.fits(row) else {
            return faults.append(
                "\(row.location): error: the record is of another number of inputs than `\(row.name)` has")
        }
        let score = MutationScore(row, in: model, observations, finder)
        if let law = score.brokenLaw {
            faults.append(
                "\(row.location): error: the record breaks the laws of `\(row.name)` as it is: \(law)")
        }
        scores.append(score)
    }
}

/// The number of changes by their fate.
struct MutationSummary {
    var rows = 0
    var unsampled = 0
    var mutants = 0
    /// The number of needless explanations.
    var needless = 0
    var fates: [MutationScore.Fate: Int] = [:]
    /// The changes that no law has noticed.
    var survivors: [(row: Row, change: String)] = []

    static func += (left: inout MutationSummary, right: MutationSummary) {
        left.rows += right.rows
        left.unsampled += right.unsampled
        left.mutants += right.mutants
        left.needless += right.needless
        left.survivors += right.survivors
        left.fates.merge(right.fates, uniquingKeysWith: +)
    }

    func text(isSample: Bool) -> String {
        let others = unsampled == 0 ? "" : " and \(unsampled) without samples"
        let tried = fates.values.reduce(0, +)
        let mutants = (isSample ? "\(tried) of " : "") + plural(mutants, "mutant")
        func count(_ fate: MutationScore.Fate) -> Int { fates[fate] ?? 0 }
        return "\(plural(rows, "row"))\(others), \(mutants): "
            + "\(count(.caught)) caught, \(count(.survived)) survived, \(count(.equivalent)) say the same, \(count(.explained)) are explained"
    }

    func json(of table: String) -> JSONValue {
        func count(_ fate: MutationScore.Fate) -> JSONValue { .number(fates[fate] ?? 0) }
        return [
            "table": .text(table), "rows": .number(rows), "unsampled": .number(unsampled),
            "mutants": .number(mutants), "tried": .number(fates.values.reduce(0, +)),
            "caught": count(.caught), "survived": count(.survived), "equivalent": count(.equivalent),
            "explained": count(.explained), "needless": .number(needless),
            "survivors": .list(
                survivors.map { row, change in
                    [
                        "type": .text(row.type), "module": .optional(row.home), "change": .text(change),
                        "location": row.location.json,
                    ]
                }),
        ]
    }
}
