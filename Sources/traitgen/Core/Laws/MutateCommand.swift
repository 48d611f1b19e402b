/// Which changes of rows a run of the command tries.
private struct MutantSample {
    /// The number of changes; all of them without it.
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

    /// The numbers of the changes that are tried, of so many.
    func chosen(of count: Int) -> Set<Int> {
        var numbers = Array(0..<count)
        guard let size, size < count else { return Set(numbers) }
        var random = SplitMix(state: seed)
        numbers.shuffle(using: &random)
        return Set(numbers.prefix(size))
    }

    /// Numbers that look random and are the same for a seed on every machine.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension TraitgenCommand {
    /// `traitgen mutate TABLE --observed FILE`.
    func mutate(_ arguments: [String]) throws(UsageError) -> Status {
        let options = try Options(
            arguments,
            known: ["--observed", "--row", "--sample", "--seed", "--gaps", "--import", "--backend"])
        let table = try options.word("the table")
        let sample = try MutantSample(options)
        guard let observations = try observations(options) else {
            throw UsageError(
                "`--observed` is missing",
                "record one with `TRAITS_LAWS_RECORD=FILE swift test --filter Laws`")
        }
        let model: Model
        switch try self.model(table, options) {
        case .failure(let error):
            report(error)
            return .findings
        case .success(let built): model = built
        }
        var finders: [Int: ImageFinder] = [:]
        let scores = model.lawRows.filter {
            observations.rows[$0.type] != nil && [nil, $0.type].contains(options.value("--row"))
        }.map { row in
            MutationScore(row, in: model, observations) { limit in
                let finder = finders[limit] ?? ImageFinder(limit: limit, isExact: true)
                finders[limit] = finder
                return finder
            }
        }
        if options.value("--gaps") != nil { showGaps(scores) }
        for score in scores where !score.lawHolds(score.row.behaviour) {
            errors(
                "\(score.row.location): error: the record breaks the laws of `\(score.row.type)` as it is")
            return .findings
        }
        let mutants = scores.flatMap { score in Mutant.all(of: score.row.behaviour).map { (score, $0) } }
        let chosen = sample.chosen(of: mutants.count)
        var counts: [MutationScore.Fate: Int] = [:]
        var fates: [String: [String: MutationScore.Fate]] = [:]
        for (number, (score, mutant)) in mutants.enumerated() {
            let row = score.row
            let isNamed = row.survivors.contains { $0.change == mutant.name }
            guard isNamed || chosen.contains(number) else { continue }
            let fate = score.fate(of: mutant)
            fates[row.type, default: [:]][mutant.name] = fate
            if chosen.contains(number) { counts[fate, default: 0] += 1 }
            if fate == .survived { output("survived: \(row.type)   \(row.rules)   \(mutant.name)") }
        }
        let needless = scores.flatMap { $0.needlessExplanations(fates[$0.row.type] ?? [:]) }
        for diagnostic in needless { errors(diagnostic.description) }
        let size = sample.size.map { "\(min($0, mutants.count)) of \(mutants.count)" } ?? "\(mutants.count)"
        output(
            "\(scores.count) rows, \(size) mutants\(sample.size == nil ? "" : ", seed \(sample.seed)"): "
                + "\(counts[.caught] ?? 0) caught, \(counts[.survived] ?? 0) survived, "
                + "\(counts[.equivalent] ?? 0) say the same, \(counts[.explained] ?? 0) are explained")
        return needless.isEmpty && counts[.survived] == nil ? .clean : .findings
    }

    /// What rows predict and no sample shows.
    private func showGaps(_ scores: [MutationScore]) {
        for score in scores {
            for (inputs, unseen) in score.gaps {
                let words = inputs.map(\.lawMarbles) + ["=>"] + unseen.map(\.lawMarbles)
                output("unseen: \(score.row.type)   \(words.joined(separator: " "))")
            }
        }
    }
}
